// Sums as they are printed: the parts a reader adds up give the total that stands below them.

/**
 * Rounds `parts` to steps of `unit` so that they add up to the rounded `total`.
 *
 * What rounding leaves over goes into the largest part, where it is the smallest share of a figure.
 */
export function addingUp(parts: readonly number[], total: number, unit: number): number[] {
  const steps = parts.map((part) => Math.round(part / unit));
  const rest = Math.round(total / unit) - steps.reduce((sum, step) => sum + step, 0);
  const largest = steps.reduce(
    (best, step, at) => (Math.abs(step) > Math.abs(steps[best] ?? 0) ? at : best),
    0,
  );
  return steps.map((step, at) => (at === largest ? step + rest : step) * unit);
}

/** The unit of a money column: cents, or hundredths of a cent where everything is below 0.1. */
export function moneyUnit(amounts: readonly number[]): number {
  return Math.max(0, ...amounts.map(Math.abs)) < 0.1 ? 0.0001 : 0.01;
}

/** One line of a sum, as printed. */
export interface SumLine {
  label: string;
  /** The formula with its figures. */
  formula: string;
  /** The summand as printed; `null` = not known. */
  text: string | null;
  /** Its part of the total, 0 to 1. */
  share: number;
}

/** What a sum is made of, before it is printed. */
export interface Summand {
  label: string;
  formula: string;
  /** `null` = not known. */
  value: number | null;
}

/**
 * The lines of a sum, printed so that they add up to `total`.
 *
 * Where the known parts miss the total by more than rounding explains, the difference is a line of its own,
 * named `rest`: it is shown, not hidden in another part.
 */
export function sumLines(
  parts: readonly Summand[],
  total: number,
  unit: number,
  print: (value: number) => string,
  rest: string,
): SumLine[] {
  const known = parts.filter((part): part is Summand & { value: number } => part.value !== null);
  const gap = total - known.reduce((sum, { value }) => sum + value, 0);
  const explained = unit * (known.length / 2 + 1);
  const summed = Math.abs(gap) > explained ? [...known, { label: rest, formula: '', value: gap }] : known;
  const printed = addingUp(summed.map(({ value }) => value), total, unit);
  const lines = summed.map(({ label, formula, value }, at) => ({
    label,
    formula,
    text: print(printed[at] ?? value),
    share: total > 0 ? Math.max(0, value / total) : 0,
  }));
  const unknown = parts
    .filter(({ value }) => value === null)
    .map(({ label, formula }) => ({ label, formula, text: null, share: 0 }));
  return [...lines, ...unknown];
}
