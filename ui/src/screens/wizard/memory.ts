// How the memory need is laid out: its scale, the sizes of cards that are marked, the sizes that are listed.

import type { CardSize, NeedView } from '../../ipc/bindings';

/** Ends of the scale, GiB: fixed, so that the bar does not jump while one types; the first that holds the need. */
const SCALES = [52, 104, 208, 416, 832, 1_664, 3_328, 6_656, 13_312];
/** Marks nearer than this share of the scale would print over each other. */
const NEAREST = 0.055;

/** The end of the scale for this need, GiB. */
export function scale(need: NeedView): number {
  return SCALES.find((end) => end >= need.high_gib) ?? need.high_gib * 1.1;
}

/** Sizes to mark on a scale, at their usable memory, none over another; those at the border before the others. */
export function ticks(cards: CardSize[], end: number): CardSize[] {
  const on = cards.filter((card) => card.usable_gib > end * 0.2 && card.usable_gib <= end * 0.97);
  const border = lines(on).map(({ card }) => card);
  const tight = border.filter((card) => card.verdict === 'tight');
  const kept: CardSize[] = [];
  for (const card of [...tight, ...border, ...on]) {
    if (kept.every((other) => Math.abs(card.usable_gib - other.usable_gib) / end > NEAREST)) kept.push(card);
  }
  return kept;
}

/** A line of the list of sizes; `andUp` stands for this size and every larger one. */
export interface SizeLine {
  card: CardSize;
  andUp: boolean;
}

/** The sizes around the border: the last that is too small, the tight ones, the first that fits, and the rest as one. */
export function lines(cards: CardSize[]): SizeLine[] {
  const of = (verdict: string) => cards.filter((card) => card.verdict === verdict);
  const [fits, larger] = of('fits');
  const border = [...of('no').slice(-1), ...of('tight').slice(0, 3)].map((card) => ({ card, andUp: false }));
  return [
    ...border,
    ...(fits ? [{ card: fits, andUp: false }] : []),
    ...(larger ? [{ card: larger, andUp: of('fits').length > 2 }] : []),
  ];
}
