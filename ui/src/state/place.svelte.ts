// Where the reader is: the address, as something components can read and change.

import { at, atStep, parse, type Route, type Screen, type Step } from '../routes';

class Place {
  route: Route = $state(parse(typeof location === 'undefined' ? '' : location.hash));

  constructor() {
    if (typeof window !== 'undefined') {
      window.addEventListener('hashchange', () => (this.route = parse(location.hash)));
    }
  }

  /** Opens a screen; `about` is an offer's id, or a word for the screen such as `search`. */
  open(screen: Screen, about = ''): void {
    this.#move(screen === 'pick' ? atStep('scenario', about) : at(screen, about));
  }

  /** Opens a step of the wizard. */
  step(step: Step, about = ''): void {
    this.#move(atStep(step, about));
  }

  /** Back to where the reader came from, as the browser remembers it. */
  back(): void {
    history.back();
  }

  #move(address: string): void {
    location.hash = address;
    this.route = parse(address); // at once: the event comes a turn later
  }
}

export const place = new Place();
