//! Where labels stand: beside their mark, off the other marks and off each other.

use super::canvas::{Point, text_width};

/// Height of a label, pixels.
const HEIGHT: i32 = 15;
/// Distance from the middle of a mark to its label.
const GAP: i32 = 11;

/// A rectangle of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Area {
    /// The square around a point.
    pub(super) fn around((x, y): Point, half: i32) -> Area {
        Area {
            left: x - half,
            top: y - half,
            right: x + half,
            bottom: y + half,
        }
    }

    /// The room a text takes whose left end and middle height are given.
    pub(super) fn of_text(text: &str, (x, y): Point) -> Area {
        let half = HEIGHT / 2;
        Area {
            left: x - 2,
            top: y - half,
            right: x + text_width(text) + 2,
            bottom: y + half + 1,
        }
    }

    /// Pixels that two rectangles share.
    pub(super) fn shared(&self, other: &Area) -> i32 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0) * height.max(0)
    }

    fn inside(&self, other: &Area) -> bool {
        let across = self.left >= other.left && self.right <= other.right;
        across && self.top >= other.top && self.bottom <= other.bottom
    }
}

/// Places one label after another.
#[derive(Debug)]
pub(super) struct Labels {
    within: Area,
    /// What a label must not cover: marks and earlier labels.
    taken: Vec<Area>,
    /// What a label had better not cross: whiskers and lines.
    lines: Vec<Area>,
}

impl Labels {
    pub(super) fn within(within: Area) -> Labels {
        Labels {
            within,
            taken: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Keeps labels off this.
    pub(super) fn take(&mut self, area: Area) {
        self.taken.push(area);
    }

    /// Lets labels cross this only where there is no better place.
    pub(super) fn line(&mut self, from: Point, to: Point) {
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        self.lines.push(Area {
            left: left - 1,
            top: top - 1,
            right: right + 1,
            bottom: bottom + 1,
        });
    }

    /// Whether a text may stand here without covering anything.
    pub(super) fn free(&self, area: &Area) -> bool {
        area.inside(&self.within) && self.taken.iter().all(|taken| taken.shared(area) == 0)
    }

    /// What speaks against a place: lines that it crosses, distance from its mark, and another mark
    /// so near that the label might be taken for its name.
    fn doubt(&self, area: &Area, mark: Point) -> i32 {
        let crossed: i32 = self.lines.iter().map(|line| line.shared(area)).sum();
        let middle = ((area.left + area.right) / 2, (area.top + area.bottom) / 2);
        let away = (middle.1 - mark.1).abs().max((middle.0 - mark.0).abs() / 3);
        let (left, top) = (area.left - 5, area.top - 5);
        let wide = Area {
            left,
            top,
            right: area.right + 5,
            bottom: area.bottom + 5,
        };
        let own = Area::around(mark, 1);
        let others = self.taken.iter().filter(|taken| taken.shared(&own) == 0);
        let near = others
            .filter(|other| other.shared(&wide) > 0)
            .count()
            .min(9) as i32;
        crossed / 4 + 3 * away + 40 * near
    }

    /// The best place beside a mark, which is then taken; `None` where every place covers something.
    pub(super) fn place(&mut self, text: &str, mark: Point) -> Option<Area> {
        let places = beside(text_width(text) + 4, mark).into_iter();
        let free = places.filter(|area| self.free(area));
        // Of equally good places the first one stands.
        let best = free.min_by_key(|area| self.doubt(area, mark))?;
        self.taken.push(best);
        Some(best)
    }
}

/// Places beside a mark, the most usual first, then the same once more further away.
fn beside(width: i32, (x, y): Point) -> Vec<Area> {
    let at = |left: i32, middle: i32| Area {
        left,
        top: middle - HEIGHT / 2,
        right: left + width,
        bottom: middle + HEIGHT / 2 + 1,
    };
    let ring = |gap: i32| {
        let (over, under) = (y - gap - HEIGHT / 2, y + gap + HEIGHT / 2);
        let (right, left, middle) = (x + gap, x - gap - width, x - width / 2);
        [
            at(middle, over),
            at(right, y),
            at(left, y),
            at(middle, under),
            at(right, over + 4),
            at(right, under - 4),
            at(left, over + 4),
            at(left, under - 4),
        ]
    };
    [GAP, 2 * GAP, 3 * GAP].into_iter().flat_map(ring).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels() -> Labels {
        Labels::within(Area {
            left: 0,
            top: 0,
            right: 300,
            bottom: 200,
        })
    }

    #[test]
    fn a_label_stands_close_beside_its_mark() {
        let place = labels().place("H800", (150, 100)).unwrap();
        assert_eq!((place.left, place.top + HEIGHT / 2), (150 + GAP, 100));
    }

    #[test]
    fn a_label_gives_way_to_marks_labels_and_the_edge() {
        let mut labels = labels();
        labels.take(Area {
            left: 100,
            top: 60,
            right: 200,
            bottom: 95,
        });
        let first = labels.place("RTX 4090", (150, 100)).unwrap();
        let second = labels.place("RTX 4090", (152, 101)).unwrap();
        assert_eq!(first.shared(&second), 0);
        let corner = labels.place("RTX PRO 6000", (298, 2)).unwrap();
        assert!(corner.right <= 300 && corner.top >= 0);
    }

    #[test]
    fn a_label_without_room_is_left_out() {
        let mut labels = labels();
        labels.take(Area {
            left: 0,
            top: 0,
            right: 300,
            bottom: 200,
        });
        assert_eq!(labels.place("A100", (150, 100)), None);
    }

    #[test]
    fn a_label_crosses_no_line_where_it_need_not() {
        let mut labels = labels();
        labels.line((150, 0), (150, 100)); // a whisker straight up
        let place = labels.place("A100", (150, 100)).unwrap();
        assert!(
            place.left > 150 || place.right < 150 || place.top >= 100,
            "{place:?}"
        );
    }
}
