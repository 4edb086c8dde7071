// Plans that do not fit, gathered by reason.

import type { AdviceView, RejectedView } from '../../ipc/bindings';

/** All plans refused with one reason. */
export interface Refusals {
  code: string;
  label: string;
  /** How many there are, listed or not. */
  count: number;
  /** Those that were sent, the nearest miss first. */
  plans: RejectedView[];
}

/** Refused plans in all; the counts of the reasons add up to it. */
export function refusedInAll({ rejected_counts }: AdviceView): number {
  return rejected_counts.reduce((sum, { count }) => sum + count, 0);
}

/** The nearest misses, one a card and reason. */
export function nearestMisses({ nearest, rejected }: AdviceView): RejectedView[] {
  return nearest.flatMap((at) => rejected[at] ?? []);
}

/** `阿里云 ecs.gn6i-c4g1.xlarge`, with its place where one is named. */
export function missName(miss: RejectedView): string {
  return `${miss.provider_name} ${miss.plan}`;
}

/** Groups by reason, the largest first; with `words`, only plans whose name, card or place holds them all. */
export function byReason(advice: AdviceView, words = ''): Refusals[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (miss: RejectedView) => {
    const text = [miss.provider, missName(miss), miss.gpu, miss.region, miss.text].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return advice.rejected_counts
    .map(({ code, label, count }) => {
      const plans = advice.rejected.filter((miss) => miss.code === code && holds(miss));
      return { code, label, count: wanted.length > 0 ? plans.length : count, plans };
    })
    .filter((group) => group.count > 0)
    .sort((a, b) => b.count - a.count);
}
