// Limits that can be given up, one at a time, when no plan meets them all.

import type { Answers } from '../../ipc/bindings';

/** The same question without one of its limits. */
export interface Relaxation {
  /** The limit given up. */
  field: 'deadline' | 'budget' | 'ttft_ms' | 'tpot_ms' | 'latency_ms' | 'gpus_max' | 'region' | 'software' | 'quota' | 'provider' | 'billing' | 'vendor' | 'need' | 'can_wait';
  /** What it was, as typed. */
  value: string;
  answers: Answers;
}

const TEXTS = ['deadline', 'budget', 'ttft_ms', 'tpot_ms', 'latency_ms', 'gpus_max', 'region', 'software'] as const;
const LISTS = ['provider', 'billing', 'vendor', 'need', 'quota'] as const;

/** Values that are no limit although something is said. */
const OPEN: Partial<Record<(typeof TEXTS)[number], string>> = { region: 'any' };

/** One way for each limit that was set; stock can always be waited for. */
export function relaxations(answers: Answers): Relaxation[] {
  const texts = TEXTS.filter((field) => answers[field].trim() !== '' && answers[field] !== OPEN[field]).map((field) => ({
    field,
    value: answers[field],
    answers: { ...answers, [field]: OPEN[field] ?? '' },
  }));
  const lists = LISTS.filter((field) => answers[field].length > 0).map((field) => ({
    field,
    value: answers[field].join(', '),
    answers: { ...answers, [field]: [] },
  }));
  const wait: Relaxation[] = answers.can_wait ? [] : [{ field: 'can_wait', value: '', answers: { ...answers, can_wait: true } }];
  return [...texts, ...lists, ...wait];
}
