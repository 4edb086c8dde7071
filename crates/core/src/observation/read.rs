//! A CSV file of measurements becomes rows, or problems that name the row and the column.

use std::collections::HashMap;

use serde::Serialize;

use super::{Notes, Observation, Task};

/// Columns without which a file is not one of measurements.
pub const REQUIRED_COLUMNS: [&str; 6] = ["task", "model", "gpu", "precision", "metric", "unit"];

/// What a file holds: the rows that could be read, in their order, and what could not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadRows {
    /// The good rows.
    pub rows: Vec<Observation>,
    /// Line of the file each good row stands in; the header is line 1.
    pub lines: Vec<u64>,
    /// What is wrong with the others, or with the whole file.
    pub problems: Vec<Problem>,
}

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Problem {
    /// The file has no header line.
    Empty,
    /// The header lacks columns.
    ColumnsMissing {
        /// Their names.
        columns: Vec<String>,
    },
    /// A line is not CSV in UTF-8.
    NotCsv {
        /// Line of the file.
        line: u64,
    },
    /// A cell has no sense in its column.
    Cell {
        /// Line of the file.
        line: u64,
        /// Column of the header.
        column: &'static str,
        /// What the cell holds.
        text: String,
    },
}

/// Reads a file. A byte order mark, either line ending and columns in any order are understood; `id`,
/// `gpu_count`, `batch`, `seq`, `value`, `framework`, `source`, `year` and `note` may be missing.
pub fn read(bytes: &[u8]) -> ReadRows {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    let mut found = ReadRows::default();
    let header = match reader.headers() {
        Ok(header) if header.iter().any(|name| !name.trim().is_empty()) => header.clone(),
        Ok(_) => return found.with(Problem::Empty),
        Err(_) => return found.with(Problem::NotCsv { line: 1 }),
    };
    let columns: HashMap<String, usize> = header
        .iter()
        .enumerate()
        .map(|(at, name)| (name.trim().to_lowercase(), at))
        .collect();
    let missing = REQUIRED_COLUMNS
        .iter()
        .filter(|name| !columns.contains_key(**name));
    let missing: Vec<String> = missing.map(|name| (*name).to_owned()).collect();
    if !missing.is_empty() {
        return found.with(Problem::ColumnsMissing { columns: missing });
    }
    let mut record = csv::StringRecord::new();
    let mut lines = Lines {
        bytes,
        at: 0,
        line: 1,
    };
    loop {
        let line = lines.line_of(reader.position().byte() as usize);
        match reader.read_record(&mut record) {
            Ok(false) => return found,
            Ok(true) if record.iter().all(|cell| cell.trim().is_empty()) => {}
            Ok(true) => {
                let columns = &columns;
                match (Row {
                    columns,
                    record: &record,
                    line,
                })
                .observation()
                {
                    Ok(row) => {
                        found.rows.push(row);
                        found.lines.push(line);
                    }
                    Err(problem) => found.problems.push(problem),
                }
            }
            Err(_) => found.problems.push(Problem::NotCsv { line }),
        }
    }
}

/// Counts lines of the file up to a byte, whichever way they end.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line of the next record at or after this byte.
    fn line_of(&mut self, byte: usize) -> u64 {
        let rest = self.bytes.get(byte..).unwrap_or_default();
        let blank = rest
            .iter()
            .take_while(|b| matches!(b, b'\r' | b'\n'))
            .count();
        let until = (byte + blank).min(self.bytes.len());
        let passed = self.bytes.get(self.at..until).unwrap_or_default();
        self.line += passed.iter().filter(|b| **b == b'\n').count() as u64;
        self.at = self.at.max(until);
        self.line
    }
}

impl ReadRows {
    fn with(mut self, problem: Problem) -> ReadRows {
        self.problems.push(problem);
        self
    }
}

/// One line, by the names of its columns.
struct Row<'a> {
    columns: &'a HashMap<String, usize>,
    record: &'a csv::StringRecord,
    line: u64,
}

impl Row<'_> {
    fn observation(&self) -> Result<Observation, Problem> {
        let id = self.text("id");
        let count = self.number("gpu_count")?.unwrap_or(1.0);
        if count.fract() != 0.0 || count > f64::from(u32::MAX) {
            return Err(self.problem("gpu_count"));
        }
        let source = self.text("source");
        Ok(Observation {
            id: if id.is_empty() {
                self.line.to_string()
            } else {
                id.to_owned()
            },
            task: self.task()?,
            model: self.required("model")?,
            gpu: self.required("gpu")?,
            gpu_count: count as u32,
            precision: self.required("precision")?,
            batch: self.number("batch")?,
            seq: self.number("seq")?,
            metric: self.required("metric")?,
            value: self.number("value")?,
            unit: self.required("unit")?,
            framework: self.text("framework").to_owned(),
            source: (!source.is_empty()).then(|| source.to_owned()),
            year: self.number("year")?.map(|year| year as u32),
            note: Notes::read(self.text("note")),
        })
    }

    fn task(&self) -> Result<Task, Problem> {
        Ok(match self.text("task").to_lowercase().as_str() {
            "train" => Task::Train,
            "infer" => Task::Infer,
            "prefill" => Task::Prefill,
            "decode" => Task::Decode,
            "diffusion" => Task::Diffusion,
            "memory" => Task::Memory,
            _ => return Err(self.problem("task")),
        })
    }

    fn text(&self, column: &str) -> &str {
        let at = self.columns.get(column);
        at.and_then(|at| self.record.get(*at))
            .unwrap_or_default()
            .trim()
    }

    fn required(&self, column: &'static str) -> Result<String, Problem> {
        match self.text(column) {
            "" => Err(self.problem(column)),
            text => Ok(text.to_owned()),
        }
    }

    /// A number above zero; an empty cell states none, and 0 says that there was nothing to state.
    fn number(&self, column: &'static str) -> Result<Option<f64>, Problem> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        let number: Option<f64> = text.parse().ok();
        match number.filter(|number| number.is_finite() && *number >= 0.0) {
            Some(number) => Ok((number > 0.0).then_some(number)),
            None => Err(self.problem(column)),
        }
    }

    fn problem(&self, column: &'static str) -> Problem {
        Problem::Cell {
            line: self.line,
            column,
            text: self.text(column).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "task,model,gpu,precision,metric,unit,value\n\
        decode,llama3-8b,RTX4090,bf16,throughput,tokens/s,54.3\n";

    #[test]
    fn a_short_file_of_ones_own_needs_neither_source_nor_year() {
        let found = read(GOOD.as_bytes());
        assert_eq!(found.problems, []);
        let row = &found.rows[0];
        assert_eq!(
            (row.id.as_str(), row.gpu_count, row.value),
            ("2", 1, Some(54.3))
        );
        assert_eq!(
            (row.source.as_deref(), row.year, row.batch),
            (None, None, None)
        );
    }

    #[test]
    fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
        let plain = read(GOOD.as_bytes());
        let windows = format!("\u{feff}{}", GOOD.replace('\n', "\r\n"));
        assert_eq!(read(windows.as_bytes()), plain);
    }

    #[test]
    fn a_file_of_something_else_says_which_columns_it_lacks() {
        let problems = read(b"provider,price\nx,3\n").problems;
        let columns = REQUIRED_COLUMNS.map(str::to_owned).to_vec();
        assert_eq!(problems, [Problem::ColumnsMissing { columns }]);
        assert_eq!(read(b"").problems, [Problem::Empty]);
    }

    #[test]
    fn a_bad_cell_is_named_by_line_and_column_and_the_others_are_kept() {
        let text = format!(
            "{GOOD}dance,llama3-8b,T4,f16,throughput,tokens/s,1\n\
            decode,llama3-8b,T4,f16,throughput,tokens/s,-1\n\
            decode,llama3-8b,T4,f16,throughput,tokens/s,2\n"
        );
        let found = read(text.as_bytes());
        let cell = |line, column, text: &str| Problem::Cell {
            line,
            column,
            text: text.to_owned(),
        };
        assert_eq!(
            found.problems,
            [cell(3, "task", "dance"), cell(4, "value", "-1")]
        );
        assert_eq!(found.lines, [2, 5]);
    }

    #[test]
    fn a_run_that_produced_nothing_has_no_value() {
        let text = GOOD.replace("54.3", "0.0");
        assert_eq!(read(text.as_bytes()).rows[0].value, None);
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_named_by_line() {
        let mut bytes = GOOD.as_bytes().to_vec();
        bytes.extend(b"decode,\xff,T4,f16,throughput,tokens/s,1\n");
        let found = read(&bytes);
        assert_eq!(found.problems, [Problem::NotCsv { line: 3 }]);
        assert_eq!(found.rows.len(), 1);
    }
}
