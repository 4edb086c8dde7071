// Every screen and what opens on it, for tests/axe.mjs.

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
async function deleted(page) {
  await page.evaluate(() => (location.hash = '#/settings/shortlists'));
  await page.locator('main section header button').last().click();
}

/** A model that is counted in images or sequences. */
const model = (scenario, name) => async (page) => {
  await choose(scenario)(page);
  await page.getByRole('combobox').first().fill(name);
  await page.keyboard.press('Escape');
};
/** The result of such a model. */
const images = async (page) => {
  await model('inference', 'sdxl')(page);
  await page.evaluate(() => (location.hash = '#/pick/result'));
  await page.waitForSelector('[role=grid]');
};

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

/** The rows behind the scatter. */
async function rows(page) {
  await page.locator('.chart button').focus();
  await page.keyboard.press('t');
  await page.waitForSelector('[role=grid]');
}

/** The foot of the accuracy screen, with its claims unfolded. */
async function below(page) {
  await page.waitForSelector('.below summary');
  await page.locator('.below summary').last().click();
  await page.locator('main > .body').evaluate((body) => (body.scrollTop = body.scrollHeight));
}

/** Name of the picture, address, what to do there first, and which outcome of a call to see. */
export const SCREENS = [
  ['wizard1', 'pick/scenario'],
  ['wizard2', 'pick/workload'],
  ['wizard2-inference', 'pick/scenario', choose('inference')],
  ['wizard2-dev', 'pick/scenario', choose('dev')],
  ['wizard2-wrong', 'pick/workload', wrong],
  ['wizard2-images', 'pick/scenario', model('inference', 'sdxl')],
  ['wizard2-network', 'pick/scenario', model('training', 'resnet50')],
  ['wizard3', 'pick/limits'],
  ['wizard3-discounts', 'pick/limits', (page) => page.locator('.menu button').first().click()],
  ['wizard3-providers', 'pick/limits', (page) => page.locator('.menu button').nth(1).click()],
  ['result', 'pick/result'],
  ['result-inference', 'pick/scenario', result('inference')],
  ['result-images', 'pick/scenario', images],
  ['result-discounts', 'pick/result', click('.foot > button')],
  ['result-dev', 'pick/scenario', result('dev')],
  ['result-none', 'pick/limits', nothing],
  ['result-why-not', 'pick/result', press('w')],
  ['result-keep', 'pick/result', click('main header .actions button:last-child')],
  ['detail', 'pick/result/1'],
  ['detail-third', 'pick/result/3'],
  ['detail-spot', 'pick/result/5'],
  ['detail-discount', 'pick/result/1', (page) => page.locator('.discount input').first().check()],
  ['plans', 'plans'],
  ['plans-held', 'plans', click('.right input[type=checkbox]')],
  ['plans-filter', 'plans', click('[popovertarget]')],
  ['plans-offer', 'plans/autodl-H800-0'],
  ['settings-look', 'settings/look'],
  ['settings-rates', 'settings/rates'],
  ['settings-shortlists', 'settings/shortlists'],
  ['settings-data', 'settings/data'],
  ['settings-accuracy', 'settings/accuracy'],
  ['settings-accuracy-mark', 'settings/accuracy', (page) => page.locator('.chart button').focus()],
  ['settings-accuracy-rows', 'settings/accuracy', rows],
  ['settings-accuracy-below', 'settings/accuracy', below],
  ['settings-accuracy-add', 'settings/accuracy', (page) => page.locator('main header .actions button').first().click()],
  ['settings-accuracy-failed', 'settings/accuracy', undefined, '&fail=accuracy'],
  ['settings-accuracy-waiting', 'settings/accuracy', undefined, '&hang=accuracy'],
  ['settings-about', 'settings/about'],
  ['state-failed', 'pick/scenario', undefined, '&fail=recommend'],
  ['state-failed-start', 'pick/scenario', undefined, '&fail=startup'],
  ['state-waiting', 'pick/result', undefined, '&hang=recommend'],
  ['state-empty', 'pick/scenario', deleted],
  ['keys', 'settings/look', (page) => page.keyboard.press('?')],
];
