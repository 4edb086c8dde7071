// What a plan's figures are called and how they are written, for each scenario.

import { amount, count, duration, hours, interval, money, NBSP, sign, significant, withUnit } from '../../format';
import { t } from '../../i18n.svelte';
import type { ChoiceView, CostView, IntervalView } from '../../ipc/bindings';

const HOUR_S = 3600;

const scaled = ({ low, mid, high }: IntervalView, by: number): IntervalView => ({
  low: low / by,
  mid: mid / by,
  high: high / by,
});

/** Seconds as hours, with their interval. */
export const inHours = (seconds: IntervalView): IntervalView => scaled(seconds, HOUR_S);

/** What one waits for, in words: a job is hours, an answer and a start are what suits them. */
export function waitOf(choice: ChoiceView, scenario: string): string {
  return scenario === 'training' ? hours(choice.time_s.mid / HOUR_S) : duration(choice.time_s.mid);
}

/** Nothing where both printed ends are the same: an interval that says nothing. */
const unlessSame = (range: string): string => {
  const [low, high] = range.split('–');
  return low === high ? '' : range;
};

/** The 80 % interval, without its unit; nothing where there is none. */
export const rangeOf = (value: IntervalView): string => unlessSame(interval(value));

/** The 80 % interval of what one waits for, with its unit once; nothing where there is none. */
export function waitRange(choice: ChoiceView, scenario: string): string {
  if (rangeOf(choice.time_s) === '') return '';
  const { mid } = choice.time_s;
  if (scenario === 'training' || mid >= HOUR_S) return withUnit(interval(inHours(choice.time_s)), 'unit.h');
  if (mid < 1) return withUnit(interval(scaled(choice.time_s, 0.001)), 'unit.ms');
  if (mid < 120) return withUnit(interval(choice.time_s), 'unit.s');
  return withUnit(interval(scaled(choice.time_s, 60)), 'unit.min');
}

/** `¥31.45`. */
export const costOf = ({ mid, currency }: CostView): string => money({ amount: mid, currency });

/** `24.36–40.61`, without the sign: it stands beside; nothing where there is no interval. */
export const costRange = ({ low, high }: CostView): string => unlessSame(`${amount(low)}–${amount(high)}`);

/** `¥24.36–40.61`. */
export const costRangeSigned = (cost: CostView): string =>
  costRange(cost) && `${sign(cost.currency)}${costRange(cost)}`;

/** `≥ ¥31.45` where a part is unknown. */
export const costOrMore = (cost: CostView): string => (cost.at_least ? `≥${NBSP}${costOf(cost)}` : costOf(cost));

/** `list ¥37.00` where discounts are taken off; nothing where none is. */
export const listPrice = ({ list, mid, currency }: CostView): string =>
  list === mid ? '' : t('detail.at_list', { price: money({ amount: list, currency }) });

/** From this rate on decimals say nothing. */
const WHOLE = 100;
/** From this probability on a fit is not worth a number. */
const COMFORTABLE = 0.99;
/** Below it the fit is amber. */
export const TIGHT = 0.9;

/** A model that is counted in samples answers whole batches. */
export const inBatches = ({ ttft_ms }: ChoiceView, scenario: string): boolean => scenario === 'inference' && ttft_ms === null;

/** What a rate is counted in: `images/s`. */
export const rateUnit = ({ unit }: { unit: string }): string => t(`unit.rate.${unit.split('/')[0] ?? unit}`);

/** A rate: whole where it is large. */
export const rateFigure = (value: number): string => (value >= WHOLE ? count(value) : significant(value));

/** Seconds as milliseconds, with their interval. */
export const inMillis = (seconds: IntervalView): IntervalView => scaled(seconds, 0.001);

/** Usable minus needed memory of one device, GiB. */
export const spareOf = ({ memory }: ChoiceView): number => memory.usable_gib - memory.needed_gib;

/** Whether the fit deserves a warning. */
export const isTight = ({ memory }: ChoiceView): boolean => memory.p_fit !== null && memory.p_fit < TIGHT;

/** Whether the fit needs no number. */
export const fitsWell = ({ memory }: ChoiceView): boolean => memory.p_fit === null || memory.p_fit >= COMFORTABLE;

/** `H800 SXM · 80 GiB`, the second line of a plan. */
export function hardwareOf({ gpu }: ChoiceView): string {
  const cards = gpu.count !== null && gpu.count > 1 ? `${gpu.name} × ${gpu.count}` : gpu.name;
  const share = gpu.share < 1 ? ` · ${t('result.share', { share: Math.round(gpu.share * 100) })}` : '';
  return gpu.memory_gib === null ? cards + share : `${cards} · ${withUnit(String(gpu.memory_gib), 'unit.gib')}${share}`;
}
