// The one plans table of the window: leaving the screen and coming back loses neither filter nor rows.

import { house } from '../../state/house.svelte';
import { Catalogue } from './catalogue.svelte';

let kept: Catalogue | undefined;

/** The table as it was left; a new one at first. */
export function catalogue(): Catalogue {
  kept ??= new Catalogue(house.settings.currency || 'CNY');
  return kept;
}
