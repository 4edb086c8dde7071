// What the accuracy screen looks at: one kind or all, rows of known or of left-out sources, or one's own.

import type { AccuracyView, ErrorsView, KindView, ProblemView } from '../../../ipc/bindings';
import { call } from '../../../ipc/call';

/** Which predictions of a row are shown. */
export const SPLITS = ['known', 'left_out', 'own'] as const;
export type Split = (typeof SPLITS)[number];

class Looked {
  /** A kind, or '' for all. */
  kind = $state('');
  split: Split = $state('left_out');
  /** Errors by kind. What is shown stays until a newer answer is there, so that nothing on the page is lost. */
  view: AccuracyView | null = $state.raw(null);
  /** Why there is none. */
  problem: ProblemView | null = $state.raw(null);
  /** Rises with every answer: the chart is then drawn again. */
  changes = $state(0);
  #turn = 0;

  /** Asks again: own measurements changed, or the language did. */
  async again(): Promise<void> {
    const mine = ++this.#turn;
    this.problem = null;
    try {
      const view = await call('accuracy', null);
      if (mine !== this.#turn) return;
      this.view = view;
      this.changes += 1;
    } catch (problem) {
      if (mine === this.#turn) [this.view, this.problem] = [null, problem as ProblemView];
    }
  }
}

/** The errors of a kind in a split. */
export function errorsOf(kind: KindView, split: Split): ErrorsView | null {
  return { known: kind.known, left_out: kind.left_out, own: kind.own }[split];
}

export const looked = new Looked();
