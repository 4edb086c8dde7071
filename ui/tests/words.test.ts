import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import en from '$locales/en.json';
import zh from '$locales/zh-CN.json';
import { expect, test } from 'vitest';
import { more } from '../src/screens/wizard/fields';
import { WAYS } from '../src/state/question.svelte';

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

/** Every key said as a whole in `t('…')`; keys put together from parts are not seen here. */
const said = files('src')
  .filter((path) => /\.(svelte|ts)$/.test(path))
  .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? ''));

const has = (table: Record<string, string>, key: string) => key in table || `${key}.other` in table;

test('every text that a screen says is there in both languages', () => {
  const missing = [...new Set(said)].filter((key) => !has(zh, key) || !has(en, key));
  expect(missing).toEqual([]);
});

test('no component says a text that is not in the locales', () => {
  const chinese = files('src')
    .filter((path) => path.endsWith('.svelte'))
    .filter((path) => /[\u4e00-\u9fff]/.test(readFileSync(path, 'utf8').replace(/<!--[\s\S]*?-->/g, '')));
  expect(chinese).toEqual([]);
});

test('a text of one language is a text of the other', () => {
  const plain = (table: object) => new Set(Object.keys(table).map((key) => key.replace(/\.(one|other)$/, '')));
  expect([...plain(zh)].filter((key) => !plain(en).has(key))).toEqual([]);
  expect([...plain(en)].filter((key) => !plain(zh).has(key))).toEqual([]);
});

test('each field of the wizard has a name, and those behind More an explanation', () => {
  const sample = { name: 'sdxl', family: 'diffusion', params_m: 2567, size: 1024, steps: 30 };
  const explained = ['training', 'inference', 'dev'].flatMap((scenario) => [...more(scenario, undefined), ...more(scenario, sample)]);
  const all = [...Object.values(WAYS).flat(), 'batch', 'engine', 'image_size', 'image_steps', ...explained];
  const keys = [...all.map((field) => `field.${field}`), 'explain.batch', ...explained.map((field) => `explain.${field}`)];
  expect(keys.filter((key) => !has(zh, key) || !has(en, key))).toEqual([]);
});
