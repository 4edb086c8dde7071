// The answer on the page: what is ranked, which plan is looked at, which ones are marked.

import { SvelteSet } from 'svelte/reactivity';
import { call } from '../../ipc/call';
import type { AdviceView, Answers, ChoiceView, ProblemView } from '../../ipc/bindings';
import { question } from '../../state/question.svelte';

/** After the last move of the slider, so that dragging asks once. */
export const RERANK_AFTER_MS = 100;

/** Plans listed at first and with each "show more": all are ranked, a page is sent. */
export const PAGE = 60;

/** The question as it goes to Rust: as many plans as the page lists. */
export function asked(answers: Answers, listed = PAGE): Answers {
  return { ...answers, limit: String(listed) };
}

export class Answer {
  /** The last complete answer; stays until the next one is there. */
  advice = $state.raw() as AdviceView;
  /** The question of that answer. */
  answers = $state.raw() as Answers;
  /** Why the last re-ranking failed. */
  problem = $state.raw<ProblemView | null>(null);
  /** A new order is being asked for. */
  busy = $state(false);
  /** The plan that is looked at. */
  focusedId = $state('');
  /** Plans to be kept. */
  readonly marked = new SvelteSet<string>();

  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(advice: AdviceView, answers: Answers) {
    this.#take(advice, answers);
  }

  /** The plan that is looked at; the first where none was chosen. */
  get focused(): ChoiceView | undefined {
    return this.advice.choices.find((choice) => choice.id === this.focusedId);
  }

  /** Asks for another order once the slider rests. */
  rerank(answers: Answers): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(answers), RERANK_AFTER_MS);
  }

  /** Ticks a discount of the question, or takes it back; the order follows. */
  discount(id: string, on: boolean): void {
    question.tick('discount', id, on);
    this.rerank(asked(question.asked, this.advice.choices.length));
  }

  /** Asks for the next page of the same order. */
  more(): void {
    void this.#ask({ ...this.answers, limit: String(this.advice.choices.length + PAGE) });
  }

  /** Marks a plan for keeping, or takes the mark back. */
  mark(id: string): void {
    if (!this.marked.delete(id)) this.marked.add(id);
  }

  /** Forgets what is still to be asked. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }

  async #ask(answers: Answers): Promise<void> {
    const turn = ++this.#turn;
    this.busy = true;
    try {
      const advice = await call('recommend', answers);
      if (turn === this.#turn) this.#take(advice, answers);
    } catch (problem) {
      if (turn === this.#turn) this.problem = problem as ProblemView;
    } finally {
      if (turn === this.#turn) this.busy = false;
    }
  }

  #take(advice: AdviceView, answers: Answers): void {
    this.advice = advice;
    this.answers = answers;
    this.problem = null;
    if (!advice.choices.some((choice) => choice.id === this.focusedId)) {
      this.focusedId = advice.choices[0]?.id ?? '';
    }
  }
}
