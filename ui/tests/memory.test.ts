import { expect, test } from 'vitest';
import type { CardSize } from '../src/ipc/bindings';
import { lines, ticks } from '../src/screens/wizard/memory';

const size = (nominal: number, usable: number, verdict: string): CardSize => ({
  nominal_gib: nominal, usable_gib: usable, verdict, spare_gib: 0, examples: [],
});

// The sizes on sale around a need of 21.9 GiB.
const SIZES = [
  size(16, 14.9, 'no'), size(20, 19.9, 'no'), size(24, 22.5, 'tight'), size(32, 31.8, 'fits'),
  size(40, 39.5, 'fits'), size(48, 44.7, 'fits'), size(80, 79.3, 'fits'),
];

test('the list shows the sizes around the border, and the larger ones as one line', () => {
  expect(lines(SIZES).map(({ card, andUp }) => `${card.nominal_gib}${andUp ? '+' : ''}`)).toEqual(['20', '24', '32', '40+']);
});

test('a mark at the border is not hidden by a smaller size beside it', () => {
  // 22.5 and 19.9 are 5 % of the scale apart: their numbers would print over each other.
  const marked = ticks(SIZES, 52).map((card) => card.nominal_gib);
  expect(marked.sort((a, b) => a - b)).toEqual([16, 24, 32, 40, 48]);
});
