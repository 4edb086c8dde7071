// Numbers, money, days: how every figure is written (screens.md, section 4). Nothing else formats.

import type { IntervalView, MoneyView } from './ipc/bindings';
import { language, t } from './i18n.svelte';

/** No-break space: a figure and its unit never part. */
export const NBSP = '\u00a0';
/** What parts the facts of a line. A component that begins or ends a block with blanks loses them. */
export const DOT = ' · ';
/** What is not stated. */
export const UNKNOWN = '–';

// Only these two tags ever reach Intl: under LANG=C the browser's own language is "C", which throws.
const decimals = (most: number, least = most) =>
  new Intl.NumberFormat(language() === 'en' ? 'en-US' : 'zh-CN', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });

/** A whole number: `5,310`. */
export function count(value: number): string {
  return decimals(0).format(value);
}

/** A figure with at most so many decimals: `21.9`. */
export function fixed(value: number, places: number): string {
  return decimals(places).format(value);
}

/** Three significant figures, without an exponent: `5.26`, `11.4`, `1,670`. */
export function significant(value: number): string {
  if (value === 0) return '0';
  const places = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return decimals(places).format(value);
}

/** An exchange rate: five significant figures, as banks print it, also of small units: `0.00037660`. */
export function rate(decimal: string): string {
  const figures = { minimumSignificantDigits: 5, maximumSignificantDigits: 5 };
  return new Intl.NumberFormat('en-US', figures).format(Number(decimal));
}

/** Who says an exchange rate, in a word or two; the whole source stands in the settings. */
export function rateSource(source: string): string {
  return source.startsWith('European Central Bank') ? t('format.ecb') : (source.split(',')[0] ?? source);
}

/** `4.07–6.79`: no unit, it stands beside. */
export function interval(range: IntervalView): string {
  return `${significant(range.low)}–${significant(range.high)}`;
}

/** Hours of a job: `5.26 h`. */
export function hours(value: number): string {
  return withUnit(significant(value), 'unit.h');
}

/** A duration in the unit that suits it: `840 ms`, `42 s`, `5.26 h`. */
export function duration(seconds: number): string {
  if (seconds < 1) return withUnit(significant(seconds * 1000), 'unit.ms');
  if (seconds < 120) return withUnit(significant(seconds), 'unit.s');
  if (seconds < 3600) return withUnit(significant(seconds / 60), 'unit.min');
  return hours(seconds / 3600);
}

/** Clock form for a sum: `5:15:33`. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${count(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}

/** A figure below zero with the sign of arithmetic, not the hyphen. */
export const minus = (figure: string): string => figure.replace(/^-/, '−');

/** GiB with one decimal, without the unit: the head has it. */
export function gib(value: number): string {
  return fixed(value, 1);
}

/** GiB with the unit: `21.9 GiB`; a nominal size without needless zeros: `24 GiB`. */
export function gibWithUnit(value: number): string {
  return withUnit(Number.isInteger(value) ? count(value) : gib(value), 'unit.gib');
}

/** A share of one: `29 %`. */
export function percent(share: number): string {
  return `${fixed(share * 100, 0)}${NBSP}%`;
}

/** `75 % sure`; above 0.99 `> 99 %`. */
export function sure(probability: number): string {
  const shown = probability > 0.99 ? `>${NBSP}99${NBSP}%` : percent(probability);
  return t('format.sure', { share: shown });
}

const SIGNS: Record<string, string> = { CNY: '¥', USD: '$', EUR: '€', GBP: '£' };

/** The sign of a currency; its code where it has none of its own: `HK$` would be a guess. */
export function sign(currency: string): string {
  return SIGNS[currency] ?? `${currency}${NBSP}`;
}

/** Digits of an amount, given as decimal text: two decimals, four below 0.1. */
export function amount(decimal: string): string {
  const value = Number(decimal);
  return fixed(value, value !== 0 && Math.abs(value) < 0.1 ? 4 : 2);
}

/** `¥31.45`. */
export function money({ amount: decimal, currency }: MoneyView): string {
  return `${sign(currency)}${amount(decimal)}`;
}

/** A price in a cell, without its sign: `31.45`; converted `≈ 22.37`. */
export function cell(price: MoneyView, converted: boolean): string {
  return converted ? `≈${NBSP}${amount(price.amount)}` : amount(price.amount);
}

/** `$1.79 /h`. */
export function pricePer(price: MoneyView, per: string): string {
  return `${money(price)}${NBSP}${t(`unit.per_${per}`)}`;
}

/** A way of billing: `on-demand`, `reserved for 36 months`. */
export function billing(code: string): string {
  const months = /^reserved_(\d+)m$/.exec(code)?.[1];
  return months === undefined ? t(`word.${code}`) : t('billing.reserved', { count: months });
}

/** From this age on a price is amber: staleness then costs 0.2 of risk. */
export const STALE_DAYS = 120;

/** `today`, `2 d`, or that it is undated. */
export function age(days: number | null): string {
  if (days === null) return t('format.undated');
  return days === 0 ? t('format.today') : t('format.days', { count: count(days) });
}

/** Whether an age is amber: old, or not known. */
export function stale(days: number | null): boolean {
  return days === null || days >= STALE_DAYS;
}

/** A day given as `2026-10-30`: `30 Oct` or `10-30`, with the year when it is another than `thisYear`. */
export function day(iso: string, thisYear = new Date().getFullYear()): string {
  const [year = '', month = '', date = ''] = iso.slice(0, 10).split('-');
  const short = language() === 'en' ? `${Number(date)} ${t(`month.${Number(month)}`)}` : `${month}-${date}`;
  if (Number(year) === thisYear) return short;
  return language() === 'en' ? `${short} ${year}` : `${year}-${short}`;
}

/** When something happened, as a reader says it: today, yesterday, or the day. */
export function ago(at: string, now: Date = new Date()): string {
  const then = new Date(at);
  const midnight = (d: Date) => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000);
  if (days <= 0) return t('format.today');
  if (days === 1) return t('format.yesterday');
  const pad = (n: number) => String(n).padStart(2, '0');
  return day(`${then.getFullYear()}-${pad(then.getMonth() + 1)}-${pad(then.getDate())}`, now.getFullYear());
}

/** A name with its figure and unit, never parted. */
export function withUnit(figure: string, unit: string): string {
  return `${figure}${NBSP}${t(unit)}`;
}
