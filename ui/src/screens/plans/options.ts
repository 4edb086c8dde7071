// What the filters offer, asked once for each language: sellers' names are in it.

import { language } from '../../i18n.svelte';
import type { WizardOptions } from '../../ipc/bindings';
import { call } from '../../ipc/call';

let known: { language: string; options: Promise<WizardOptions> } | undefined;

/** Sellers, regions and vendors of the catalogue. */
export function options(): Promise<WizardOptions> {
  if (known?.language !== language()) known = { language: language(), options: call('wizard_options', null) };
  return known.options;
}

/** Asks again the next time: the catalogue has changed, or the last try failed. */
export function forgetOptions(): void {
  known = undefined;
}
