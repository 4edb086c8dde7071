import { expect, test } from 'vitest';
import { addingUp, moneyUnit, sumLines } from '../src/screens/result/sum';

const inTenths = (values: number[]) => values.map((value) => Math.round(value * 10));
const print = (value: number) => value.toFixed(1);

test('printed parts add up to the printed total, and the largest part takes what rounding leaves', () => {
  // 15.34 + 0.14 + 1.54 + 2.14 + 2.84 = 22.00; rounded one by one 15.3 + 0.1 + 1.5 + 2.1 + 2.8 = 21.8.
  expect(inTenths(addingUp([15.34, 0.14, 1.54, 2.14, 2.84], 22.0, 0.1))).toEqual([155, 1, 15, 21, 28]);
});

test('parts that already add up are left alone', () => {
  expect(inTenths(addingUp([1.1, 2.2], 3.3, 0.1))).toEqual([11, 22]);
});

test('a discount is a negative part of the sum', () => {
  // 10.00 − 1.50 = 8.50
  expect(addingUp([10, -1.5], 8.5, 0.01).map((value) => value.toFixed(2))).toEqual(['10.00', '-1.50']);
});

test('a difference that rounding does not explain is a line of its own', () => {
  const lines = sumLines([{ label: 'compute', formula: '', value: 5 }], 8, 0.1, print, 'other');
  expect(lines.map(({ label, text }) => [label, text])).toEqual([['compute', '5.0'], ['other', '3.0']]);
});

test('an unknown part is listed without a figure and never as zero', () => {
  const parts = [{ label: 'compute', formula: '', value: 3 }, { label: 'egress', formula: '20 GB', value: null }];
  const lines = sumLines(parts, 3, 0.1, print, 'other');
  expect(lines.map(({ label, text }) => [label, text])).toEqual([['compute', '3.0'], ['egress', null]]);
});

test('amounts below ten cents get four decimals, all others two', () => {
  expect(moneyUnit([0.04, 0.012])).toBe(0.0001);
  expect(moneyUnit([0.04, 31.45])).toBe(0.01);
});
