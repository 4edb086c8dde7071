// Keys: what an event means, asked in one place.

/** The key belongs to an input method that is still choosing a word (Safari says so by 229 only). */
export function composing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** The main modifier: Ctrl, or ⌘ on a Mac. */
export function command(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey;
}

/** No modifier at all, so the key may be a shortcut by itself. */
export function bare(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Where letters and digits are text: shortcuts made of one of them rest. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Where Enter already does something: a button, a link, a summary. */
export function actsOnEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a[href], summary, select, textarea, [role=option]') !== null;
}
