// Adding own measurements: the dialog that is open, the file that was chosen, and what became of it.

import type { MeasurementsOutcome } from '../../../ipc/bindings';
import { call } from '../../../ipc/call';
import { Attempt } from '../../../state/attempt.svelte';
import { looked } from './looked.svelte';

class Adding {
  shown = $state(false);
  outcome: MeasurementsOutcome | null = $state.raw(null);
  /** Where the template was saved. */
  template: string | null = $state(null);
  /** Rises when rows were added. */
  added = $state(0);
  readonly taking = new Attempt();
  #file: { name: string; base64: string } | null = null;

  open(): void {
    this.shown = true;
    this.outcome = null;
    this.template = null;
    this.taking.problem = null;
  }

  close(): void {
    this.shown = false;
  }

  /** Tries a file: all of its rows or none. */
  async choose(name: string, base64: string): Promise<void> {
    this.#file = { name, base64 };
    await this.#take(false);
  }

  /** Takes the good rows of the file that was refused. */
  async takeGood(): Promise<void> {
    await this.#take(true);
  }

  /** Some rows of the file are good: they can be taken alone. */
  get hasGood(): boolean {
    const { problem } = this.taking;
    return problem?.code === 'measurements_rows' && Number(problem.params.good) > 0;
  }

  async saveTemplate(): Promise<void> {
    const file = await this.taking.make(call('export_measurements', { what: 'template' }));
    if (file) this.template = file.path;
  }

  async #take(partial: boolean): Promise<void> {
    if (!this.#file) return;
    this.outcome = (await this.taking.make(call('import_measurements', { ...this.#file, partial }))) ?? null;
    if (!this.outcome) return;
    this.added += 1;
    void looked.again();
  }
}

export const adding = new Adding();
