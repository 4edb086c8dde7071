// What the wizard's fields offer: asked once a language, kept while the window is open.

import type { Answers, ModelOption, ProblemView, SampleOption, WizardOptions } from '../ipc/bindings';
import { call } from '../ipc/call';
import { blank } from './question.svelte';

const SCENARIOS = ['training', 'inference', 'dev'];

class Options {
  /** `null` until Rust has answered. */
  value: WizardOptions | null = $state.raw(null);
  problem: ProblemView | null = $state.raw(null);

  /** Renews the list; its names are in the language of the reader. */
  async load(): Promise<void> {
    try {
      this.value = await call('wizard_options', null);
      this.problem = null;
    } catch (problem) {
      this.problem = problem as ProblemView;
    }
  }

  /** What the empty fields of these answers mean. */
  usual(answers: Answers): Answers {
    const at = SCENARIOS.indexOf(answers.scenario);
    const sample = this.sampled(answers);
    if (!sample) return this.value?.defaults[at] ?? blank();
    const size = String(sample.size);
    return {
      ...(this.value?.sample_defaults[at] ?? blank()),
      image_steps: String(sample.steps ?? ''),
      ...(sample.family === 'bert' ? { seq: size } : { image_size: size }),
    };
  }

  /** The model of these answers, where it is counted in images or sequences instead of tokens. */
  sampled({ scenario, model }: Answers): SampleOption | undefined {
    if (scenario === 'dev' || model === '') return undefined;
    return this.value?.sample_models.find(({ name }) => letters(name) === letters(model));
  }

  /** The name of a seller, its id while names are not known. */
  seller(id: string): string {
    return this.value?.providers.find((one) => one.id === id)?.name ?? id;
  }

  /** The preset of this name, compared by letters and digits only, as Rust does. */
  model(name: string): ModelOption | undefined {
    return this.value?.models.find((model) => letters(model.name) === letters(name));
  }
}

/** Letters and digits, lower case: `llama-3.1-8b` is `llama3.1-8b`. */
export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

export const options = new Options();
