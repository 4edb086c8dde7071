// The one plans table of the window: leaving the screen and coming back loses neither filter nor order.

import type { Startup } from '../../ipc/bindings';
import { house } from '../../state/house.svelte';
import { Catalogue } from './catalogue.svelte';

let kept: { catalogue: Catalogue; startup: Startup | null } | undefined;

/** The table as it was left, asked again where the house has changed since: an import, a rate, a language. */
export function catalogue(): Catalogue {
  if (kept?.startup !== house.startup || kept?.catalogue.page === null) {
    kept = { catalogue: kept?.catalogue ?? new Catalogue(house.settings.currency), startup: house.startup };
    kept.catalogue.ask();
  }
  return kept.catalogue;
}
