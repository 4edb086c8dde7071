// The slider's value as the answers hold it: text, or empty where the default holds.

/** Where the slider stands when nothing was said (command line, `--speed`). */
const DEFAULT_SPEED = 0.35;

/** 0 = cheapest, 1 = fastest. */
export function speedOf(text: string): number {
  const speed = Number(text);
  return text.trim() === '' || !(speed >= 0 && speed <= 1) ? DEFAULT_SPEED : speed;
}
