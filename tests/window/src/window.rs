//! The window under a display of its own, and what a journey does with it.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use fantoccini::elements::{Element, ElementRef};
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::desk::{Desk, repository};
use crate::process::Program;

/// Longest time anything may take to appear. A first start of a debug build fills its database in it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// An open window.
#[derive(Debug)]
pub struct Window {
    pub(crate) client: Client,
    // Dropped in this order: the driver with the window, then the display under them.
    driver: Program,
    _display: Program,
}

impl Window {
    /// Opens the program's window at 1280 × 800 on a display of 1600 × 1000.
    pub async fn open(desk: &Desk) -> Window {
        let (display, name) = open_display(desk);
        let port = free_port();
        let driver = Program::start(
            "WebKitWebDriver",
            &["--host=127.0.0.1", &format!("--port={port}")],
            &desk.environment(&name),
            Stdio::null(),
        );
        let client = connect(port).await;
        let window = Window {
            client,
            driver,
            _display: display,
        };
        window.watch_policy().await;
        window
    }

    /// Ends the session and with it the program, at once and unasked: as when the power goes.
    pub async fn close(self) {
        let _ = self.client.close().await;
    }

    /// The WebDriver session, for what is not wrapped here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Process of the driver; the window's processes descend from it.
    pub fn driver_id(&self) -> u32 {
        self.driver.id()
    }

    /// Runs a script in the page and gives what it returns.
    pub async fn script(&self, text: &str, arguments: Vec<Value>) -> Value {
        match self.client.execute(text, arguments).await {
            Ok(value) => value,
            Err(error) => panic!("the page cannot run {text}: {error}"),
        }
    }

    /// Runs a script that answers by calling its last argument.
    pub async fn script_async(&self, text: &str) -> Value {
        match self.client.execute_async(text, Vec::new()).await {
            Ok(value) => value,
            Err(error) => panic!("the page cannot run {text}: {error}"),
        }
    }

    /// The element with this role whose name is or contains this; waits until it is there.
    pub async fn find(&self, role: &str, name: &str) -> Element {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(element) = self.look(role, name).await {
                return element;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.fail(&format!("no {role} named “{name}”")).await
    }

    /// The same, if it is there now.
    pub async fn look(&self, role: &str, name: &str) -> Option<Element> {
        let found = self
            .script(include_str!("page.js"), vec![json!(role), json!(name)])
            .await;
        let id = found.as_object()?.values().next()?.as_str()?;
        Some(Element::from_element_id(
            self.client.clone(),
            ElementRef::from(id.to_owned()),
        ))
    }

    /// Presses what has this role and name.
    pub async fn press(&self, role: &str, name: &str) {
        let element = self.find(role, name).await;
        // Scrolled into view and pressed where it is, as WebDriver asks; a control drawn over by its own
        // label is pressed through the label.
        match element.click().await {
            Err(CmdError::Standard(refused))
                if matches!(
                    refused.error,
                    ErrorStatus::ElementClickIntercepted | ErrorStatus::ElementNotInteractable
                ) =>
            {
                let pressed = vec![json!(element)];
                self.script(
                    "(arguments[0].labels?.[0] ?? arguments[0]).click()",
                    pressed,
                )
                .await;
            }
            // The press may have ended the program; what is looked for next tells.
            Ok(()) | Err(_) => {}
        }
    }

    /// Replaces the text of a field.
    pub async fn fill(&self, name: &str, text: &str) {
        let field = self.find("textbox", name).await;
        field
            .clear()
            .await
            .unwrap_or_else(|error| panic!("{name} cannot be emptied: {error}"));
        field
            .send_keys(text)
            .await
            .unwrap_or_else(|error| panic!("{name} takes no text: {error}"));
    }

    /// Presses a key where the focus is, as WebDriver names it.
    pub async fn key(&self, key: &str) {
        let keys = self
            .client
            .active_element()
            .await
            .expect("something has the focus");
        keys.send_keys(key)
            .await
            .unwrap_or_else(|error| panic!("no key {key:?}: {error}"));
    }

    /// Waits until a script returns something true, and gives it.
    pub async fn until(&self, what: &str, script: &str) -> Value {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let value = self.script(script, Vec::new()).await;
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.fail(what).await
    }

    /// Waits until this text is on the screen.
    pub async fn reads(&self, text: &str) {
        let seen = format!(
            "return document.body.innerText.replace(/\\u00a0/g, ' ').includes({})",
            json!(text)
        );
        self.until(&format!("the screen does not read “{text}”"), &seen)
            .await;
    }

    /// All text on the screen.
    pub async fn text(&self) -> String {
        let text = self
            .script("return document.body.innerText", Vec::new())
            .await;
        text.as_str().unwrap_or_default().replace('\u{a0}', " ")
    }

    /// Keeps a picture of what is there and ends the journey.
    async fn fail(&self, what: &str) -> ! {
        self.picture("failure").await;
        panic!(
            "{what}; the screen (picture: tests/artefacts/failure.png) reads:\n{}",
            self.text().await
        )
    }

    /// Calls a command as the page does: its answer, or its problem.
    pub async fn call(&self, name: &str, request: Value) -> Result<Value, Value> {
        let call = "const [name, request, done] = arguments; \
            window.__TAURI_INTERNALS__.invoke(name, { request }) \
            .then((answer) => done({ Ok: answer }), (problem) => done({ Err: problem }))";
        let called = self
            .client
            .execute_async(call, vec![json!(name), request])
            .await;
        let called = called.unwrap_or_else(|error| panic!("{name} does not answer: {error}"));
        match called.get("Err") {
            Some(problem) => Err(problem.clone()),
            None => Ok(called["Ok"].clone()),
        }
    }

    /// Whether the page may not fetch this address.
    pub async fn refuses_to_load(&self, address: &str) -> bool {
        let load = "const [address, done] = arguments; const broken = (event) => done(event.violatedDirective); \
            document.addEventListener('securitypolicyviolation', broken, { once: true }); \
            fetch(address).then(() => done(null), () => setTimeout(() => done(null), 1000))";
        let directive = self.client.execute_async(load, vec![json!(address)]).await;
        directive
            .expect("an answer of the page")
            .as_str()
            .is_some_and(|which| which.contains("connect-src"))
    }

    /// Position of the frame and size of the page, in system pixels.
    pub async fn rectangle(&self) -> [u64; 4] {
        let (x, y, _, _) = self
            .client
            .get_window_rect()
            .await
            .expect("the window's place");
        let size = self
            .script("return [innerWidth, innerHeight]", Vec::new())
            .await;
        [
            x,
            y,
            size[0].as_u64().unwrap_or(0),
            size[1].as_u64().unwrap_or(0),
        ]
    }

    /// Loads the page again.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page loads again");
        self.watch_policy().await;
    }

    /// Ends the program in its own way, so that it writes what it remembers.
    pub async fn quit(self) {
        let quit = "window.__TAURI_INTERNALS__.invoke('quit', { request: null })";
        // The page is gone before it can answer.
        let _ = self.client.execute(quit, Vec::new()).await;
        self.gone().await;
    }

    /// Waits until the program has ended.
    pub async fn gone(self) {
        let start = Instant::now();
        while self.client.execute("return 1", Vec::new()).await.is_ok() {
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Finds by CSS, for what has neither role nor name.
    pub async fn css(&self, selector: &str) -> Element {
        let found = self
            .client
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css(selector))
            .await;
        match found {
            Ok(element) => element,
            Err(_) => self.fail(&format!("nothing matches {selector}")).await,
        }
    }
}

/// A virtual display and its name.
fn open_display(desk: &Desk) -> (Program, String) {
    let arguments = [
        "-displayfd",
        "1",
        "-screen",
        "0",
        "1600x1000x24",
        "-nolisten",
        "tcp",
    ];
    let mut display = Program::start("Xvfb", &arguments, &desk.environment(""), Stdio::piped());
    let mut number = String::new();
    let output = display.output().expect("the display says its number");
    BufReader::new(output)
        .read_line(&mut number)
        .expect("the display says its number");
    (display, format!(":{}", number.trim()))
}

/// A port that nobody listens on.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}

/// Opens the window through the driver, as soon as that listens.
async fn connect(port: u16) -> Client {
    let start = Instant::now();
    while tokio::net::TcpStream::connect(("127.0.0.1", port))
        .await
        .is_err()
    {
        assert!(
            start.elapsed() < PATIENCE,
            "WebKitWebDriver does not listen"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let wanted = json!({
        "browserName": "wry",
        "webkitgtk:browserOptions": { "binary": program().display().to_string(), "args": [] },
    });
    let Value::Object(wanted) = wanted else {
        unreachable!("an object is written above")
    };
    ClientBuilder::new(HttpConnector::new())
        .capabilities(wanted)
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .unwrap_or_else(|error| panic!("the window does not open: {error}"))
}

/// The program under test: `TIAOKA_DESKTOP`, else the debug build.
pub(crate) fn program() -> PathBuf {
    let path = std::env::var_os("TIAOKA_DESKTOP").map_or_else(
        || repository().join("target/debug/tiaoka-desktop"),
        PathBuf::from,
    );
    path.canonicalize().unwrap_or_else(|_| {
        panic!(
            "{} is not there: run `cargo build -p tiaoka-desktop` first",
            path.display()
        )
    })
}
