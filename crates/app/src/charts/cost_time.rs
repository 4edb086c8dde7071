//! What each plan costs against the time it takes: both axes logarithmic, 80 % intervals as
//! whiskers, the frontier in the accent colour, budget and deadline as dashed lines.

mod data;
mod words;

pub use data::{CostTime, Plotted};

use data::drawn_range;

use super::canvas::{Anchor, Canvas, ChartError, Ink, Point, Stroke, Theme, extent, text_width};
use super::labels::{Area, Labels};
use super::scale::LogScale;
use crate::views::chart::{ChartSize, ChartView, Mark};
use crate::wording::{Wording, figures};

/// Above so many plans, those outside the frontier are drawn without whiskers.
const CROWDED: usize = 60;
/// Half the side of a mark.
const HALF: i32 = 4;

/// The chart for a place of this size; `focused` is the id of the row that has the focus.
pub fn draw(
    data: &CostTime,
    size: &ChartSize,
    focused: Option<&str>,
    wording: &Wording,
) -> Result<ChartView, ChartError> {
    let extent = extent(size);
    let mut svg = String::new();
    let canvas = Canvas::new(&mut svg, extent, Theme::named(&size.theme));
    let mut picture = Picture::new(data, extent, focused, wording, canvas);
    picture.grid();
    picture.limits();
    picture.plans();
    picture.captions();
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
    data: &'a CostTime,
    focused: Option<&'a str>,
    wording: &'a Wording,
    canvas: Canvas<'a>,
    plot: Area,
    unit: words::TimeUnit,
    time: LogScale,
    cost: LogScale,
    labels: Labels,
}

impl<'a> Picture<'a> {
    fn new(
        data: &'a CostTime,
        (width, height): (u32, u32),
        focused: Option<&'a str>,
        wording: &'a Wording,
        canvas: Canvas<'a>,
    ) -> Picture<'a> {
        let (width, height) = (width.cast_signed(), height.cast_signed());
        let unit = words::TimeUnit::of(data);
        let costs = drawn_range(data.plans.iter().map(|plan| plan.cost), data.budget);
        let seconds = drawn_range(data.plans.iter().map(|plan| plan.time_s), data.deadline_s);
        let cost = LogScale::over(costs.into_iter(), height - 40, 8);
        let widest = cost
            .ticks(28)
            .iter()
            .map(|x| text_width(&words::money_tick(*x, data)))
            .max();
        let left = widest.unwrap_or(24) + 10;
        let plot = Area {
            left,
            top: 8,
            right: width - 14,
            bottom: height - 40,
        };
        let hours = seconds.into_iter().map(|s| s / unit.seconds());
        let time = LogScale::over(hours, plot.left, plot.right);
        let labels = Labels::within(plot);
        Picture {
            data,
            focused,
            wording,
            canvas,
            plot,
            unit,
            time,
            cost,
            labels,
        }
    }

    fn at(&self, plan: &Plotted) -> Point {
        (
            self.time.at(plan.time_s.mid / self.unit.seconds()),
            self.cost.at(plan.cost.mid),
        )
    }

    /// Hairlines with their figures, and what the lower axis shows.
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
        let widest = self
            .time
            .ticks(20)
            .iter()
            .map(|x| text_width(&figures::three(*x)))
            .max();
        for x in self.time.ticks(widest.unwrap_or(20) + 12) {
            let at = self.time.at(x);
            self.canvas
                .line(&[(at, top), (at, bottom)], Ink::Border, Stroke::Solid(1));
            self.canvas.text(
                &figures::three(x),
                (at, bottom + 12),
                Anchor::Middle,
                Ink::Text2,
                false,
            );
        }
        let axis = words::time_axis(self.data, self.unit, self.wording);
        self.canvas
            .text(&axis, (right, bottom + 30), Anchor::End, Ink::Text2, false);
    }

    /// Budget and deadline: a dashed line with its words, or the words alone where it is far away.
    fn limits(&mut self) {
        let Area {
            left,
            top,
            right,
            bottom,
        } = self.plot;
        if let Some(budget) = self.data.budget {
            let words = words::budget(budget, self.data, self.wording);
            if self.cost.holds(budget) {
                let y = self.cost.at(budget);
                self.canvas
                    .line(&[(left, y), (right, y)], Ink::Bad, Stroke::Dashed);
                self.labels.line((left, y), (right, y));
                let middle = if y - top < 20 { y + 11 } else { y - 11 };
                self.caption(&words, (left + 4, middle), Ink::Bad);
            } else {
                self.caption(&format!("{words} ↑"), (left + 4, top + 10), Ink::Bad);
            }
        }
        if let Some(deadline) = self.data.deadline_s {
            let words = words::deadline(deadline, self.wording);
            let x = deadline / self.unit.seconds();
            let width = text_width(&words);
            if self.time.holds(x) {
                let at = self.time.at(x);
                self.canvas
                    .line(&[(at, top), (at, bottom)], Ink::Bad, Stroke::Dashed);
                self.labels.line((at, top), (at, bottom));
                let left = if at + 6 + width > right {
                    at - 6 - width
                } else {
                    at + 5
                };
                self.caption(&words, (left, bottom - 10), Ink::Bad);
            } else {
                self.caption(
                    &format!("{words} →"),
                    (right - width - 20, bottom - 10),
                    Ink::Bad,
                );
            }
        }
    }

    /// Every plan: others first, then the frontier, then the focused one; marks in data order.
    fn plans(&mut self) {
        let data = self.data;
        for plan in &data.plans {
            let at = self.at(plan);
            self.canvas
                .mark(&plan.key, at, words::mark(plan, data, self.wording));
            self.labels.take(Area::around(at, HALF + 3));
        }
        let is_focused = |plan: &&Plotted| self.focused == Some(plan.key.as_str());
        let (focused, rest): (Vec<&Plotted>, Vec<&Plotted>) =
            data.plans.iter().partition(is_focused);
        let (frontier, others): (Vec<&Plotted>, Vec<&Plotted>) =
            rest.into_iter().partition(|plan| plan.frontier);
        for plan in &others {
            if data.plans.len() <= CROWDED {
                self.whiskers(plan, Ink::Border2, 1);
            }
        }
        for plan in others {
            self.square(plan, Ink::Border2);
        }
        self.staircase();
        for plan in &frontier {
            self.whiskers(plan, Ink::Accent, 1);
        }
        for plan in frontier {
            self.square(plan, Ink::Accent);
        }
        for plan in focused {
            self.ringed(plan);
        }
    }

    /// The frontier joined by dots, from the fastest to the cheapest.
    ///
    /// A plan can be on the frontier for its low risk alone; it is then dearer and slower than a
    /// neighbour and stands beside this line, which would otherwise go to and fro.
    fn staircase(&mut self) {
        let mut plans: Vec<&Plotted> = self
            .data
            .plans
            .iter()
            .filter(|plan| plan.frontier)
            .collect();
        plans.sort_by(|a, b| a.time_s.mid.total_cmp(&b.time_s.mid));
        let mut cheapest = f64::INFINITY;
        plans.retain(|plan| {
            let cheaper = plan.cost.mid < cheapest;
            cheapest = cheapest.min(plan.cost.mid);
            cheaper
        });
        let points: Vec<Point> = plans.iter().map(|plan| self.at(plan)).collect();
        if points.len() > 1 {
            self.canvas.line(&points, Ink::Accent, Stroke::Dotted);
        }
    }

    /// 80 % of outcomes, both ways.
    fn whiskers(&mut self, plan: &Plotted, ink: Ink, width: u32) {
        let (x, y) = self.at(plan);
        let unit = self.unit.seconds();
        let [left, right] = [plan.time_s.low, plan.time_s.high].map(|t| self.time.at(t / unit));
        let [low, high] = [plan.cost.low, plan.cost.high].map(|c| self.cost.at(c));
        for line in [[(left, y), (right, y)], [(x, low), (x, high)]] {
            self.canvas.line(&line, ink, Stroke::Solid(width));
            if ink == Ink::Accent {
                self.labels.line(line[0], line[1]);
            }
        }
    }

    /// The square of the evidence: filled, half filled, or an outline.
    fn square(&mut self, plan: &Plotted, ink: Ink) {
        let (x, y) = self.at(plan);
        let canvas = &mut self.canvas;
        let mut inner = |left: i32, top: i32, right: i32, bottom: i32, ink: Ink| {
            canvas.fill([(x + left, y + top), (x + right, y + bottom)], ink);
        };
        inner(-HALF, -HALF, HALF + 1, HALF + 1, ink);
        match plan.evidence.as_deref() {
            Some("A") => {}
            Some("measured") => {
                let tick = [(x - 2, y), (x, y + 2), (x + 3, y - 2)];
                canvas.line(&tick, Ink::Bg1, Stroke::Solid(1));
            }
            Some("B") => inner(1, 1 - HALF, HALF, HALF, Ink::Bg1),
            Some("C") => {
                inner(1 - HALF, 1 - HALF, HALF, HALF, Ink::Bg1);
                // Gaps in the middle of each side make the outline a dashed one.
                inner(-1, -HALF, 2, HALF + 1, Ink::Bg1);
                inner(-HALF, -1, HALF + 1, 2, Ink::Bg1);
            }
            _ => inner(1 - HALF, 1 - HALF, HALF, HALF, Ink::Bg1),
        }
    }

    /// The plan that has the focus: thicker whiskers and a ring.
    fn ringed(&mut self, plan: &Plotted) {
        let (x, y) = self.at(plan);
        self.whiskers(plan, Ink::Accent, 2);
        self.canvas.fill([(x - 8, y - 8), (x + 9, y + 9)], Ink::Bg1);
        let (low, high) = (-8, 8);
        let ring = [
            (low, low),
            (high, low),
            (high, high),
            (low, high),
            (low, low),
        ];
        let ring = ring.map(|(dx, dy)| (x + dx, y + dy));
        self.canvas.line(&ring, Ink::Accent, Stroke::Solid(2));
        self.square(plan, Ink::Accent);
        self.labels.take(Area::around((x, y), 11));
    }

    /// Names of the focused plan and of the frontier, best rank first, and where better is.
    fn captions(&mut self) {
        let data = self.data;
        self.better();
        let is_focused = |plan: &Plotted| self.focused == Some(plan.key.as_str());
        let mut named: Vec<(&Plotted, bool)> = data
            .plans
            .iter()
            .map(|plan| (plan, is_focused(plan)))
            .collect();
        named.retain(|(plan, focused)| plan.frontier || *focused);
        named.sort_by_key(|(plan, focused)| (!focused, plan.rank));
        for (plan, focused) in named {
            let (at, name) = (self.at(plan), short(&plan.name));
            if let Some(place) = self.labels.place(&name, at) {
                self.canvas.fill(
                    [(place.left, place.top), (place.right, place.bottom)],
                    Ink::Bg1,
                );
                let middle = (place.top + place.bottom) / 2;
                self.canvas.text(
                    &name,
                    (place.left + 2, middle),
                    Anchor::Start,
                    Ink::Text1,
                    focused,
                );
            }
        }
    }

    /// "↙ better", in the corner where it is, or near it where a plan stands there.
    fn better(&mut self) {
        let words = format!("↙ {}", self.wording.plain("chart.better"));
        let Area { left, bottom, .. } = self.plot;
        let places = [
            (left + 6, bottom - 12),
            (left + 6, bottom - 34),
            (left + 60, bottom - 12),
        ];
        let free = places
            .into_iter()
            .find(|at| self.labels.free(&Area::of_text(&words, *at)));
        if let Some(at) = free {
            self.caption(&words, at, Ink::Good);
        }
    }

    /// Words on a patch of the page's colour, which no label then covers.
    fn caption(&mut self, words: &str, at: Point, ink: Ink) {
        let area = Area::of_text(words, at);
        self.canvas
            .fill([(area.left, area.top), (area.right, area.bottom)], Ink::Bg1);
        self.canvas.text(words, at, Anchor::Start, ink, false);
        self.labels.take(area);
    }

    fn finish(self) -> Result<Vec<Mark>, ChartError> {
        self.canvas.finish()
    }
}

/// A name that leaves room for others.
fn short(name: &str) -> String {
    const MOST: usize = 28;
    match name.char_indices().nth(MOST) {
        Some(_) => name.chars().take(MOST - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;
