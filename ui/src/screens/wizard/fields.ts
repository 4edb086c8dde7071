// The wizard's fields: which stand behind "More" for each kind of job, and what a choice may be.
// They are the options of `tiaoka recommend`; ranges and meanings are Rust's.

import type { SampleOption, WizardOptions } from '../../ipc/bindings';
import type { TextField } from '../../state/question.svelte';

/** Fields of a few values that all stand in sight. */
export type Few = 'method' | 'quant' | 'precision' | 'engine';
export const METHODS = ['full', 'lora', 'qlora'] as const;

/** Precisions that networks are served in and nobody measured training in. */
export const NOT_TRAINED_IN: readonly string[] = ['fp8', 'int8'];

/** A choice among names that are typed the same on the command line. */
export const CHOICES: Partial<Record<TextField, readonly string[]>> = {
  precision: ['bf16', 'fp16', 'fp32', 'fp8'],
  checkpointing: ['none', 'selective', 'full'],
  optimizer: ['adamw', 'adamw-8bit', 'paged-adamw-8bit', 'sgd'],
  kv_bits: ['16', '8'],
};

/** The same where Rust has the list. */
export const LISTS: Partial<Record<TextField, (options: WizardOptions) => readonly string[]>> = {
  framework: ({ frameworks }) => frameworks,
  server: ({ servers }) => servers,
};

/**
 * Where no choice is another answer than the name of the usual one: a precision that was named refuses
 * cards without it, a server follows the weights, a framework the number of cards.
 */
export const AUTOMATIC: readonly TextField[] = ['precision', 'server', 'framework'];

/** Units that stand inside a field. */
export const UNITS: Partial<Record<TextField, string>> = {
  seq: 'unit.tokens', prompt: 'unit.tokens', answer: 'unit.tokens', storage_gb: 'unit.gb', egress_gb: 'unit.gb',
  keep_gb: 'unit.gb', gpu_memory_gb: 'unit.gb', ttft_ms: 'unit.ms', tpot_ms: 'unit.ms', latency_ms: 'unit.ms',
  hours_per_day: 'unit.h', image_size: 'unit.pixels',
};

/** What can be written where there is no default. */
export const EXAMPLES: Partial<Record<TextField, string>> = { data_at: 'aliyun/cn-hangzhou', time_value: '50' };

/** What of the whole cost is asked of every job. */
const COST = ['storage_gb', 'egress_gb', 'data_at', 'time_value'] as const;

/** What stands behind "More". */
const MORE: Record<string, readonly TextField[]> = {
  training: ['precision', 'seq', 'micro_batch', 'grad_accum', 'checkpointing', 'optimizer', 'lora_rank', 'framework', ...COST],
  inference: ['ttft_ms', 'tpot_ms', 'server', 'kv_bits', ...COST],
  dev: COST,
};
const MORE_SAMPLED: Record<string, readonly TextField[]> = { training: COST, inference: ['latency_ms', ...COST] };

/** The fields behind "More" for this scenario; `sample` is the model where it is counted in samples. */
export function more(scenario: string, sample: SampleOption | undefined): readonly TextField[] {
  return (sample ? MORE_SAMPLED : MORE)[scenario] ?? [];
}

/** What a model is counted in. */
export const counted = ({ family }: SampleOption): 'images' | 'sequences' => (family === 'bert' ? 'sequences' : 'images');
