//! Window and terminal at once: two processes write to one data folder. Case DB-02.

mod house;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use house::{House, now};
use tiaoka_app::App;
use tiaoka_app::answers::Answers;

/// Tells the child which folder to write to.
const FOLDER: &str = "TIAOKA_TEST_FOLDER";

#[test]
#[ignore = "the child of the test below"]
fn child_that_keeps_two_hundred_shortlists() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let app = App::open(Path::new(&folder), now).unwrap();
    for n in 0..200 {
        let start = Instant::now();
        let name = format!("{} of {}", n, std::process::id());
        app.keep_shortlist(&name, &Answers::default(), Vec::new())
            .unwrap();
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn two_processes_write_two_hundred_times_each_and_nothing_is_refused_or_lost() {
    let house = House::new();
    let child = || {
        Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "child_that_keeps_two_hundred_shortlists",
                "--ignored",
            ])
            .env(FOLDER, house.app.data_dir())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let both = [child(), child()];
    // The window goes on reading meanwhile.
    let mut children = both;
    while children
        .iter_mut()
        .any(|child| child.try_wait().unwrap().is_none())
    {
        assert!(!house.app.sellers().unwrap().is_empty());
    }
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(house.app.shortlists().unwrap().len(), 400);
    house.app.check().unwrap();
}
