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
    answer: '', concurrency: '', qps: '', tokens_per_minute: '', per_month: '',
    image_size: '', image_steps: '', engine: '', latency_ms: '', ttft_ms: '', tpot_ms: '',
    hours_per_day: '', server: '', kv_bits: '', days_per_month: '', starts_per_day: '',
    gpu_memory_gb: '', keep_gb: '', budget: '', currency: '', region: '', provider: [], billing: [],
    gpus_max: '', vendor: [], need: [], software: '', quota: [], reservation: [], storage_gb: '', egress_gb: '',
    data_at: '', time_value: '', discount: [], speed: '', can_wait: false,
    accept_suspicious: false, will_verify: false, limit: '',
  };
}

/** Fields of `Answers` that are one text. */
export type TextField = { [K in keyof Answers]: Answers[K] extends string ? K : never }[keyof Answers];
/** Fields that are several of a list. */
export type ListField = { [K in keyof Answers]: Answers[K] extends string[] ? K : never }[keyof Answers];
/** Fields that are yes or no. */
export type FlagField = { [K in keyof Answers]: Answers[K] extends boolean ? K : never }[keyof Answers];

/** Ways to say one thing, of which one holds at a time; the first is the default. */
export const WAYS = {
  model: ['model', 'params'],
  data: ['tokens', 'samples', 'steps'],
  traffic: ['concurrency', 'qps', 'tokens_per_minute'],
  card: ['gpu_memory_gb', 'model'],
  batch: ['grad_accum', 'batch'],
  load: ['qps', 'per_month'],
} as const satisfies Record<string, readonly TextField[]>;
export type Way = keyof typeof WAYS;

class Question {
  answers: Answers = $state(blank());
  /** The way that was last chosen for each thing, also while its field is still empty. */
  #ways: Partial<Record<Way, TextField>> = $state({});
  // A string of its own: a renewed list of earlier questions must not look like another question.
  #currency = $derived(house.settings.currency);
  /** What was typed in the other ways: Rust must not see it, the user must not lose it. */
  #aside: Partial<Record<TextField, string>> = {};

  /** The answers as a plain value to hand to Rust; the currency of the settings where none was said. */
  get asked(): Answers {
    const asked = $state.snapshot(this.answers);
    return { ...asked, currency: asked.currency || this.#currency };
  }

  /** Nothing but the scenario was said: the answer is that of the defaults. */
  get untouched(): boolean {
    return Object.entries(this.answers).every(
      ([field, said]) => field === 'scenario' || said === '' || said === false || (Array.isArray(said) && said.length === 0),
    );
  }

  write(field: TextField, text: string): void {
    this.answers[field] = text;
  }

  /** The field of the way that holds. */
  way(thing: Way): TextField {
    const said = WAYS[thing].find((field) => this.answers[field] !== '');
    return said ?? this.#ways[thing] ?? WAYS[thing][0];
  }

  /** Says a thing in another way; what was typed before waits there. */
  sayBy(thing: Way, chosen: TextField): void {
    for (const field of WAYS[thing]) {
      if (field === chosen || this.answers[field] === '') continue;
      this.#aside[field] = this.answers[field];
      this.answers[field] = '';
    }
    this.#ways[thing] = chosen;
    this.answers[chosen] ||= this.#aside[chosen] ?? '';
  }

  list(field: ListField, values: string[]): void {
    this.answers[field] = values;
  }

  /** Adds one value to a list, or takes it out. */
  tick(field: ListField, value: string, on: boolean): void {
    const others = this.answers[field].filter((one) => one !== value);
    this.answers[field] = on ? [...others, value] : others;
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
    this.#ways = {};
    this.#aside = {};
  }

  /** Keeps the question for the next start; the list of earlier ones is renewed. */
  async remember(): Promise<void> {
    await call('remember', this.asked);
    await house.open();
  }
}

export const question = new Question();
