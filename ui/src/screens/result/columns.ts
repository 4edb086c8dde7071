// Which columns the ranking has: those of the scenario, and of these only the ones with data.

import type { AdviceView, ChoiceView } from '../../ipc/bindings';

/** A column of the ranking, after rank and plan. */
export type Column = 'time' | 'start' | 'rate' | 'latency' | 'ttft' | 'tpot' | 'cost' | 'memory' | 'evidence' | 'price' | 'stock';

const OF_SCENARIO: Record<string, readonly Column[]> = {
  training: ['time', 'cost', 'memory', 'evidence', 'price', 'stock'],
  inference: ['rate', 'latency', 'ttft', 'tpot', 'cost', 'memory', 'evidence', 'price', 'stock'],
  dev: ['cost', 'start', 'memory', 'evidence', 'price', 'stock'],
};

const HAS: Partial<Record<Column, (choice: ChoiceView) => boolean>> = {
  rate: (choice) => choice.rate !== null,
  /** A model that is counted in samples answers whole batches. */
  latency: (choice) => choice.ttft_ms === null,
  ttft: (choice) => choice.ttft_ms !== null,
  tpot: (choice) => choice.tpot_ms !== null,
  evidence: (choice) => choice.evidence !== null,
  memory: (choice) => choice.memory.needed_gib > 0,
};

/** Columns of this answer, in order. */
export function columnsOf({ workload, choices }: AdviceView): Column[] {
  const wanted = OF_SCENARIO[workload.scenario] ?? OF_SCENARIO.training ?? [];
  return wanted.filter((column) => choices.some(HAS[column] ?? (() => true)));
}

/** Whether batches of this answer take seconds; else milliseconds. One column has one unit. */
export const batchInSeconds = ([first]: ChoiceView[]): boolean => (first?.time_s.mid ?? 0) >= 1;
