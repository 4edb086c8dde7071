import { describe, expect, test } from 'vitest';
import { ago, amount, cell, day, duration, hours, money, percent, significant, sure } from '../src/format';
import { speak, t } from '../src/i18n.svelte';

test('a time has three significant figures and never parts from its unit', () => {
  expect(hours(5.2591)).toBe('5.26\u00a0h');
  expect(hours(11.37)).toBe('11.4\u00a0h');
  expect(significant(0)).toBe('0');
  expect(significant(1672)).toBe('1,672');
});

test('a duration takes the unit that suits it', () => {
  expect(duration(0.84)).toBe('840\u00a0ms');
  expect(duration(42)).toBe('42.0\u00a0s');
  expect(duration(18_933)).toBe('5.26\u00a0h'); // 18,933 / 3,600
});

test('money has two decimals, four below 0.1', () => {
  expect(money({ amount: '31.4498', currency: 'CNY' })).toBe('¥31.45');
  expect(money({ amount: '12345.67', currency: 'USD' })).toBe('$12,345.67');
  expect(amount('0.0338')).toBe('0.0338');
});

test('a converted price is marked', () => {
  expect(cell({ amount: '22.368', currency: 'CNY' }, true)).toBe('≈\u00a022.37');
});

test('a probability above 0.99 is not written as certain', () => {
  expect(sure(0.75)).toBe('75\u00a0%\u00a0sure');
  expect(sure(0.999)).toBe('>\u00a099\u00a0%\u00a0sure');
  expect(percent(0.286)).toBe('29\u00a0%');
});

describe('days', () => {
  test('another year is said', () => {
    expect(day('2026-10-30', 2026)).toBe('30 Oct');
    expect(day('2023-04-20', 2026)).toBe('20 Apr 2023');
  });

  test('yesterday is a word', () => {
    expect(ago('2026-11-29T23:00:00', new Date('2026-11-30T01:00:00'))).toBe('yesterday');
  });

  test('each language writes a day its own way', () => {
    speak('zh-CN');
    expect(day('2026-10-30', 2026)).toBe('10-30');
  });
});

test('one and many differ in English only', () => {
  expect(t('wizard.providers.offers', { count: 1 })).toBe('1\u00a0offer');
  expect(t('wizard.providers.offers', { count: '5,310' })).toBe('5,310\u00a0offers');
  speak('zh-CN');
  expect(t('wizard.providers.offers', { count: 1 })).toBe('1\u00a0条');
});
