//! Rows become a CSV file that [`read()`](super::read()) reads back.

use super::Observation;

/// Columns of a written file, in the order of `data/published.csv`.
pub const COLUMNS: [&str; 15] = [
    "id",
    "task",
    "model",
    "gpu",
    "gpu_count",
    "precision",
    "batch",
    "seq",
    "metric",
    "value",
    "unit",
    "framework",
    "source",
    "year",
    "note",
];

/// These rows under a head; the head alone where there are none.
pub fn write<'a>(rows: impl IntoIterator<Item = &'a Observation>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail; the bytes are those of the strings handed over.
    let _ = writer.write_record(COLUMNS);
    for row in rows {
        let _ = writer.write_record(cells(row));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn cells(row: &Observation) -> [String; 15] {
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    [
        row.id.clone(),
        row.task.name().to_owned(),
        row.model.clone(),
        row.gpu.clone(),
        row.gpu_count.to_string(),
        row.precision.clone(),
        number(row.batch),
        number(row.seq),
        row.metric.clone(),
        number(row.value),
        row.unit.clone(),
        row.framework.clone(),
        row.source.clone().unwrap_or_default(),
        row.year.map(|year| year.to_string()).unwrap_or_default(),
        row.note.text().to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::{read, shipped};

    #[test]
    fn what_is_written_is_read_back_as_it_was() {
        let rows = shipped();
        let again = read(write(rows).as_bytes());
        assert_eq!(again.problems, []);
        assert_eq!(again.rows, rows);
    }

    #[test]
    fn without_rows_there_is_a_head_to_fill_in() {
        let head = "id,task,model,gpu,gpu_count,precision,batch,seq,metric,value,unit,framework,\
                    source,year,note\n";
        assert_eq!(write([]), head);
    }
}
