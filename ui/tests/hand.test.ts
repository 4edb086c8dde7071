import { beforeEach, expect, test } from 'vitest';
import { speak } from '../src/i18n.svelte';
import { advice } from '../src/ipc/samples/advice';
import { against, handOf, shortName, tiedWith } from '../src/screens/result/hand';
import { byReason, refusedInAll } from '../src/screens/result/refusals';
import { relaxations } from '../src/screens/result/relax';
import { blank } from '../src/state/question.svelte';

beforeEach(() => speak('en'));

const sample = () => advice(blank());

test('the hand is our pick, the cheapest and the fastest', () => {
  expect(handOf(sample()).map(({ choice, titles }) => [choice.id, titles])).toEqual([
    ['1', ['pick']],
    ['5', ['cheapest']],
    ['2', ['fastest']],
  ]);
});

test('when two coincide the hand has two cards and one carries both titles', () => {
  const answer = sample();
  answer.fastest = answer.choices[0] ?? null;
  expect(handOf(answer).map(({ choice, titles }) => [choice.id, titles])).toEqual([
    ['1', ['pick', 'fastest']],
    ['5', ['cheapest']],
  ]);
});

test('a tie is named by the card of the other, or by its seller when the card is the same', () => {
  const { choices } = sample();
  const [first, second] = choices;
  if (!first || !second) throw new Error('the sample has two choices');
  expect(tiedWith(first, choices).map((other) => other.id)).toEqual(['2']);
  expect(shortName(second, first)).toBe('H800 SXM');
  expect(shortName({ ...second, gpu: first.gpu }, first)).toBe('AutoDL H800');
});

test('a card is measured against the pick in whole percent', () => {
  const { choices } = sample();
  const [pick, h800] = choices;
  if (!pick || !h800) throw new Error('the sample has two choices');
  // 37.15 / 31.45 = 1.181; 4.18 / 5.26 = 0.795
  expect(against(h800, pick)).toEqual({ cost: 18, time: -21 });
});

test('the counts of the reasons add up to all refused plans', () => {
  const groups = byReason(sample());
  expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(refusedInAll(sample()));
  expect(groups.map((group) => group.count)).toEqual([386, 128, 104, 12]);
});

test('a filter counts only what it finds', () => {
  expect(byReason(sample(), 'ctyun').map(({ code, count }) => [code, count])).toEqual([['over_budget', 1]]);
});

test('each limit that was set can be given up alone, and stock can be waited for', () => {
  const answers = { ...blank(), deadline: '2h', region: 'any', billing: ['spot'] };
  const ways = relaxations(answers);
  expect(ways.map((way) => way.field)).toEqual(['deadline', 'billing', 'can_wait']);
  expect(ways[0]?.answers.deadline).toBe('');
  expect(ways[0]?.answers.billing).toEqual(['spot']);
});
