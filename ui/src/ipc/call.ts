// The one door to Rust. No other file mentions `invoke`.

import { invoke } from '@tauri-apps/api/core';
import type { Commands, ProblemView } from './bindings';

type Answering = <K extends keyof Commands>(
  name: K,
  request: Commands[K]['request'],
) => Promise<Commands[K]['answer']>;

let answering: Answering = (name, request) => invoke(name, { request });

/** Lets samples answer instead of Rust: in a plain browser and in component tests. */
export function answerFrom(samples: Answering): void {
  answering = samples;
}

/**
 * Asks Rust. Rejects with a `ProblemView`, and with nothing else.
 *
 * Before a screen sees it, whatever is thrown elsewhere (a missing command, a shape that does not parse)
 * becomes a problem of our own, so that a screen has one kind of failure to show.
 */
export const call: Answering = async (name, request) => {
  try {
    return await answering(name, request);
  } catch (thrown) {
    throw isProblem(thrown) ? thrown : internal(name, thrown);
  }
};

function isProblem(thrown: unknown): thrown is ProblemView {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'title' in thrown;
}

/** Without title and advice: `parts/Failure.svelte` has the words for `internal`. */
function internal(name: string, thrown: unknown): ProblemView {
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'internal', params: {}, title: '', advice: '', detail: `${name}: ${detail}`, fields: [], notes: [] };
}
