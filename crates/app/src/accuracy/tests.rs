//! The accuracy of the shipped rows, and of the user's own.

use super::*;
use crate::store::samples::now;

#[test]
fn own_measurements_are_scored_as_published_ones_are() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::open(folder.path(), now).unwrap();
    let file = "task,model,gpu,precision,metric,value,unit,framework\n\
                decode,llama3.1-8b,RTX 4090,bf16,throughput,50,tokens/s,vllm\n";
    app.import_measurements("mine.csv", file.as_bytes(), false, Language::En)
        .unwrap();
    let view = app.accuracy(Language::En).unwrap();
    assert_eq!(view.kinds.len(), 9);
    let decode = view
        .kinds
        .iter()
        .find(|kind| kind.kind == "decode")
        .unwrap();
    let own = decode.own.as_ref().unwrap();
    let row = &app.measurements(Language::En).unwrap().rows[0];
    let error = (row.predicted.unwrap() / row.measured - 1.0).abs();
    assert_eq!(own.rows, 1);
    assert!((own.median_ape - error).abs() < 1e-12);
    let size = ChartSize {
        width: 500,
        height: 400,
        theme: String::from("light"),
    };
    let drawn = app.accuracy_chart("", "own", &size, Language::En).unwrap();
    assert_eq!(
        (drawn.chart.marks.len(), drawn.points[0].url.as_deref()),
        (1, None)
    );
    let wrong = app.accuracy_chart("dance", "own", &size, Language::En);
    assert_eq!(wrong.unwrap_err().code, Code::BadValue);
}

#[test]
fn every_published_row_that_is_scored_has_a_mark_a_name_and_a_line_of_the_export() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::open(folder.path(), now).unwrap();
    let view = app.accuracy(Language::ZhCn).unwrap();
    let size = ChartSize {
        width: 600,
        height: 470,
        theme: String::from("dark"),
    };
    let drawn = app
        .accuracy_chart("", "left_out", &size, Language::ZhCn)
        .unwrap();
    assert_eq!(drawn.chart.marks.len(), view.left_out as usize);
    assert_eq!(drawn.points.len(), drawn.chart.marks.len());
    let rows = view.kinds.iter().filter_map(|kind| kind.left_out.as_ref());
    assert_eq!(rows.map(|errors| errors.rows).sum::<u32>(), view.left_out);
    let exported = app.export_accuracy().unwrap();
    let mut lines = csv::Reader::from_reader(exported.as_slice());
    assert_eq!(
        lines.records().filter_map(Result::ok).count(),
        scored().len()
    );
    let weak = view
        .kinds
        .iter()
        .filter(|kind| kind.left_out.as_ref().is_some_and(|e| e.weak));
    let said = view.weak.iter().filter(|spot| spot.code == "weak_kind");
    assert_eq!(said.count(), weak.count());
}
