//! Programs that a journey starts, each ended with all it started itself.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

/// A running program and its children; dropping it ends them, also when the journey fails.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    group: Option<Pid>,
}

impl Program {
    /// Starts a program in a process group of its own, in an environment of exactly these variables.
    ///
    /// With `TIAOKA_SHOW_LOG` in the environment of the tests, its log is shown.
    pub(crate) fn start(
        command: &str,
        arguments: &[&str],
        environment: &[(String, String)],
        stdout: Stdio,
    ) -> Program {
        let shown = std::env::var_os("TIAOKA_SHOW_LOG").is_some();
        let log = if shown {
            Stdio::inherit()
        } else {
            Stdio::null()
        };
        // `setpriv` ends the program when this process dies without having dropped anything.
        let mut started = Command::new("setpriv");
        started
            .args(["--pdeathsig", "KILL", command])
            .args(arguments)
            .env_clear()
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(log)
            .process_group(0);
        let child = started
            .spawn()
            .unwrap_or_else(|error| panic!("{command} does not start: {error}"));
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        Program { child, group }
    }

    /// What the program prints, if that is piped.
    pub(crate) fn output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}
