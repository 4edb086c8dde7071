import type { Commands } from '../src/ipc/bindings';
import { answerFrom } from '../src/ipc/call';
import { fake } from '../src/ipc/fake';

type Answers = { [K in keyof Commands]?: (request: Commands[K]['request']) => Commands[K]['answer'] | Promise<Commands[K]['answer']> };

/** What was asked of Rust, in order. */
export type Asked = { name: keyof Commands; request: unknown }[];

/** Lets the samples answer, some commands in a way of the test's own; gives back what is asked. */
export function answering(own: Answers = {}): Asked {
  const asked: Asked = [];
  answerFrom(async (name, request) => {
    asked.push({ name, request });
    const answer = own[name];
    return answer ? answer(request) : fake(name, request);
  });
  return asked;
}

/** The requests of one command. */
export function requests<K extends keyof Commands>(asked: Asked, name: K): Commands[K]['request'][] {
  return asked.filter((one) => one.name === name).map((one) => one.request as Commands[K]['request']);
}
