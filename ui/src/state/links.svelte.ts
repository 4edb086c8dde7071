// Links that leave the window: Rust decides whether they may open; a doubtful one is asked about first.

import type { ProblemView } from '../ipc/bindings';
import { call } from '../ipc/call';

/** A link to be confirmed by its real host. */
export interface Doubt {
  url: string;
  /** Where it really leads. */
  host: string;
}

class Links {
  /** The question that waits for an answer. */
  doubt = $state.raw<Doubt | null>(null);
  /** The address that is not opened at all, to be shown as text. */
  refused = $state('');
  /** Why the system could not open it. */
  problem = $state.raw<ProblemView | null>(null);

  /** Opens an address, after Rust's check. */
  async open(url: string, confirmed = false): Promise<void> {
    this.close();
    try {
      const answer = await call('open_link', { url, confirmed });
      if (answer.needs_confirmation) this.doubt = { url, host: answer.host ?? url };
      else if (!answer.opened) this.refused = url;
    } catch (problem) {
      this.problem = problem as ProblemView;
    }
  }

  /** Opens the doubtful one: the reader has seen its host. */
  async confirm(): Promise<void> {
    if (this.doubt) await this.open(this.doubt.url, true);
  }

  /** Puts every question and answer away. */
  close(): void {
    this.doubt = null;
    this.refused = '';
    this.problem = null;
  }
}

export const links = new Links();
