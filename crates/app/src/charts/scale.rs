//! A logarithmic axis: figures to pixels, and round figures to stand beside it.

/// A logarithmic axis from one pixel to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogScale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl LogScale {
    /// An axis over all these figures with a little air at both ends. Figures that are not above
    /// zero have no place on it and are left out.
    pub(super) fn over(figures: impl Iterator<Item = f64>, from: i32, to: i32) -> LogScale {
        let positive = figures.filter(|x| x.is_finite() && *x > 0.0);
        let (low, high) = positive.fold((f64::INFINITY, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
        // Nothing to show, or one figure alone: a decade around it.
        let (low, high) = if low > high { (1.0, 10.0) } else { (low, high) };
        let air = (high / low).powf(0.06).max(1.15);
        LogScale {
            low: low / air,
            high: high * air,
            from: f64::from(from),
            to: f64::from(to),
        }
    }

    /// Where a figure stands; one outside stands at the end.
    pub(super) fn at(&self, x: f64) -> i32 {
        let share = (x.clamp(self.low, self.high) / self.low).ln() / (self.high / self.low).ln();
        (self.from + share * (self.to - self.from)).round() as i32
    }

    /// The lowest and the highest figure on the axis.
    pub(super) fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Whether a figure lies on the axis.
    pub(super) fn holds(&self, x: f64) -> bool {
        (self.low..=self.high).contains(&x)
    }

    /// Round figures on the axis, at least `apart` pixels from each other: 1, 2, 5 of each decade;
    /// more where few of them are on it, and one a decade where they would be too many.
    pub(super) fn ticks(&self, apart: i32) -> Vec<f64> {
        let sets = [
            self.of_decades(&[1.0, 2.0, 5.0]),
            self.of_decades(&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0]),
            self.evenly(),
            self.of_decades(&[1.0]),
        ];
        let roomy = |ticks: &&Vec<f64>| {
            ticks
                .windows(2)
                .all(|pair| (self.at(pair[1]) - self.at(pair[0])).abs() >= apart)
        };
        let enough = sets.iter().filter(roomy).find(|ticks| ticks.len() >= 3);
        let most = || sets.iter().filter(roomy).max_by_key(|ticks| ticks.len());
        enough.or_else(most).cloned().unwrap_or_default()
    }

    /// These figures of every decade.
    fn of_decades(&self, steps: &[f64]) -> Vec<f64> {
        let decades = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let all =
            decades.flat_map(|decade| steps.iter().map(move |step| step * 10f64.powi(decade)));
        all.filter(|x| self.holds(*x)).collect()
    }

    /// Equal steps of 1, 2 or 5 times a power of ten, about four of them: for less than a decade.
    fn evenly(&self) -> Vec<f64> {
        let wanted = (self.high - self.low) / 4.0;
        let power = 10f64.powf(wanted.log10().floor());
        let step = [1.0, 2.0, 5.0]
            .map(|s| s * power)
            .into_iter()
            .find(|s| *s >= wanted);
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step).ceil();
        (0..10)
            .map(|i| (first + f64::from(i)) * step)
            .filter(|x| self.holds(*x))
            .collect()
    }
}

/// A straight axis from nothing at one pixel to its end at another.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinearScale {
    end: f64,
    from: f64,
    to: f64,
}

impl LinearScale {
    /// An axis from 0 to `end`; one without a length is one long.
    pub(super) fn new(end: f64, from: i32, to: i32) -> LinearScale {
        LinearScale {
            end: if end > 0.0 && end.is_finite() {
                end
            } else {
                1.0
            },
            from: f64::from(from),
            to: f64::from(to),
        }
    }

    /// The figure at its end.
    pub(super) fn end(&self) -> f64 {
        self.end
    }

    /// Where a figure stands; one outside stands at the end.
    pub(super) fn at(&self, x: f64) -> i32 {
        let share = x.clamp(0.0, self.end) / self.end;
        (self.from + share * (self.to - self.from)).round() as i32
    }

    /// Equal steps of 1, 2 or 5 times a power of ten, at least `apart` pixels from each other.
    pub(super) fn ticks(&self, apart: i32) -> Vec<f64> {
        let pixels = (self.to - self.from).abs();
        let least = self.end * f64::from(apart.max(1)) / pixels.max(1.0);
        let power = 10f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|s| s * power);
        let step = steps.into_iter().find(|s| *s >= least * (1.0 - 1e-9));
        let step = step.unwrap_or(self.end);
        let count = (self.end / step + 1e-9).floor() as u32;
        (0..=count).map(|n| f64::from(n) * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_equal_distances() {
        let scale = LogScale {
            low: 1.0,
            high: 100.0,
            from: 0.0,
            to: 200.0,
        };
        assert_eq!([1.0, 10.0, 100.0].map(|x| scale.at(x)), [0, 100, 200]);
        assert_eq!((scale.at(0.1), scale.at(1e9)), (0, 200));
    }

    #[test]
    fn round_figures_stand_beside_the_axis() {
        let scale = LogScale {
            low: 15.0,
            high: 220.0,
            from: 0.0,
            to: 240.0,
        };
        assert_eq!(scale.ticks(30), [20.0, 50.0, 100.0, 200.0]);
        // Less than a decade: even steps.
        let narrow = LogScale {
            low: 3.1,
            high: 4.9,
            from: 0.0,
            to: 240.0,
        };
        assert_eq!(narrow.ticks(20), [3.5, 4.0, 4.5]);
        // Six decades in little room: one a decade.
        let wide = LogScale {
            low: 0.5,
            high: 2e5,
            from: 0.0,
            to: 300.0,
        };
        assert_eq!(wide.ticks(40), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
    }

    #[test]
    fn a_straight_axis_has_round_figures_from_nothing_to_its_end() {
        let scale = LinearScale::new(730.0, 0, 365);
        assert_eq!(
            [0.0, 365.0, 730.0, 900.0].map(|x| scale.at(x)),
            [0, 183, 365, 365]
        );
        assert_eq!(
            scale.ticks(40),
            [0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0]
        );
        assert_eq!(LinearScale::new(0.0, 0, 100).ticks(60), [0.0, 1.0]);
    }

    #[test]
    fn figures_without_a_logarithm_are_left_out() {
        let scale = LogScale::over([0.0, -1.0, f64::NAN, 5.0].into_iter(), 0, 100);
        assert!(scale.holds(5.0) && !scale.holds(50.0));
        assert!(LogScale::over(std::iter::empty(), 0, 100).holds(3.0));
    }
}
