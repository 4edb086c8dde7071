//! Robust least squares on ln(predicted ÷ measured) with a ridge to the priors, within bounds.
//!
//! Minimised is `Σ w · ρ(r) + Σ ((x − prior) ÷ spread)²` with `ρ(r) = 2 (√(1 + (r/s)²) − 1)`: small errors
//! count by their square, large ones by their size. A row's weight falls with the rows of its source and kind,
//! in most groups as 1 ÷ √, so that a source of three hundred rows counts as seventeen. Steps are those of
//! Gauss and Newton, damped as Levenberg and Marquardt have it. A row reads some twenty of the
//! constants, so the normal equations are summed up row by row and solved by Cholesky's method.

use std::collections::BTreeMap;
use std::thread;

use nalgebra::{DMatrix, DVector};
use tiaoka_core::model::{Constant, Group, ModelConstants};
use tiaoka_core::predict::Kind;

use crate::rows::Row;

/// How errors and sources count in the fit of a group.
#[derive(Debug, Clone, Copy)]
struct Balance {
    /// Residual up to which an error counts by its square: what careful people differ by.
    noise: f64,
    /// A row's weight is the rows of its source and kind to this power.
    crowd: f64,
}

impl Balance {
    fn of(group: Group) -> Balance {
        match group {
            // Servers are measured by machines, hundreds of rows a run, and repeat to a few percent.
            Group::Llm => Balance {
                noise: 0.08,
                crowd: -0.3,
            },
            _ => Balance {
                noise: 0.12,
                crowd: -0.5,
            },
        }
    }

    fn robust(self, residual: f64) -> f64 {
        2.0 * ((1.0 + (residual / self.noise).powi(2)).sqrt() - 1.0)
    }
}

/// Step of the numerical derivative; constants are logarithms.
const STEP: f64 = 1e-5;
/// Most steps of one fit.
const STEPS_MAX: usize = 60;
/// A step that gains less than this part of the sum is the last.
const GAIN_MIN: f64 = 1e-5;
/// Threads that work on one fit.
const THREADS: usize = 2;

/// Rows, and the constants they are to settle.
pub(crate) struct Problem<'a> {
    balance: Balance,
    rows: Vec<&'a Row>,
    weights: Vec<f64>,
    free: Vec<&'a Constant>,
    /// For each row, the places in `free` that it reads.
    read: Vec<Vec<usize>>,
}

/// What a fit found.
pub(crate) struct Solution {
    /// Every free constant: key, value, rows.
    pub(crate) values: Vec<(String, f64, u32)>,
    /// The minimum.
    pub(crate) sum: f64,
    /// Steps taken.
    pub(crate) steps: usize,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(
        rows: Vec<&'a Row>,
        all: &'a [Constant],
        base: &ModelConstants,
        group: Group,
    ) -> Self {
        let balance = Balance::of(group);
        let recording = with_rows(base, all, 1).recording();
        let free: Vec<&Constant> = all.iter().filter(|one| one.spread.is_some()).collect();
        let place: BTreeMap<&str, usize> = free
            .iter()
            .enumerate()
            .map(|(at, one)| (one.key.as_str(), at))
            .collect();
        let read = rows.iter().map(|row| {
            row.residual(&recording);
            let keys = recording.take_read();
            keys.iter()
                .filter_map(|key| place.get(key.as_str()).copied())
                .collect()
        });
        let read = read.collect();
        let mut sizes: BTreeMap<(Kind, &str), f64> = BTreeMap::new();
        for row in &rows {
            *sizes.entry((row.case.kind, &row.source)).or_default() += 1.0;
        }
        let weight = |row: &&Row| sizes[&(row.case.kind, row.source.as_str())].powf(balance.crowd);
        Problem {
            balance,
            weights: rows.iter().map(weight).collect(),
            rows,
            free,
            read,
        }
    }

    /// The constants at the minimum, found from the priors.
    pub(crate) fn solve(&self, base: &ModelConstants) -> Solution {
        let mut point: Vec<f64> = self.free.iter().map(|one| one.prior).collect();
        let mut constants = self.at(base, &point);
        let mut residuals = self.residuals(&constants);
        let mut sum = self.sum(&residuals, &point);
        let mut damping = 1e-3;
        let mut steps = 0;
        while steps < STEPS_MAX {
            steps += 1;
            let (matrix, gradient) = self.normal_equations(&constants, &residuals, &point);
            let before = sum;
            // A step that makes the sum worse is tried again, shorter.
            for _ in 0..8 {
                let next = self.step(&matrix, &gradient, damping, &point);
                let there = self.at(base, &next);
                let found = self.residuals(&there);
                let then = self.sum(&found, &next);
                if then < sum {
                    (point, constants, residuals, sum) = (next, there, found, then);
                    damping = (damping / 5.0).max(1e-9);
                    break;
                }
                damping *= 6.0;
            }
            if before - sum <= GAIN_MIN * before {
                break;
            }
        }
        Solution {
            values: self.counted(&constants, &point),
            sum,
            steps,
        }
    }

    /// The part of the sum that the next step from the present values would gain: next to nothing where
    /// they are those of a fit.
    #[cfg(test)]
    pub(crate) fn next_gain(&self, constants: &ModelConstants) -> f64 {
        let value = |one: &&Constant| constants.correction(&one.key);
        let point: Vec<f64> = self.free.iter().map(value).collect();
        let residuals = self.residuals(constants);
        let (matrix, gradient) = self.normal_equations(constants, &residuals, &point);
        let next = self.step(&matrix, &gradient, 0.0, &point);
        let moved = point.iter().zip(&next).zip(gradient.iter());
        // A square whose slope is 2g and whose minimum lies at s is lower there by g · s.
        let gain: f64 = moved
            .map(|((before, after), slope)| slope * (after - before))
            .sum();
        gain / self.sum(&residuals, &point)
    }

    /// The constants with these values of the free ones.
    fn at(&self, base: &ModelConstants, point: &[f64]) -> ModelConstants {
        let mut counts = vec![0; self.free.len()];
        self.read.iter().flatten().for_each(|at| counts[*at] += 1);
        let mut constants = base.clone();
        for ((one, value), rows) in self.free.iter().zip(point).zip(counts) {
            constants.set(&one.key, *value, rows);
        }
        constants
    }

    fn residuals(&self, constants: &ModelConstants) -> Vec<Option<f64>> {
        self.rows
            .iter()
            .map(|row| row.residual(constants))
            .collect()
    }

    fn sum(&self, residuals: &[Option<f64>], point: &[f64]) -> f64 {
        let rows = residuals.iter().zip(&self.weights);
        let rows: f64 = rows
            .map(|(r, weight)| weight * self.balance.robust(r.unwrap_or(0.0)))
            .sum();
        let ridge: f64 = self
            .free
            .iter()
            .zip(point)
            .map(|(one, x)| pull(one, *x).powi(2))
            .sum();
        rows + ridge
    }

    /// `JᵀWJ` and `−JᵀWr` of rows and ridge.
    fn normal_equations(
        &self,
        constants: &ModelConstants,
        residuals: &[Option<f64>],
        point: &[f64],
    ) -> (DMatrix<f64>, DVector<f64>) {
        let n = self.free.len();
        let (mut matrix, mut gradient) = (DMatrix::zeros(n, n), DVector::zeros(n));
        for (at, slopes) in self
            .slopes(constants, residuals, point)
            .into_iter()
            .enumerate()
        {
            let Some(r) = residuals[at] else { continue };
            // ρ behaves as a square whose weight falls with the error.
            let noise = self.balance.noise;
            let weight = self.weights[at] / (noise.powi(2) * (1.0 + (r / noise).powi(2)).sqrt());
            for (i, a) in &slopes {
                gradient[*i] -= weight * a * r;
                for (j, b) in &slopes {
                    matrix[(*i, *j)] += weight * a * b;
                }
            }
        }
        for (i, one) in self.free.iter().enumerate() {
            let spread = one.spread.unwrap_or(1.0);
            matrix[(i, i)] += spread.powi(-2);
            gradient[i] -= pull(one, point[i]) / spread;
        }
        (matrix, gradient)
    }

    /// For each row, the derivative of its residual by each constant it reads.
    fn slopes(
        &self,
        constants: &ModelConstants,
        residuals: &[Option<f64>],
        point: &[f64],
    ) -> Vec<Vec<(usize, f64)>> {
        let size = self.rows.len().div_ceil(THREADS).max(1);
        let places: Vec<usize> = (0..self.rows.len()).collect();
        let part = |rows: &[usize]| -> Vec<Vec<(usize, f64)>> {
            let mut moved = constants.clone();
            let slopes = |at: &usize| {
                let Some(r) = residuals[*at] else {
                    return Vec::new();
                };
                let slope = |place: &usize| {
                    let key = &self.free[*place].key;
                    let x = point[*place];
                    moved.set(key, x + STEP, 1);
                    let there = self.rows[*at].residual(&moved);
                    moved.set(key, x, 1);
                    let slope = (there? - r) / STEP;
                    (slope != 0.0).then_some((*place, slope))
                };
                self.read[*at].iter().filter_map(slope).collect()
            };
            rows.iter().map(slopes).collect()
        };
        thread::scope(|scope| {
            let parts: Vec<_> = places
                .chunks(size)
                .map(|rows| scope.spawn(|| part(rows)))
                .collect();
            parts
                .into_iter()
                .flat_map(|part| part.join().unwrap_or_default())
                .collect()
        })
    }

    /// One damped step, cut off at the bounds. A constant at a bound that the slope pushes outwards stays.
    fn step(
        &self,
        matrix: &DMatrix<f64>,
        gradient: &DVector<f64>,
        damping: f64,
        point: &[f64],
    ) -> Vec<f64> {
        let mut damped = matrix.clone();
        let mut slope = gradient.clone();
        for (i, one) in self.free.iter().enumerate() {
            damped[(i, i)] *= 1.0 + damping;
            let low = one.lowest.is_some_and(|low| point[i] <= low) && slope[i] < 0.0;
            let high = one.highest.is_some_and(|high| point[i] >= high) && slope[i] > 0.0;
            if low || high {
                slope[i] = 0.0;
                for j in 0..self.free.len() {
                    if i != j {
                        damped[(i, j)] = 0.0;
                        damped[(j, i)] = 0.0;
                    }
                }
            }
        }
        // The ridge keeps the matrix positive.
        let step = damped.cholesky().map(|factor| factor.solve(&slope));
        let moved = |(i, one): (usize, &&Constant)| {
            let step = step.as_ref().map_or(0.0, |step| step[i]);
            // More than a unit of a logarithm at once leaves the range where slopes mean anything.
            let next = point[i] + step.clamp(-1.0, 1.0);
            let next = one.lowest.map_or(next, |low| next.max(low));
            one.highest.map_or(next, |high| next.min(high))
        };
        self.free.iter().enumerate().map(moved).collect()
    }

    /// Each constant with the rows that move with it.
    fn counted(&self, constants: &ModelConstants, point: &[f64]) -> Vec<(String, f64, u32)> {
        let residuals = self.residuals(constants);
        let mut counts = vec![0; self.free.len()];
        for slopes in self.slopes(constants, &residuals, point) {
            slopes
                .iter()
                .filter(|(_, slope)| slope.abs() > 1e-6)
                .for_each(|(at, _)| counts[*at] += 1);
        }
        let value = |((one, x), rows): ((&&Constant, &f64), u32)| {
            // What no row moves keeps what was expected of it.
            let value = if rows == 0 { one.prior } else { *x };
            (one.key.clone(), value, rows)
        };
        self.free.iter().zip(point).zip(counts).map(value).collect()
    }
}

impl Solution {
    /// The constants with this solution's values.
    pub(crate) fn apply(&self, base: &ModelConstants) -> ModelConstants {
        let mut constants = base.clone();
        for (key, value, rows) in &self.values {
            constants.set(key, *value, *rows);
        }
        constants
    }
}

/// The same constants, each said to rest on so many rows.
fn with_rows(base: &ModelConstants, all: &[Constant], rows: u32) -> ModelConstants {
    let mut constants = base.clone();
    for one in all {
        constants.set(&one.key, base.correction(&one.key), rows);
    }
    constants
}

fn pull(one: &Constant, value: f64) -> f64 {
    (value - one.prior) / one.spread.unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_errors_count_by_their_square_and_large_ones_by_their_size() {
        let balance = Balance {
            noise: 0.12,
            crowd: -0.5,
        };
        // 2 · (√(1 + (0.012/0.12)²) − 1) = 2 · (√1.01 − 1) = 0.009975, nearly 0.1²
        assert!((balance.robust(0.012) - 0.009_975).abs() < 1e-6);
        // 2 · (√(1 + 100) − 1) = 18.0998, nearly 2 · 10
        assert!((balance.robust(-1.2) - 18.099_751).abs() < 1e-5);
    }
}
