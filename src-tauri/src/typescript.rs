//! Writes the border's types as TypeScript (tests only).
//!
//! The command list says which types cross; what those are made of is followed from there, so no type is
//! listed twice and none is written that the page cannot receive.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ts_rs::{Config, TS, TypeVisitor};

/// Head of the written file.
const HEAD: &str =
    "// Written by `cargo test -p tiaoka-desktop` from src-tauri/src/ipc.rs. Do not edit.\n";

/// Commands and the shapes they need, collected one call at a time.
pub(crate) struct Script {
    config: Config,
    commands: String,
    shapes: BTreeMap<String, String>,
}

impl Script {
    /// An empty script; whole numbers are `number`, as JSON carries them.
    pub(crate) fn new() -> Script {
        let config = Config::new().with_large_int("number");
        Script {
            config,
            commands: String::new(),
            shapes: BTreeMap::new(),
        }
    }

    /// Adds a command: its name, what it takes, what it gives.
    pub(crate) fn command<Request: TS + 'static, Answer: TS + 'static>(&mut self, name: &str) {
        let (request, answer) = (Request::name(&self.config), Answer::name(&self.config));
        let _ = writeln!(
            self.commands,
            "  {name}: {{ request: {request}; answer: {answer} }};"
        );
        self.shape::<Request>();
        self.shape::<Answer>();
    }

    /// Adds a type and all that it is made of.
    pub(crate) fn shape<T: TS + 'static + ?Sized>(&mut self) {
        self.visit::<T>();
    }

    /// The whole file: the shapes by name, then the map of commands in the order of the list.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from(HEAD);
        for shape in self.shapes.values() {
            let _ = write!(text, "\n{shape}\n");
        }
        let commands = &self.commands;
        let _ = write!(
            text,
            "\n/** Every command: what it takes and what it gives. An error is a `ProblemView`. */\n\
             export interface Commands {{\n{commands}}}\n"
        );
        text
    }
}

impl TypeVisitor for Script {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_generics(self);
        // Only types of ours have a file of their own to be written to.
        let name = T::ident(&self.config);
        if T::output_path().is_none() || self.shapes.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let shape = format!("{docs}export {}", T::decl(&self.config));
        self.shapes.insert(name, tidy(&shape));
        T::visit_dependencies(self);
    }
}

/// One field a line, indented; a remark of one line stays on one.
fn tidy(shape: &str) -> String {
    let shape = shape
        .replace(", };", ",\n};")
        .replace("/**\n * ", "/** ")
        .replace("\n */\n", " */\n");
    let mut inside = false;
    let mut lines = Vec::new();
    for line in shape.lines().map(str::trim).filter(|line| !line.is_empty()) {
        inside &= line != "};";
        let (indent, star) = (
            if inside { "  " } else { "" },
            if line.starts_with('*') { " " } else { "" },
        );
        lines.push(format!("{indent}{star}{line}"));
        inside |= line.ends_with('{');
    }
    lines.join("\n")
}
