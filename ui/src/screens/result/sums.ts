// The three sums of a plan: memory, time and cost, each as the lines a panel prints.

import { clock, fixed, gib, minus, NBSP, significant } from '../../format';
import { t } from '../../i18n.svelte';
import type { ChoiceView, CostPart, SpotView, StepView } from '../../ipc/bindings';
import { moneyUnit, type SumLine, sumLines } from './sum';

/** Lines and their printed total. */
export interface Sum {
  lines: SumLine[];
  /** The sum of `lines`, where something is taken off. */
  before?: { label: string; text: string };
  /** What is taken off. */
  off?: SumLine[];
  total: string;
}

const GIB = 0.1;
const MS_PER_S = 1000;

/** GiB of one device. */
export function memorySum({ memory }: ChoiceView): Sum {
  const parts = memory.steps.filter((step) => step.unit === 'gib');
  return { lines: sumLines(parts, memory.needed_gib, GIB, gib, t('sum.rest')), total: gib(memory.needed_gib) };
}

const seconds = (step: StepView) => (step.unit === 'ms' ? step.value / MS_PER_S : step.value);

/** A job in hours, minutes and seconds; a start in seconds; an answer in milliseconds. */
export function timeSum(choice: ChoiceView): Sum {
  const total = choice.time_s.mid;
  const parts = choice.time_steps
    .filter((step) => step.unit === 's' || step.unit === 'ms')
    .map((step) => ({ ...step, value: seconds(step) }));
  const [unit, print] =
    total >= 120
      ? [1, clock]
      : total >= 10
        ? [0.1, (value: number) => fixed(value, 1)]
        : [1 / MS_PER_S, (value: number) => fixed(value * MS_PER_S, 0)];
  return { lines: sumLines(parts, total, unit, print, t('sum.rest')), total: print(total) };
}

/** Unit of the printed seconds, to stand in the head: none for a clock. */
export function timeUnit({ time_s }: ChoiceView): string {
  if (time_s.mid >= 120) return '';
  return t(time_s.mid >= 10 ? 'unit.s' : 'unit.ms');
}

/** Steps of the time that are no summands: rates and counts the formulas use. */
export function timeFacts({ time_steps }: ChoiceView): string[] {
  return time_steps
    .filter((step) => step.unit !== 's' && step.unit !== 'ms')
    .map((step) => `${step.label} ${significant(step.value)}${NBSP}${step.unit}`);
}

/** What is taken off stands below the sum of all else. */
const isDiscount = ({ code }: CostPart) => code === 'discount';

/** Money; a part that is not known stays so, and the total is then the least. Discounts come off a sum of their own. */
export function costSum({ cost }: ChoiceView): Sum {
  const value = (part: CostPart) => ({ ...part, value: part.amount === null ? null : Number(part.amount) });
  const [parts, off] = [cost.parts.filter((part) => !isDiscount(part)).map(value), cost.parts.filter(isDiscount)];
  const [list, mid] = [Number(cost.list), Number(cost.mid)];
  const unit = moneyUnit([list, mid, ...parts.map((part) => part.value ?? 0)]);
  const print = (amount: number) => minus(fixed(amount, unit === 0.01 ? 2 : 4));
  const least = (text: string) => (cost.at_least ? `≥${NBSP}${text}` : text);
  const sum: Sum = { lines: sumLines(parts, list, unit, print, t('sum.rest')), total: least(print(mid)) };
  if (off.length === 0) return sum;
  const taken = off.map((part) => ({ ...part, text: part.amount === null ? null : print(Number(part.amount)), share: 0 }));
  return { ...sum, before: { label: t('detail.list'), text: least(print(list)) }, off: taken };
}

/** Hours of the wall clock of a job on spot: work, and what interruptions add. */
export function spotSum({ wall_h, checkpoints_h, restarts_h, lost_h }: SpotView): Sum {
  const parts = [
    { label: t('spot.work'), formula: '', value: wall_h - checkpoints_h - restarts_h - lost_h },
    { label: t('spot.checkpoints'), formula: '', value: checkpoints_h },
    { label: t('spot.restarts'), formula: '', value: restarts_h },
    { label: t('spot.lost'), formula: '', value: lost_h },
  ];
  const print = (value: number) => fixed(value, 2);
  return { lines: sumLines(parts, wall_h, 0.01, print, t('sum.rest')), total: print(wall_h) };
}
