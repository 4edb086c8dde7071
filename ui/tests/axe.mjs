// Opens every screen on samples in a real browser, in both themes and both languages, at four widths:
// axe must be silent, nothing may scroll sideways, nothing may be logged as an error. Pictures go to artefacts/.
// Run by `npm run axe`, which builds the page first. CHROMIUM names another browser than Debian's.

import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const artefacts = `${root}artefacts/`;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const choose = (scenario) => async (page) => {
  await page.locator(`input[value=${scenario}]`).check({ force: true });
  await page.evaluate(() => (location.hash = '#/pick/workload'));
};

/** A field that cannot be read, and the names of models open. */
async function wrong(page) {
  await page.locator('[data-field="tokens"] input').fill('lots');
  await page.getByRole('combobox', { name: /./ }).first().fill('qwen');
}

/** The one kept list is deleted: empty, with the way back. */
async function nothing(page) {
  await page.evaluate(() => (location.hash = '#/settings/shortlists'));
  await page.locator('main section header button').last().click();
}

/** A theme changes no width: the other sizes are looked at in one theme a language. */
const measured = (language, theme) => (language === 'en') === (theme === 'dark');
/** The result of another scenario, or of limits that nothing meets. */
const result = (scenario) => async (page) => {
  await page.locator(`input[value=${scenario}]`).check({ force: true });
  await page.evaluate(() => (location.hash = '#/pick/result'));
  await page.waitForSelector('[role=grid]');
};
const nothing = async (page) => {
  await page.getByLabel(/^Budget|^预算/).first().fill('0');
  await page.evaluate(() => (location.hash = '#/pick/result'));
  await page.waitForSelector('main h2');
};
const press = (key) => async (page) => {
  await page.waitForSelector('[role=grid]');
  await page.keyboard.press(key);
};
const click = (what) => async (page) => {
  await page.waitForSelector('[role=grid]');
  await page.locator(what).first().click();
};

/** Name of the picture, address, what to do there first, and which outcome of a call to see. */
const SCREENS = [
  ['wizard1', 'pick/scenario'],
  ['wizard2', 'pick/workload'],
  ['wizard2-inference', 'pick/scenario', choose('inference')],
  ['wizard2-dev', 'pick/scenario', choose('dev')],
  ['wizard2-wrong', 'pick/workload', wrong],
  ['wizard3', 'pick/limits'],
  ['wizard3-providers', 'pick/limits', (page) => page.locator('.menu button').first().click()],
  ['result', 'pick/result'],
  ['result-inference', 'pick/scenario', result('inference')],
  ['result-dev', 'pick/scenario', result('dev')],
  ['result-none', 'pick/limits', nothing],
  ['result-why-not', 'pick/result', press('w')],
  ['result-keep', 'pick/result', click('main header .actions button:last-child')],
  ['detail', 'pick/result/1'],
  ['detail-third', 'pick/result/3'],
  ['plans', 'plans'],
  ['plans-held', 'plans', click('.right input[type=checkbox]')],
  ['plans-filter', 'plans', click('[popovertarget]')],
  ['plans-offer', 'plans/autodl-H800-0'],
  ['settings-look', 'settings/look'],
  ['settings-rates', 'settings/rates'],
  ['settings-shortlists', 'settings/shortlists'],
  ['settings-data', 'settings/data'],
  ['settings-about', 'settings/about'],
  ['state-failed', 'pick/scenario', undefined, '&fail=recommend'],
  ['state-failed-start', 'pick/scenario', undefined, '&fail=startup'],
  ['state-waiting', 'pick/result', undefined, '&hang=recommend'],
  ['state-empty', 'pick/scenario', nothing],
  ['keys', 'settings/look', (page) => page.keyboard.press('?')],
];
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
    const keys = await page.evaluate(() => document.body.innerText.match(/\b(app|wizard|settings|result|plans|field|choice|explain|unit|message|problem|word|keys|status|step)\.[a-z_]+[\w.]*/g));
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
