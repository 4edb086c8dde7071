// The question being asked: answers as typed. It outlives every screen, so going back loses nothing.

import type { Answers } from '../ipc/bindings';
import { call } from '../ipc/call';
import { house } from './house.svelte';

/** Nothing said: every default holds. */
export function blank(): Answers {
  return {
    scenario: 'training', model: '', params: '', active_params: '', method: '', tokens: '', samples: '',
    steps: '', epochs: '', seq: '', precision: '', micro_batch: '', grad_accum: '', batch: '',
    checkpointing: '', optimizer: '', lora_rank: '', deadline: '', framework: '', quant: '', prompt: '',
    answer: '', concurrency: '', qps: '', tokens_per_minute: '', ttft_ms: '', tpot_ms: '',
    hours_per_day: '', server: '', kv_bits: '', days_per_month: '', starts_per_day: '',
    gpu_memory_gb: '', keep_gb: '', budget: '', currency: '', region: '', provider: [], billing: [],
    gpus_max: '', vendor: [], need: [], storage_gb: '', egress_gb: '', speed: '', can_wait: false,
    accept_suspicious: false, will_verify: false, limit: '',
  };
}

/** Fields of `Answers` that are one text. */
export type TextField = { [K in keyof Answers]: Answers[K] extends string ? K : never }[keyof Answers];
/** Fields that are several of a list. */
export type ListField = { [K in keyof Answers]: Answers[K] extends string[] ? K : never }[keyof Answers];
/** Fields that are yes or no. */
export type FlagField = { [K in keyof Answers]: Answers[K] extends boolean ? K : never }[keyof Answers];

class Question {
  answers: Answers = $state(blank());

  /** The answers as a plain value to hand to Rust; the currency of the settings where none was said. */
  get asked(): Answers {
    const asked = $state.snapshot(this.answers);
    return { ...asked, currency: asked.currency || house.settings.currency };
  }

  write(field: TextField, text: string): void {
    this.answers[field] = text;
  }

  list(field: ListField, values: string[]): void {
    this.answers[field] = values;
  }

  flag(field: FlagField, on: boolean): void {
    this.answers[field] = on;
  }

  /** Takes these fields back to their defaults. */
  reset(fields: readonly TextField[]): void {
    for (const field of fields) this.answers[field] = '';
  }

  /** Goes on with an earlier question or an example. */
  reopen(answers: Answers): void {
    this.answers = { ...blank(), ...answers };
  }

  /** Keeps the question for the next start; the list of earlier ones is renewed. */
  async remember(): Promise<void> {
    await call('remember', this.asked);
    await house.open();
  }
}

export const question = new Question();
