//! `tiaoka`, the terminal face: the same answers as the window, as a table, JSON or CSV.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: 0 done · 1 the
//! answer is "no" · 2 the call is wrong · 4 data cannot be read or written · 5 a fault of our own.

mod args;
mod commands;
mod sheet;

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind as Usage;
use tiaoka_app::App;
use tiaoka_app::problem::{Code, Problem};
use tiaoka_app::wording::{LANGUAGES, Language, Wording};

use args::{Cli, Command, Format};
use commands::{Answer, Face};

/// The call itself is wrong.
const CALL_IS_WRONG: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let language = match language(cli.common.lang.as_deref()) {
        Ok(language) => language,
        Err(tag) => return print_problem(&unknown_language(&tag), Language::En, cli.common.format),
    };
    let format = cli.common.format;
    match answer(cli, language) {
        Ok(answer) => print(&answer),
        Err(problem) => print_problem(&problem, language, format),
    }
}

/// Opens the data and runs the command.
fn answer(cli: Cli, language: Language) -> Result<Answer, Problem> {
    let home = App::home(cli.common.home)?;
    let face = Face {
        language,
        words: Wording::of(language),
        format: cli.common.format,
        quiet: cli.common.quiet,
    };
    match cli.command {
        // These help where the data cannot be opened.
        Command::Data(data) => commands::data::run(&face, &home, data),
        Command::Claims => commands::claims::run(&face),
        Command::Predict { file } => commands::predict::run(&face, &file),
        Command::Gpus(gpus) => commands::gpus::run(&face, gpus),
        Command::Plans(plans) => commands::plans::run(&face, &open(&home)?, &plans.query()),
        Command::Import(args::Import::Prices { file, partial }) => {
            commands::prices::import(&face, &open(&home)?, &file, partial)
        }
        Command::Import(args::Import::Measurements { file, partial }) => {
            commands::measurements::import(&face, &open(&home)?, &file, partial)
        }
        Command::Export(args::Export::Measurements) => {
            commands::measurements::export(&open(&home)?)
        }
        Command::Measurements(what) => commands::measurements::run(&face, &open(&home)?, what),
        Command::Export(args::Export::Prices { all }) => {
            commands::prices::export(&open(&home)?, all)
        }
        Command::Recommend(recommend) => commands::recommend::run(&face, &open(&home)?, &recommend),
    }
}

fn open(home: &Path) -> Result<App, Problem> {
    App::open(home, jiff::Timestamp::now)
}

/// `--lang`, else the locale of the environment, else English.
fn language(option: Option<&str>) -> Result<Language, String> {
    if let Some(tag) = option {
        return Language::from_tag(tag).ok_or_else(|| tag.to_owned());
    }
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let named = variables
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    Ok(named
        .and_then(|tag| Language::from_tag(&tag))
        .unwrap_or(Language::En))
}

fn unknown_language(tag: &str) -> Problem {
    let spoken: Vec<&str> = LANGUAGES
        .iter()
        .map(|(language, _)| language.tag())
        .collect();
    let problem = Problem::new(Code::BadValue)
        .with("option", "lang")
        .with("value", tag);
    problem.with("wanted", spoken.join(" | "))
}

/// Help and version are answers; the rest is a wrong call, also as JSON where that was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), Usage::DisplayHelp | Usage::DisplayVersion) {
        return print(&Answer::text(error.to_string()));
    }
    let words: Vec<String> = std::env::args().collect();
    let json = words.iter().any(|word| word == "--format=json")
        || words.windows(2).any(|pair| pair == ["--format", "json"]);
    if json {
        let detail = error.to_string();
        let problem = serde_json::json!({
            "schema": 1,
            "problem": { "code": "bad_call", "params": {}, "detail": detail.trim_end() },
        });
        print(&Answer::text(format!("{problem:#}\n")));
    }
    eprint!("{error}");
    ExitCode::from(CALL_IS_WRONG)
}

/// What happened and what to do, on standard error; with JSON also as an object for programs.
fn print_problem(problem: &Problem, language: Language, format: Format) -> ExitCode {
    let view = problem.view(&Wording::of(language));
    if format == Format::Json {
        let object = serde_json::json!({ "schema": 1, "problem": view });
        print(&Answer::text(format!("{object:#}\n")));
    }
    let said = [
        ("title", view.title.as_str()),
        ("advice", view.advice.as_str()),
    ];
    eprintln!("{}", Wording::of(language).fill("cli.problem", &said));
    for field in &view.fields {
        eprintln!(
            "  --{}: {}",
            field.field.replace('_', "-"),
            field.message.text
        );
    }
    for note in &view.notes {
        eprintln!("  {}", note.text);
    }
    ExitCode::from(problem.code.exit())
}

/// Writes an answer; a reader that closed the pipe (`| head`) has had enough, which is no fault.
fn print(answer: &Answer) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(&answer.bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("{error}");
            ExitCode::from(4)
        }
        _ => ExitCode::from(answer.exit_code),
    }
}
