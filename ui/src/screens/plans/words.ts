// Words that row and panel of the plans table share.

import { amount, sign } from '../../format';
import { has, t } from '../../i18n.svelte';
import type { MessageView, SpreadView } from '../../ipc/bindings';

/** Lowest, median and highest price of the card, for those who do not see the line. */
export function spreadWords(spread: SpreadView, currency: string): string {
  const money = (value: number) => `${sign(currency)}${amount(String(value))}`;
  return t('plans.spread', { low: money(spread.low), median: money(spread.median), high: money(spread.high) });
}

/** Why an offer is held, in the few words that a cell has room for; the whole sentence is in the tip. */
export function heldInShort(reason: MessageView): string {
  const short = `plans.short.${reason.code}`;
  return has(short) ? t(short) : reason.text;
}
