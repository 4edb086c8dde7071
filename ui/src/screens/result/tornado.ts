// Where the bars of the tornado begin and end.

import type { AdviceView } from '../../ipc/bindings';

/** An input moved to both its ends, in points of lead over the runner-up. */
export interface TornadoRow {
  code: string;
  label: string;
  low: number;
  high: number;
  /** Neither end changes anything that could be drawn. */
  still: boolean;
  /** Who leads instead at one of the ends. */
  other: string | null;
}

export interface Picture {
  /** The widest first. */
  rows: TornadoRow[];
  /** Place of the line where both are equal, 0 to 1. */
  zero: number;
  /** Place of a lead, 0 to 1. */
  at: (lead: number) => number;
}

/** Room at both ends for the figures, as a share of the width. */
const MARGIN = 0.16;

/** Points that are not drawn as a difference. */
const STILL = 0.05;

/** Lead of the first over the second, in points. */
export function leadNow({ lead, choices }: AdviceView): number {
  const [first, second] = choices;
  return lead ?? (first && second ? first.rank_score - second.rank_score : 0);
}

/** The rows with their places on one scale that holds all ends, zero and now. */
export function tornadoOf(advice: AdviceView): Picture {
  const now = leadNow(advice);
  const rows = advice.sensitivity
    .map(({ code, label, lead_low, lead_high, other }) => ({
      code,
      label,
      low: Math.min(lead_low, lead_high),
      high: Math.max(lead_low, lead_high),
      still: Math.abs(lead_low - now) < STILL && Math.abs(lead_high - now) < STILL,
      other,
    }))
    .sort((a, b) => b.high - b.low - (a.high - a.low));
  const ends = [0, now, ...rows.flatMap((row) => [row.low, row.high])];
  const least = Math.min(...ends);
  const width = Math.max(1, Math.max(...ends) - least);
  const at = (lead: number) => MARGIN + ((lead - least) / width) * (1 - 2 * MARGIN);
  return { rows, zero: at(0), at };
}
