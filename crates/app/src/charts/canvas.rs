//! The picture being drawn: lines, rectangles and text of plotters, and a list of marks beside it.

use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::views::chart::{ChartSize, Mark};

/// What went wrong while drawing; only plotters itself can fail.
#[derive(Debug, thiserror::Error)]
#[error("the chart could not be drawn")]
pub struct ChartError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Which of the two faces of the screen a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark text on a light page.
    Light,
    /// Light text on a dark page.
    Dark,
}

impl Theme {
    /// `dark`, or anything else for light.
    pub fn named(name: &str) -> Theme {
        if name == "dark" {
            Theme::Dark
        } else {
            Theme::Light
        }
    }
}

/// A colour by its role; the values are the tokens of the same names in `ui/src/styles/tokens.css`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Page.
    Bg1,
    /// Hairlines.
    Border,
    /// Marks outside the frontier.
    Border2,
    /// What is read.
    Text1,
    /// Units and axes.
    Text2,
    /// The frontier.
    Accent,
    /// Better.
    Good,
    /// A limit.
    Bad,
    /// Second series.
    Series2,
    /// Third series.
    Series3,
    /// Behind what is meant.
    BgAccent,
}

impl Ink {
    fn rgb(self, theme: Theme) -> RGBColor {
        let (light, dark) = match self {
            Ink::Bg1 => (0xfd_fcfa, 0x14_1518),
            Ink::Border => (0xde_dad2, 0x33_363d),
            Ink::Border2 => (0x83_7d72, 0x72_767f),
            Ink::Text1 => (0x1a_1a1d, 0xec_ebe8),
            Ink::Text2 => (0x5b_5852, 0xa9_a79f),
            Ink::Accent => (0x3a_45c6, 0xa5_aeff),
            Ink::Good => (0x14_703f, 0x5f_ca91),
            Ink::Bad => (0xb3_261e, 0xff_9087),
            Ink::Series2 => (0x9a_4406, 0xf2_a35e),
            Ink::Series3 => (0x0a_6770, 0x5f_c8d0),
            Ink::BgAccent => (0xec_eefb, 0x21_243a),
        };
        let rgb: u32 = if theme == Theme::Light { light } else { dark };
        let [_, r, g, b] = rgb.to_be_bytes();
        RGBColor(r, g, b)
    }
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// Without gaps.
    Solid(u32),
    /// Dashes of five pixels.
    Dashed,
    /// Dots of two pixels.
    Dotted,
}

/// The outline of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A triangle that stands on its side.
    Triangle,
    /// A square on its corner.
    Diamond,
}

/// Which point of a text its position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A point, pixels from the left and from the top.
pub type Point = (i32, i32);

/// Text size of every chart, CSS pixels.
pub const TEXT: f64 = 12.0;
/// plotters writes the size that it is given divided by this.
const PLOTTERS_TEXT: f64 = 1.24;

/// Smallest picture that can be drawn, pixels.
const LEAST: (u32, u32) = (200, 140);
/// Largest picture, so that nobody asks for one that does not fit into memory.
const MOST: u32 = 4_000;

/// The size of a picture for a place, within what can be drawn.
pub fn extent(size: &ChartSize) -> (u32, u32) {
    let clamp = |asked: u32, least: u32| asked.clamp(least, MOST);
    (clamp(size.width, LEAST.0), clamp(size.height, LEAST.1))
}

/// A drawing area that also records what can be hovered and focused.
pub struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, plotters::coord::Shift>,
    theme: Theme,
    marks: Vec<Mark>,
    failed: Option<ChartError>,
}

impl<'a> Canvas<'a> {
    /// An empty picture of this size, written into `svg`.
    pub fn new(svg: &'a mut String, (width, height): (u32, u32), theme: Theme) -> Canvas<'a> {
        let area = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
        Canvas {
            area,
            theme,
            marks: Vec::new(),
            failed: None,
        }
    }

    /// A line through these points.
    pub fn line(&mut self, points: &[Point], ink: Ink, stroke: Stroke) {
        let color = ink.rgb(self.theme);
        let points = points.iter().copied();
        let drawn = match stroke {
            Stroke::Solid(width) => self.area.draw(&PathElement::new(
                points.collect::<Vec<_>>(),
                color.stroke_width(width),
            )),
            Stroke::Dashed => {
                self.area
                    .draw(&DashedPathElement::new(points, 5, 4, color.stroke_width(1)))
            }
            Stroke::Dotted => {
                self.area
                    .draw(&DashedPathElement::new(points, 2, 3, color.stroke_width(1)))
            }
        };
        self.keep(drawn);
    }

    /// A filled rectangle between two corners.
    pub fn fill(&mut self, corners: [Point; 2], ink: Ink) {
        let rectangle = Rectangle::new(corners, ink.rgb(self.theme).filled());
        let drawn = self.area.draw(&rectangle);
        self.keep(drawn);
    }

    /// A filled area within these corners.
    pub fn polygon(&mut self, corners: &[Point], ink: Ink) {
        let area = Polygon::new(corners.to_vec(), ink.rgb(self.theme).filled());
        let drawn = self.area.draw(&area);
        self.keep(drawn);
    }

    /// A hollow mark of seven pixels around a point.
    pub fn shape(&mut self, shape: Shape, (x, y): Point, ink: Ink) {
        let outline: &[Point] = match shape {
            Shape::Circle => {
                let style = ink.rgb(self.theme).stroke_width(1);
                let drawn = self.area.draw(&Circle::new((x, y), 3, style));
                return self.keep(drawn);
            }
            Shape::Square => &[(-3, -3), (3, -3), (3, 3), (-3, 3), (-3, -3)],
            Shape::Triangle => &[(0, -4), (4, 3), (-4, 3), (0, -4)],
            Shape::Diamond => &[(0, -4), (4, 0), (0, 4), (-4, 0), (0, -4)],
        };
        let points: Vec<Point> = outline.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        self.line(&points, ink, Stroke::Solid(1));
    }

    /// Text in one line, its middle at the height of the point.
    pub fn text(&mut self, text: &str, at: Point, anchor: Anchor, ink: Ink, bold: bool) {
        let h = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let weight = if bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        let font = FontDesc::new(FontFamily::SansSerif, TEXT * PLOTTERS_TEXT, weight);
        let color = ink.rgb(self.theme);
        let style = TextStyle::from(font)
            .color(&color)
            .pos(Pos::new(h, VPos::Center));
        let drawn = self.area.draw(&Text::new(text.to_owned(), at, style));
        self.keep(drawn);
    }

    /// Remembers that something stands at this point.
    pub fn mark(&mut self, key: &str, (x, y): Point, label: String) {
        self.marks.push(Mark {
            key: key.to_owned(),
            x: f64::from(x),
            y: f64::from(y),
            label,
        });
    }

    /// The marks, in the order they were set, when everything could be drawn.
    pub fn finish(mut self) -> Result<Vec<Mark>, ChartError> {
        let drawn = self.area.present();
        self.keep(drawn);
        match self.failed {
            None => Ok(self.marks),
            Some(error) => Err(error),
        }
    }

    /// The first failure counts; what follows it is not drawn either.
    fn keep<E: std::error::Error + Send + Sync + 'static>(
        &mut self,
        drawn: Result<(), DrawingAreaErrorKind<E>>,
    ) {
        if let Err(error) = drawn {
            self.failed
                .get_or_insert(ChartError(error.to_string().into()));
        }
    }
}

impl std::fmt::Debug for Canvas<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Canvas")
            .field("theme", &self.theme)
            .field("marks", &self.marks.len())
            .finish()
    }
}

/// How wide a text is at most, in pixels, well enough to keep labels apart: a Chinese character is
/// as wide as high, a Latin one two thirds of that in the widest of the usual fonts.
pub fn text_width(text: &str) -> i32 {
    let ems: f64 = text
        .chars()
        .map(|c| match c {
            '\u{2e80}'..='\u{ffff}' => 1.0,
            'A'..='Z' | '%' | '≤' | '≈' => 0.7,
            'i' | 'j' | 'l' | '.' | ',' | ' ' | '\u{a0}' | '\'' => 0.32,
            _ => 0.62,
        })
        .sum();
    (ems * TEXT).ceil() as i32
}
