// Where one can be: a small table of screens, written in the address after `#/`.

/** Screens of the rail, in its order: the keys 1, 2, 3. */
export const SCREENS = ['pick', 'plans', 'settings'] as const;
/** Steps of the wizard; the last one is the result. */
export const STEPS = ['scenario', 'workload', 'limits', 'result'] as const;

export type Screen = (typeof SCREENS)[number];
export type Step = (typeof STEPS)[number];

/** A place: a screen, the part of it, and what it is about (an offer's id, a word for the screen). */
export interface Route {
  screen: Screen;
  step: Step;
  about: string;
}

/** Reads an address; anything unknown leads to the first question. */
export function parse(hash: string): Route {
  const [screen = '', ...rest] = hash.replace(/^#?\/?/, '').split('/').map(decodeURIComponent);
  if (screen === 'plans' || screen === 'settings') {
    return { screen, step: 'scenario', about: rest.join('/') };
  }
  const step = STEPS.find((s) => s === rest[0]) ?? 'scenario';
  return { screen: 'pick', step, about: rest.slice(1).join('/') };
}

/** The address of a screen. */
export function at(screen: Screen, about = ''): string {
  return about === '' ? `#/${screen}` : `#/${screen}/${encodeURIComponent(about)}`;
}

/** The address of a step of the wizard. */
export function atStep(step: Step, about = ''): string {
  return about === '' ? `#/pick/${step}` : `#/pick/${step}/${encodeURIComponent(about)}`;
}
