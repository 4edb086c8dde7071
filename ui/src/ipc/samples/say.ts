// Samples speak both languages, as Rust's answers do.

import { language } from '../../i18n.svelte';
import type { MessageView } from '../bindings';

/** One of two wordings. */
export const say = (zh: string, en: string): string => (language() === 'en' ? en : zh);

/** A message in words. */
export const message = (code: string, zh: string, en: string): MessageView => ({ code, params: {}, text: say(zh, en) });
