import { beforeEach, expect, test } from 'vitest';
import { speak } from '../src/i18n.svelte';
import { advice } from '../src/ipc/samples/advice';
import { columnsOf } from '../src/screens/result/columns';
import { costOrMore, costRange, rangeOf, waitOf, waitRange } from '../src/screens/result/figures';
import { blank } from '../src/state/question.svelte';

beforeEach(() => speak('en'));

const first = (scenario: string) => {
  const [choice] = advice({ ...blank(), scenario }).choices;
  if (!choice) throw new Error('the sample has a choice');
  return choice;
};

test('a job is told in hours, an answer and a start in the unit that suits them', () => {
  expect(waitOf(first('training'), 'training')).toBe('5.26\u00a0h');
  expect(waitOf({ ...first('inference'), time_s: { low: 0.5, mid: 0.6, high: 0.7 } }, 'inference')).toBe('600\u00a0ms');
  expect(waitOf(first('dev'), 'dev')).toBe('47.0\u00a0s');
});

test('an interval has its unit once, and none is shown where both ends print the same', () => {
  // 5.26 h × 2,786 / 3,600 and × 4,648 / 3,600
  expect(waitRange(first('training'), 'training')).toBe('4.07–6.79\u00a0h');
  expect(rangeOf({ low: 47, mid: 47, high: 47 })).toBe('');
  expect(costRange({ ...first('training').cost, low: '87.88', high: '87.88' })).toBe('');
});

test('a cost with an unknown part is the least it can be', () => {
  const { cost } = first('training');
  expect(costOrMore(cost)).toBe('≥\u00a0¥31.45');
  expect(costOrMore({ ...cost, at_least: false })).toBe('¥31.45');
});

test('the ranking has the columns of its scenario, and none without data', () => {
  const columns = (scenario: string) => columnsOf(advice({ ...blank(), scenario }));
  expect(columns('training')).toEqual(['time', 'cost', 'memory', 'evidence', 'price', 'stock']);
  expect(columns('inference')).toEqual(['rate', 'ttft', 'tpot', 'cost', 'memory', 'evidence', 'price', 'stock']);
  expect(columns('dev')).toEqual(['cost', 'start', 'memory', 'price', 'stock']);
});
