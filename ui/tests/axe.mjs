// Opens every screen on samples in a real browser, in both themes and both languages, at four widths:
// axe must be silent, nothing may scroll sideways, nothing may be logged as an error. Pictures go to artefacts/.
// Run by `npm run axe`, which builds the page first. CHROMIUM names another browser than Debian's.

import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { SCREENS } from './screens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const artefacts = `${root}artefacts/`;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A theme changes no width: the other sizes are looked at in one theme a language. */
const measured = (language, theme) => (language === 'en') === (theme === 'dark');
const LOOKS = [
  ['zh-CN', 'light'],
  ['zh-CN', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
];
/** The design's sizes; axe runs at the first. */
const SIZES = [
  [1280, 800],
  [1024, 700],
  [1600, 1000],
  [640, 800],
];

/** Waits until what was asked for has been drawn; `.later` stands for an answer still awaited. */
async function drawn(page, hangs) {
  if (hangs) await page.locator('.later').first().waitFor({ state: 'visible' });
  else await page.waitForFunction(() => document.querySelector('main :is(h1, h2)') && !document.querySelector('.later'));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function check(browser, address, [name, hash, act, outcome = ''], [language, theme]) {
  const faults = [];
  const page = await browser.newPage({ locale: language, reducedMotion: 'reduce' });
  await page.clock.setFixedTime('2026-11-30T08:00:00Z'); // the day of the samples
  page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  for (const [width, height] of measured(language, theme) ? SIZES : SIZES.slice(0, 1)) {
    await page.setViewportSize({ width, height });
    if (width === SIZES[0][0]) {
      await page.goto(`${address}?language=${language}&theme=${theme}${outcome}#/${hash}`);
      await page.waitForSelector('main :is(h1, h2)');
      await act?.(page);
    }
    await drawn(page, outcome.startsWith('&hang'));
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    const keys = await page.evaluate(() => document.body.innerText.match(/\b(app|wizard|settings|accuracy|claims|kind|result|plans|field|choice|explain|unit|message|problem|word|keys|status|step)\.[a-z_]+[\w.]*/g));
    if (keys) faults.push(`says keys instead of words: ${[...new Set(keys)].join(', ')}`);
    if (sideways) faults.push(`${width}: scrolls sideways`);
    await page.screenshot({ path: `${artefacts}${name}.${language === 'en' ? 'en' : 'zh'}.${theme}.${width}.png` });
    if (width === SIZES[0][0]) {
      await page.evaluate(axe);
      const { passes, violations } = await page.evaluate(() => globalThis.axe.run());
      if (passes.length === 0) faults.push('axe looked at nothing');
      for (const { id, help, nodes } of violations) faults.push(`axe ${id}: ${help}\n    ${nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join('\n    ')}`);
    }
  }
  await page.close();
  return faults.map((fault) => `${name} ${language} ${theme}: ${fault}`);
}

mkdirSync(artefacts, { recursive: true });
const server = await preview({ root, configFile: false, build: { outDir: 'dist-fake' }, preview: { port: 0 }, logLevel: 'error' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
const address = server.resolvedUrls.local[0];
const faults = [];
const only = process.argv.slice(2);
for (const screen of SCREENS.filter(([name]) => only.length === 0 || only.includes(name))) {
  for (const look of LOOKS) faults.push(...(await check(browser, address, screen, look)));
}
await browser.close();
await server.close();

for (const fault of faults) console.error(fault);
console.log(`${SCREENS.length} screens, ${LOOKS.length} looks, ${SIZES.length} widths: ${faults.length} faults; pictures in ui/artefacts`);
process.exit(faults.length === 0 ? 0 : 1);
