// A running answer: it follows each key press, keeps the last good one, and never shows an older one late.

import type { Answers, FieldProblem, LimitsPreview, ProblemView, WorkloadPreview } from '../ipc/bindings';
import { call } from '../ipc/call';

/** Presses closer together than this are one: below 50 ms nobody sees a delay. */
const PAUSE_MS = 30;

interface Previews {
  preview_workload: WorkloadPreview;
  preview_limits: LimitsPreview;
}

export class Following<K extends keyof Previews> {
  /** The last answer to fields that could all be read. */
  value: Previews[K] | null = $state.raw(null);
  /** Fields that cannot be read now. */
  wrong: FieldProblem[] = $state.raw([]);
  /** Why there is no answer at all. */
  problem: ProblemView | null = $state.raw(null);

  #asked = 0;
  // Beside `value`, since who follows in an effect must not ask again because an answer came.
  #answered = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly command: K) {}

  /** The message of a field that cannot be read. */
  about(field: string): string | undefined {
    return this.wrong.find((problem) => problem.field === field)?.message.text;
  }

  /** Asks about these answers: at once the first time, else after a pause in typing. */
  follow(answers: Answers): void {
    clearTimeout(this.#timer);
    const turn = ++this.#asked;
    if (!this.#answered) void this.#ask(answers, turn);
    else this.#timer = setTimeout(() => void this.#ask(answers, turn), PAUSE_MS);
  }

  async #ask(answers: Answers, turn: number): Promise<void> {
    try {
      const answer = (await call(this.command, answers)) as Previews[K];
      if (turn !== this.#asked) return;
      this.#answered = true;
      this.problem = null;
      this.wrong = answer.problems;
      if (answer.problems.length === 0 || this.value === null) this.value = answer;
    } catch (problem) {
      if (turn === this.#asked) this.problem = problem as ProblemView;
    }
  }
}
