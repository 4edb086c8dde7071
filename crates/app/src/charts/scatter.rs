//! Predicted against measured, both axes logarithmic and equal: the diagonal is "as predicted", the
//! pale band a quarter off. Shape and colour tell the kinds apart; marks are hollow, so that one sees
//! through them where they overlap.

mod words;

use std::collections::HashSet;

use tiaoka_core::predict::Kind;

use super::canvas::{Anchor, Canvas, ChartError, Ink, Point, Shape, Stroke, Theme, text_width};
use super::labels::Area;
use super::scale::LogScale;
use crate::views::chart::{ChartSize, ChartView, Mark};
use crate::wording::{Wording, figures};

/// Half-width of the band, a share of the measured value.
const BAND: f64 = 0.25;
/// Smallest and largest picture, pixels.
const LEAST: u32 = 240;
const MOST: u32 = 4_000;

/// A row in the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Dot {
    /// Its id.
    pub key: String,
    /// Kind of prediction.
    pub kind: Kind,
    /// What ran: card, model, framework.
    pub title: String,
    /// The measured value.
    pub measured: f64,
    /// The prediction with its 80 % interval.
    pub predicted: tiaoka_core::predict::Interval,
    /// Unit of both.
    pub unit: String,
    /// Who measured it; empty for the user's own.
    pub source: String,
}

impl Dot {
    /// The measured value lies outside the 80 % interval.
    pub fn is_outside(&self) -> bool {
        !(self.predicted.low..=self.predicted.high).contains(&self.measured)
    }
}

/// Shape and ink of a kind.
fn look(kind: Kind) -> (Shape, Ink) {
    match kind {
        Kind::TrainLlm => (Shape::Square, Ink::Accent),
        Kind::TrainCnnBert => (Shape::Square, Ink::Series2),
        Kind::InferCnnBert => (Shape::Diamond, Ink::Series2),
        Kind::Decode => (Shape::Circle, Ink::Series3),
        Kind::Prefill => (Shape::Circle, Ink::Accent),
        Kind::Serving => (Shape::Triangle, Ink::Series2),
        Kind::Diffusion => (Shape::Triangle, Ink::Series3),
        Kind::MemoryInfer => (Shape::Diamond, Ink::Accent),
        Kind::MemoryTrain => (Shape::Diamond, Ink::Series3),
    }
}

/// The chart for a place of this size.
pub fn draw(dots: &[Dot], size: &ChartSize, wording: &Wording) -> Result<ChartView, ChartError> {
    let (width, height) = (
        size.width.clamp(LEAST, MOST),
        size.height.clamp(LEAST, MOST),
    );
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, (width, height), Theme::named(&size.theme));
    let mut picture = Picture::new(dots, (width, height), wording, canvas);
    picture.band();
    picture.grid();
    picture.legend();
    picture.dots();
    let marks = picture.finish()?;
    Ok(ChartView {
        svg,
        marks,
        summary: words::summary(dots, wording),
        columns: words::columns(wording),
        rows: words::rows(dots, wording),
    })
}

struct Picture<'a> {
    dots: &'a [Dot],
    wording: &'a Wording,
    canvas: Canvas<'a>,
    plot: Area,
    measured: LogScale,
    predicted: LogScale,
}

impl<'a> Picture<'a> {
    fn new(
        dots: &'a [Dot],
        (width, height): (u32, u32),
        wording: &'a Wording,
        canvas: Canvas<'a>,
    ) -> Picture<'a> {
        let (width, height) = (width.cast_signed(), height.cast_signed());
        let values = || {
            dots.iter()
                .flat_map(|dot| [dot.measured, dot.predicted.mid])
        };
        let (top, bottom) = (28, height - 42);
        let predicted = LogScale::over(values(), bottom, top);
        let ticks = predicted.ticks(32);
        let widest = ticks.iter().map(|x| text_width(&figures::three(*x))).max();
        let left = widest.unwrap_or(24) + 12;
        let plot = Area {
            left,
            top,
            right: width - 12,
            bottom,
        };
        Picture {
            dots,
            wording,
            canvas,
            plot,
            measured: LogScale::over(values(), plot.left, plot.right),
            predicted,
        }
    }

    fn at(&self, dot: &Dot) -> Point {
        (
            self.measured.at(dot.measured),
            self.predicted.at(dot.predicted.mid),
        )
    }

    /// A quarter off either way, and the diagonal; clipped to the plot by the ends of the scale.
    fn band(&mut self) {
        let [low, high] = self.measured.ends();
        let line = |factor: f64| {
            // Where a line leaves the plot at top or bottom its end moves along it.
            let from = (low / factor).max(low);
            let to = (high / factor).min(high);
            [from, to].map(|x| (self.measured.at(x), self.predicted.at(x * factor)))
        };
        let [upper, lower] = [line(1.0 + BAND), line(1.0 - BAND)];
        let corner = |x: f64, y: f64| (self.measured.at(x), self.predicted.at(y));
        let polygon = [
            corner(low, low),
            upper[0],
            upper[1],
            corner(high, high),
            lower[1],
            lower[0],
        ];
        self.canvas.polygon(&polygon, Ink::BgAccent);
        let diagonal = line(1.0);
        self.canvas.line(&diagonal, Ink::Border2, Stroke::Solid(1));
    }

    /// Hairlines with their figures, and what the axes show.
    fn grid(&mut self) {
        let Area {
            left,
            top,
            right,
            bottom,
        } = self.plot;
        let grey = (Ink::Border, Stroke::Solid(1));
        for x in self.predicted.ticks(32) {
            let y = self.predicted.at(x);
            self.canvas.line(&[(left, y), (right, y)], grey.0, grey.1);
            let figure = figures::three(x);
            self.canvas
                .text(&figure, (left - 6, y), Anchor::End, Ink::Text2, false);
        }
        let all = self.measured.ticks(20);
        let widest = all.iter().map(|x| text_width(&figures::three(*x))).max();
        for x in self.measured.ticks(widest.unwrap_or(20) + 14) {
            let at = self.measured.at(x);
            self.canvas.line(&[(at, top), (at, bottom)], grey.0, grey.1);
            let figure = figures::three(x);
            self.canvas.text(
                &figure,
                (at, bottom + 12),
                Anchor::Middle,
                Ink::Text2,
                false,
            );
        }
        let unit = words::unit(self.dots, self.wording);
        let [across, up] = ["measured", "predicted"].map(|axis| {
            self.wording
                .fill(&format!("chart.scatter.{axis}"), &[("unit", &unit)])
        });
        self.canvas.text(
            &across,
            (right, bottom + 32),
            Anchor::End,
            Ink::Text2,
            false,
        );
        self.canvas
            .text(&up, (left, 10), Anchor::Start, Ink::Text2, false);
    }

    /// Every row, a mark each; of those that fall on one pixel one is drawn.
    fn dots(&mut self) {
        let mut drawn = HashSet::new();
        for dot in self.dots {
            let (at, (shape, ink)) = (self.at(dot), look(dot.kind));
            if drawn.insert((at, dot.kind)) {
                self.canvas.shape(shape, at, ink);
            }
            self.canvas
                .mark(&dot.key, at, words::label(dot, self.wording));
        }
    }

    /// What each shape stands for, where there is more than one, and the band.
    fn legend(&mut self) {
        let Area {
            left,
            top,
            right,
            bottom,
        } = self.plot;
        // Left of where the upper edge of the band leaves the plot.
        let edge = self.measured.at(self.measured.ends()[1] / (1.0 + BAND));
        let band = format!("±{}25{}%", figures::NBSP, figures::NBSP);
        self.canvas
            .text(&band, (edge - 10, top + 9), Anchor::End, Ink::Accent, false);
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| self.dots.iter().any(|dot| dot.kind == *kind))
            .collect();
        if kinds.len() < 2 {
            return;
        }
        let names = kinds.iter().map(|kind| words::kind(*kind, self.wording));
        let names: Vec<String> = names.collect();
        let widest = names.iter().map(|name| text_width(name)).max();
        let widest = widest.unwrap_or_default();
        let rows = i32::try_from(kinds.len()).unwrap_or_default();
        // Below the diagonal is room: far too low is the rarer error.
        let (x, y) = (right - widest - 24, bottom - 16 * rows - 6);
        if x < left + 40 {
            return;
        }
        self.canvas
            .fill([(x - 4, y - 2), (right - 2, bottom - 4)], Ink::Bg1);
        for (row, (kind, name)) in (0_i32..).zip(kinds.iter().zip(&names)) {
            let middle = y + 16 * row + 8;
            let (shape, ink) = look(*kind);
            self.canvas.shape(shape, (x + 6, middle), ink);
            self.canvas
                .text(name, (x + 16, middle), Anchor::Start, Ink::Text2, false);
        }
    }

    fn finish(self) -> Result<Vec<Mark>, ChartError> {
        self.canvas.finish()
    }
}

#[cfg(test)]
mod tests;
