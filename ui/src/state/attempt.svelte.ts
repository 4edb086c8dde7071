// Something the reader asked to be done: whether it goes on, and why it failed.

import type { ProblemView } from '../ipc/bindings';

export class Attempt {
  busy = $state(false);
  problem: ProblemView | null = $state.raw(null);

  /** Does it; the answer, or nothing after a failure that is then in `problem`. */
  async make<T>(work: Promise<T>): Promise<T | undefined> {
    this.busy = true;
    this.problem = null;
    try {
      return await work;
    } catch (problem) {
      this.problem = problem as ProblemView;
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
