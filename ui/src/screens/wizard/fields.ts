// The wizard's fields: which stand behind "More" in each scenario, and what a choice may be.
// They are the options of `tiaoka recommend`; ranges and meanings are Rust's.

import type { TextField } from '../../state/question.svelte';

/** Fields of a few values that all stand in sight. */
export type Few = 'method' | 'quant';
export const METHODS = ['full', 'lora', 'qlora'] as const;
export const QUANTS = ['bf16', 'fp8', 'int8', 'int4', 'q4_k_m'] as const;

/** A choice among names that are typed the same on the command line. */
export const CHOICES: Partial<Record<TextField, readonly string[]>> = {
  precision: ['bf16', 'fp16', 'fp32', 'fp8'],
  checkpointing: ['none', 'selective', 'full'],
  optimizer: ['adamw', 'adamw-8bit', 'paged-adamw-8bit', 'sgd'],
  server: ['vllm', 'sglang', 'tensorrt-llm', 'llama.cpp', 'lmdeploy'],
  kv_bits: ['16', '8'],
};

/**
 * Where no choice is another answer than the name of the usual one: a precision that was named refuses
 * cards without it, a server follows the weights, a framework the number of cards.
 */
export const AUTOMATIC: readonly TextField[] = ['precision', 'server', 'framework'];

/** Units that stand inside a field. */
export const UNITS: Partial<Record<TextField, string>> = {
  seq: 'unit.tokens', prompt: 'unit.tokens', answer: 'unit.tokens', storage_gb: 'unit.gb', egress_gb: 'unit.gb',
  keep_gb: 'unit.gb', gpu_memory_gb: 'unit.gb', ttft_ms: 'unit.ms', tpot_ms: 'unit.ms', hours_per_day: 'unit.h',
};

/** What stands behind "More". */
export const MORE: Record<string, readonly TextField[]> = {
  training: ['precision', 'seq', 'micro_batch', 'grad_accum', 'checkpointing', 'optimizer', 'lora_rank', 'storage_gb', 'egress_gb', 'framework'],
  inference: ['ttft_ms', 'tpot_ms', 'server', 'kv_bits', 'storage_gb', 'egress_gb'],
  dev: ['storage_gb', 'egress_gb'],
};
