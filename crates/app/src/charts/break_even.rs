//! What a month costs against the hours that the machine is used in it, for every way of paying that a
//! seller has for one plan: by the hour a line that climbs, paid ahead a level one. Where they cross the
//! term begins to be the cheaper one; the predicted use is a band behind them.

mod data;
mod words;

pub use data::{BreakEvenChart, Line};

use data::{Crossing, MONTH_H};

use super::canvas::{Anchor, Canvas, ChartError, Ink, Point, Stroke, Theme, extent, text_width};
use super::labels::{Area, Labels};
use super::scale::LinearScale;
use crate::views::chart::{ChartSize, ChartView, Mark};
use crate::wording::{Wording, figures};

/// Inks of the lines in their order; lines by the hour come first.
const INKS: [Ink; 4] = [Ink::Accent, Ink::Series2, Ink::Series3, Ink::Text2];
/// Half the side of a mark.
const HALF: i32 = 4;
/// Hours between the figures of the lower axis.
const TICK_H: f64 = 146.0;
/// How much of a line by the hour is worth seeing above the dearest term.
const ABOVE: f64 = 1.35;

/// The chart for a place of this size.
pub fn draw(
    data: &BreakEvenChart,
    size: &ChartSize,
    wording: &Wording,
) -> Result<ChartView, ChartError> {
    let extent = extent(size);
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, extent, Theme::named(&size.theme));
    let mut picture = Picture::new(data, extent, wording, canvas);
    picture.predicted();
    picture.grid();
    picture.lines();
    picture.crossings();
    picture.names();
    picture.predicted_mark();
    let marks = picture.finish()?;
    Ok(ChartView {
        svg,
        marks,
        summary: words::summary(data, wording),
        columns: words::columns(data, wording),
        rows: words::rows(data, wording),
    })
}

/// The picture while it is drawn.
struct Picture<'a> {
    data: &'a BreakEvenChart,
    wording: &'a Wording,
    canvas: Canvas<'a>,
    plot: Area,
    hours: LinearScale,
    cost: LinearScale,
    labels: Labels,
}

impl<'a> Picture<'a> {
    fn new(
        data: &'a BreakEvenChart,
        (width, height): (u32, u32),
        wording: &'a Wording,
        canvas: Canvas<'a>,
    ) -> Picture<'a> {
        let (width, height) = (width.cast_signed(), height.cast_signed());
        let bottom = height - 40;
        let cost = LinearScale::new(top(data), bottom, 10);
        let ticks = cost.ticks(28);
        let widest = ticks
            .iter()
            .map(|x| text_width(&words::money_tick(*x, data)));
        let plot = Area {
            left: widest.max().unwrap_or(24) + 10,
            top: 10,
            right: width - 16,
            bottom,
        };
        Picture {
            data,
            wording,
            canvas,
            plot,
            hours: LinearScale::new(MONTH_H, plot.left, plot.right),
            cost,
            labels: Labels::within(plot),
        }
    }

    /// The predicted use, from its lower to its upper end: a band at least two pixels wide.
    fn predicted(&mut self) {
        let use_h = self.data.use_h;
        let [from, to] = [use_h.low, use_h.high].map(|h| self.hours.at(h));
        let corners = [
            (from - 1, self.plot.top),
            (to.max(from + 1) + 1, self.plot.bottom),
        ];
        self.canvas.fill(corners, Ink::BgAccent);
    }

    /// Hairlines with their figures, and what both axes show.
    fn grid(&mut self) {
        let Area {
            left,
            top,
            right,
            bottom,
        } = self.plot;
        for x in self.cost.ticks(28) {
            let y = self.cost.at(x);
            self.canvas
                .line(&[(left, y), (right, y)], Ink::Border, Stroke::Solid(1));
            let figure = words::money_tick(x, self.data);
            self.canvas
                .text(&figure, (left - 6, y), Anchor::End, Ink::Text2, false);
        }
        for tick in 0..=5 {
            let hours = f64::from(tick) * TICK_H;
            let x = self.hours.at(hours);
            self.canvas
                .line(&[(x, top), (x, bottom)], Ink::Border, Stroke::Solid(1));
            let figure = figures::three(hours);
            let at = (x, bottom + 12);
            self.canvas
                .text(&figure, at, Anchor::Middle, Ink::Text2, false);
        }
        let axis = self.wording.plain("chart.break_even.axis");
        self.canvas
            .text(&axis, (right, bottom + 30), Anchor::End, Ink::Text2, false);
    }

    fn ink(&self, line: usize) -> Ink {
        INKS[line % INKS.len()]
    }

    /// Every way of paying; one by the hour ends where it leaves the picture.
    fn lines(&mut self) {
        let highest = self.cost.end();
        for (i, line) in self.data.lines.iter().enumerate() {
            let end = match line.per_hour > 0.0 {
                true => (highest / line.per_hour).min(MONTH_H),
                false => MONTH_H,
            };
            let from = (self.hours.at(0.0), self.cost.at(line.at(0.0)));
            let to = (self.hours.at(end), self.cost.at(line.at(end)));
            let stroke = match (line.flat(), i) {
                (true, _) => Stroke::Dashed,
                (false, 0) => Stroke::Solid(2),
                (false, _) => Stroke::Solid(1),
            };
            let ink = self.ink(i);
            self.canvas.line(&[from, to], ink, stroke);
            if line.flat() {
                self.labels.line(from, to);
            } else {
                self.along(from, to);
            }
        }
    }

    /// Keeps labels off a slanted line, piece by piece.
    fn along(&mut self, from: Point, to: Point) {
        const PIECES: i32 = 24;
        let at = |n: i32| {
            let x = from.0 + (to.0 - from.0) * n / PIECES;
            let y = from.1 + (to.1 - from.1) * n / PIECES;
            (x, y)
        };
        for n in 0..PIECES {
            self.labels.line(at(n), at(n + 1));
        }
    }

    /// Where a term begins to be cheaper: a mark with its hours.
    fn crossings(&mut self) {
        let crossings = self.data.crossings();
        let at = |one: &Crossing, picture: &Picture<'_>| {
            (picture.hours.at(one.hours), picture.cost.at(one.cost))
        };
        for one in &crossings {
            self.labels.take(Area::around(at(one, self), HALF + 3));
        }
        for one in &crossings {
            let point = at(one, self);
            let (x, y) = point;
            let square = [(x - HALF, y - HALF), (x + HALF + 1, y + HALF + 1)];
            self.canvas.fill(square, Ink::Text1);
            let label = words::crossing(one, self.data, self.wording);
            let [hourly, term] = one.lines;
            self.canvas.mark(&format!("{hourly}-{term}"), point, label);
            self.label(&words::hours(one.hours, self.wording), point, Ink::Text1);
        }
    }

    /// The name of each line: of a level one above its left end, of a climbing one at its upper end.
    fn names(&mut self) {
        let highest = self.cost.end();
        for (i, line) in self.data.lines.iter().enumerate() {
            let hours = match line.flat() {
                true => MONTH_H * 0.08,
                false => (highest / line.per_hour).min(MONTH_H) * 0.88,
            };
            let at = (self.hours.at(hours), self.cost.at(line.at(hours)));
            let ink = self.ink(i);
            self.label(&line.name.clone(), at, ink);
        }
    }

    /// The predicted use as a mark on the line that is cheapest there.
    fn predicted_mark(&mut self) {
        let mid = self.data.use_h.mid.min(MONTH_H);
        let Some(line) = self.data.cheapest(mid) else {
            return;
        };
        let point = (self.hours.at(mid), self.cost.at(line.at(mid)));
        let (x, y) = point;
        let square = [(x - 3, y - 3), (x + 4, y + 4)];
        self.canvas.fill(square, Ink::Good);
        let label = words::use_mark(self.data, self.wording);
        self.canvas.mark("use", point, label);
        let words = self.wording.plain("chart.break_even.use_row");
        self.label(&words, (x, self.plot.top + 10), Ink::Text2);
    }

    /// Words beside a point on a patch of the page's colour; left out where there is no room.
    fn label(&mut self, words: &str, at: Point, ink: Ink) {
        if let Some(place) = self.labels.place(words, at) {
            let corners = [(place.left, place.top), (place.right, place.bottom)];
            self.canvas.fill(corners, Ink::Bg1);
            let middle = (place.top + place.bottom) / 2;
            let at = (place.left + 2, middle);
            self.canvas.text(words, at, Anchor::Start, ink, false);
        }
    }

    fn finish(self) -> Result<Vec<Mark>, ChartError> {
        self.canvas.finish()
    }
}

/// The highest cost that is drawn: a little above the dearest term, else a whole month by the hour.
fn top(data: &BreakEvenChart) -> f64 {
    let flat = data.lines.iter().filter(|line| line.flat());
    let term = flat.map(|line| line.per_month).fold(0.0, f64::max);
    let used = data.cheapest(data.use_h.mid.min(MONTH_H));
    let used = used.map_or(0.0, |line| line.at(data.use_h.mid.min(MONTH_H)));
    let hourly = data
        .lines
        .iter()
        .map(|line| line.at(MONTH_H))
        .fold(0.0, f64::max);
    match term > 0.0 {
        true => (ABOVE * term).max(1.1 * used).min(hourly.max(1.1 * term)),
        false => hourly.max(1.1 * used),
    }
}

#[cfg(test)]
mod tests;
