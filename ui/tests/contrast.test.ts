import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');

/** `--name: light-dark(#aaaaaa, #bbbbbb)` of tokens.css. */
const tokens = Object.fromEntries(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [name, [light, dark]]),
) as Record<string, [string, string]>;

/** Relative luminance after WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, theme: number): number {
  const [light = 0, dark = 0] = [one, other].map((name) => luminance(tokens[name]?.[theme] ?? '')).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', 0],
  ['dark', 1],
])('in the %s theme', (_, theme) => {
  test.each(['text-1', 'text-2', 'accent', 'good', 'warn', 'bad', 'series-2', 'series-3'])(
    '%s is readable on every background',
    (text) => {
      for (const background of ['bg-1', 'bg-2', 'bg-3', 'bg-accent']) expect(contrast(text, background, theme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('the edge of a control is seen', () => {
    for (const background of ['bg-1', 'bg-2', 'bg-3']) expect(contrast('border-2', background, theme)).toBeGreaterThanOrEqual(3);
  });

  test('words on the accent are easy to read', () => {
    expect(contrast('on-accent', 'accent', theme)).toBeGreaterThanOrEqual(7);
  });
});
