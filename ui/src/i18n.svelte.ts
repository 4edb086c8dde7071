// Words: every text a reader sees is a key of crates/app/locales, said in the chosen language.

import en from '$locales/en.json';
import zh from '$locales/zh-CN.json';

export type Language = 'zh-CN' | 'en';

const words: Record<Language, Record<string, string>> = { 'zh-CN': zh, en };

let chosen = $state<Language>('zh-CN');

/** The language that is shown now. */
export function language(): Language {
  return chosen;
}

/** Shows everything in this language from now on. */
export function speak(next: Language): void {
  chosen = next;
}

/**
 * The text of a key with its placeholders filled in.
 *
 * A `count` chooses between `.one` and `.other` where a language has both.
 * An unknown key is shown as it is: visible in a review, harmless to a reader.
 */
export function t(key: string, params: Record<string, string | number> = {}): string {
  const table = words[chosen];
  const text = table[key] ?? table[plural(key, params)] ?? table[`${key}.other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** Whether both languages have this key (also as a plural). */
export function has(key: string): boolean {
  return key in words[chosen] || `${key}.other` in words[chosen];
}

/** `count` may already be written out: `1` and `"1"` are one, `"1,000"` is not. */
function plural(key: string, params: Record<string, string | number>): string {
  return String(params.count) === '1' ? `${key}.one` : `${key}.other`;
}
