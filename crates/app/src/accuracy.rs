//! Use case: how good predictions are, kind by kind, and the rows behind every figure.

mod named;
mod source;
mod weak;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use tiaoka_core::message::Message;
use tiaoka_core::model::constants;
use tiaoka_core::observation::{
    Accuracy, Baseline, Method, Point, Predicted, Scored, Split, accuracy, baselines, predict_row,
    scored, shipped,
};
use tiaoka_core::predict::{Interval, Kind};

use crate::app::App;
use crate::charts::scatter::{self, Dot};
use crate::measurements::title;
use crate::problem::{Code, Problem};
use crate::store::KeptMeasurement;
use crate::views::accuracy::{
    AccuracyView, ErrorsView, KindView, MethodErrors, MethodView, PointView, ScatterView,
};
use crate::views::chart::ChartSize;
use crate::wording::{Language, Wording};
use named::{Named, named};
use source::url;

/// Version of the JSON of the accuracy.
const SCHEMA: u32 = 1;
/// A kind is weak when one prediction in ten is off by more than this share: what a plan chosen by
/// such a figure costs may be that far from what was said.
const WEAK_P90: f64 = 0.4;

impl App {
    /// Errors of each kind inside known sources and on left-out ones, beside simple methods; where the
    /// model is weak; the user's own measurements in the same figures.
    pub fn accuracy(&self, language: Language) -> Result<AccuracyView, Problem> {
        let wording = Wording::of(language);
        let rows = scored();
        let own = accuracy(&own_points(&self.store.measurements()?));
        let [known, left_out] = [Split::Known, Split::LeftOut].map(of_split);
        let kinds = Kind::ALL.map(|kind| KindView {
            kind: kind.key().to_owned(),
            label: wording.plain(&format!("kind.{}", kind.key())),
            known: errors(known.errors, kind),
            left_out: errors(left_out.errors, kind),
            own: errors(&own, kind),
            methods: methods(kind, [known, left_out], &wording),
        });
        let sources: BTreeSet<String> = rows
            .iter()
            .filter_map(|row| row.row.source_name())
            .collect();
        let count = |split| {
            rows.iter()
                .filter(|row| row.predicted(split).is_some())
                .count()
        };
        Ok(AccuracyView {
            schema: SCHEMA,
            rows: whole(shipped().len()),
            sources: whole(sources.len()),
            held_back: whole(count(Split::Known)),
            left_out: whole(count(Split::LeftOut)),
            kinds: kinds.to_vec(),
            weak: left_out
                .weak
                .iter()
                .map(|spot| wording.view(spot))
                .collect(),
        })
    }

    /// Predicted against measured. `kind` is one of the kinds, or empty for all; `split` is `known`,
    /// `left_out`, or `own` for the user's own measurements.
    pub fn accuracy_chart(
        &self,
        kind: &str,
        split: &str,
        size: &ChartSize,
        language: Language,
    ) -> Result<ScatterView, Problem> {
        let wanted = match kind {
            "" => None,
            key => Some(Kind::by_key(key).ok_or_else(|| bad_kind(key))?),
        };
        let mut dots = match split {
            "known" => published(Split::Known),
            "left_out" => published(Split::LeftOut),
            "own" => own_dots(&self.store.measurements()?),
            other => return Err(Problem::bad_value("split", other, "known | left_out | own")),
        };
        dots.retain(|dot| wanted.is_none_or(|kind| dot.kind == kind));
        dots.sort_by_key(|dot| dot.kind);
        let chart = scatter::draw(&dots, size, &Wording::of(language))
            .map_err(|error| Problem::new(Code::Internal).because(&error))?;
        let point = |dot: &Dot| PointView {
            source: dot.source.clone(),
            url: url(&dot.source),
            outside: dot.is_outside(),
        };
        Ok(ScatterView {
            chart,
            points: dots.iter().map(point).collect(),
        })
    }

    /// Every scored row with both predictions, as CSV.
    pub fn export_accuracy(&self) -> Result<Vec<u8>, Problem> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let fault = |error: &csv::Error| Problem::new(Code::Internal).because(error);
        let head = [
            "id",
            "kind",
            "run",
            "measured",
            "unit",
            "known",
            "known_low",
            "known_high",
            "left_out",
            "left_out_low",
            "left_out_high",
            "source",
        ];
        writer.write_record(head).map_err(|error| fault(&error))?;
        for (row, named) in scored().iter().zip(named()) {
            let value = row.row.value.map(|value| value.to_string());
            let mut cells = vec![
                row.row.id.clone(),
                row.kind().key().to_owned(),
                named.title.clone(),
                value.unwrap_or_default(),
                row.row.unit.clone(),
            ];
            for predicted in [row.known, row.left_out] {
                let figures = predicted.map(|p| [p.value, p.low, p.high].map(|x| x.to_string()));
                cells.extend(figures.unwrap_or_default());
            }
            cells.push(row.row.source.clone().unwrap_or_default());
            writer.write_record(cells).map_err(|error| fault(&error))?;
        }
        let bytes = writer.into_inner();
        bytes.map_err(|error| Problem::new(Code::Internal).because(error.error()))
    }
}

fn bad_kind(key: &str) -> Problem {
    let keys: Vec<&str> = Kind::ALL.into_iter().map(Kind::key).collect();
    Problem::bad_value("kind", key, &keys.join(" | "))
}

fn whole(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// What a split says of the shipped rows, worked out once.
#[derive(Clone, Copy)]
struct OfSplit {
    errors: &'static [Accuracy],
    baselines: &'static [Baseline],
    /// Where the model is weak.
    weak: &'static [Message],
}

fn of_split(split: Split) -> OfSplit {
    type Worked = (Vec<Accuracy>, Vec<Baseline>, Vec<Message>);
    static KNOWN: OnceLock<Worked> = OnceLock::new();
    static LEFT_OUT: OnceLock<Worked> = OnceLock::new();
    let kept = match split {
        Split::Known => &KNOWN,
        Split::LeftOut => &LEFT_OUT,
    };
    let (errors, baselines, weak) = kept.get_or_init(|| {
        let points: Vec<Point> = scored().iter().filter_map(|row| row.point(split)).collect();
        let errors = accuracy(&points);
        let weak = weak::spots(split, &errors);
        (errors, baselines(scored(), split), weak)
    });
    OfSplit {
        errors,
        baselines,
        weak,
    }
}

fn errors(all: &[Accuracy], kind: Kind) -> Option<ErrorsView> {
    let found = all.iter().find(|found| found.kind == kind)?;
    Some(ErrorsView {
        rows: whole(found.rows),
        median_ape: found.median_ape,
        p90_ape: found.p90_ape,
        within_25: found.within_25,
        in_80_interval: found.in_80_interval,
        weak: found.p90_ape > WEAK_P90,
    })
}

/// Simple methods that can answer rows of a kind.
fn methods(kind: Kind, splits: [OfSplit; 2], wording: &Wording) -> Vec<MethodView> {
    let of = |split: OfSplit, method: Method| {
        let mut found = split.baselines.iter();
        let found = found.find(|found| found.kind == kind && found.method == method);
        found.map(|found| MethodErrors {
            rows: whole(found.rows),
            median_ape: found.median_ape,
            model_ape: found.model_ape,
        })
    };
    let view = |(method, code): (Method, &str)| MethodView {
        code: code.to_owned(),
        label: wording.plain(&format!("accuracy.method.{code}")),
        known: of(splits[0], method),
        left_out: of(splits[1], method),
    };
    [
        (Method::Bandwidth, "bandwidth"),
        (Method::Flops, "flops"),
        (Method::FixedShare, "fixed_share"),
        (Method::FixedBandwidth, "fixed_bandwidth"),
    ]
    .into_iter()
    .map(view)
    .filter(|view| view.known.is_some() || view.left_out.is_some())
    .collect()
}

fn interval(predicted: &Predicted) -> Interval {
    Interval {
        low: predicted.low,
        mid: predicted.value,
        high: predicted.high,
    }
}

fn published(split: Split) -> Vec<Dot> {
    let dot = |(row, named): (&Scored, &Named)| {
        Some(Dot {
            key: row.row.id.clone(),
            kind: row.kind(),
            title: named.title.clone(),
            measured: row.row.value?,
            predicted: interval(&row.predicted(split)?),
            unit: row.row.unit.clone(),
            source: row.row.source.clone().unwrap_or_default(),
        })
    };
    scored().iter().zip(named()).filter_map(dot).collect()
}

/// The user's rows that the model says something of.
fn own_predicted(rows: &[KeptMeasurement]) -> impl Iterator<Item = (&KeptMeasurement, Predicted)> {
    rows.iter()
        .filter_map(|kept| Some((kept, predict_row(&kept.row, constants()).ok()?)))
}

fn own_points(rows: &[KeptMeasurement]) -> Vec<Point> {
    let point = |(kept, predicted): (&KeptMeasurement, Predicted)| {
        Some(Point {
            kind: kept.row.kind(),
            measured: kept.row.value?,
            predicted,
        })
    };
    own_predicted(rows).filter_map(point).collect()
}

fn own_dots(rows: &[KeptMeasurement]) -> Vec<Dot> {
    let dot = |(kept, predicted): (&KeptMeasurement, Predicted)| {
        Some(Dot {
            key: kept.id.to_string(),
            kind: kept.row.kind(),
            title: title(&kept.row),
            measured: kept.row.value?,
            predicted: interval(&predicted),
            unit: kept.row.unit.clone(),
            source: kept.row.source.clone().unwrap_or_default(),
        })
    };
    own_predicted(rows).filter_map(dot).collect()
}

#[cfg(test)]
mod tests;
