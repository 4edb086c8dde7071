import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import App from '../src/App.svelte';
import { answerFrom } from '../src/ipc/call';
import { fake } from '../src/ipc/fake';
import { place } from '../src/state/place.svelte';

async function open(tab: string) {
  const user = userEvent.setup();
  place.open('settings', tab);
  render(App);
  await screen.findByRole('heading', { level: 1 });
  return user;
}

test('a language holds at once, everywhere', async () => {
  const user = await open('look');
  await user.click(screen.getByRole('radio', { name: '中文' }));
  expect(await screen.findByRole('heading', { level: 1, name: '设置' })).toBeVisible();
  expect(screen.getByRole('link', { name: '机型' })).toBeVisible();
  expect(document.documentElement.lang).toBe('zh-CN');
});

test('a theme holds at once; the system decides when none was chosen', async () => {
  const user = await open('look');
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  await user.click(screen.getAllByRole('radio', { name: 'System' })[1] as HTMLElement);
  await expect.poll(() => document.documentElement.dataset.theme).toBeUndefined();
});

test('a rate of one’s own replaces the published one and can be taken back', async () => {
  const user = await open('rates');
  await user.type(await screen.findByRole('textbox', { name: '1\u00a0USD is' }), '7.1');
  await user.click(screen.getByRole('button', { name: 'Use it' }));
  expect(await screen.findByRole('cell', { name: '7.1000' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('cell', { name: '6.6512' })).toBeVisible();
});

test('a refused sheet says which row is wrong and why', async () => {
  const notes = [{ code: 'row_price', params: {}, text: 'Line 3: a price of -1 is not positive' }];
  answerFrom((name, request) =>
    name === 'import_prices'
      ? Promise.reject({ code: 'sheet_rows', params: {}, title: 'my prices.csv has rows that cannot be read', advice: 'Mend them.', detail: '', notes, fields: [] })
      : fake(name, request),
  );
  const user = await open('data');
  await user.upload(await screen.findByLabelText('Choose a file'), new File(['x'], 'my prices.csv', { type: 'text/csv' }));
  expect(await screen.findByText('Line 3: a price of -1 is not positive')).toBeVisible();
});

test('a rate that cannot be read keeps its text and says what to write', async () => {
  answerFrom((name, request) =>
    name === 'set_rate'
      ? Promise.reject({ code: 'bad_rate', params: {}, title: 'A rate cannot be “abc”', advice: 'Write 7.1.', detail: '', notes: [], fields: [] })
      : fake(name, request),
  );
  const user = await open('rates');
  const field = await screen.findByRole('textbox', { name: '1\u00a0USD is' });
  await user.type(field, 'abc{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('A rate cannot be “abc”');
  expect(field).toHaveValue('abc');
});

test('a deleted shortlist can be had back', async () => {
  const user = await open('shortlists');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No shortlist yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('heading', { name: 'Qwen3-8B LoRA' })).toBeVisible();
});

test('an imported sheet says how many rows were taken, held and refused', async () => {
  const user = await open('data');
  const sheet = new File(['provider,plan\n'], 'my prices.csv', { type: 'text/csv' });
  await user.upload(await screen.findByLabelText('Choose a file'), sheet);
  expect(await screen.findByText('42 rows taken, 1 of them held; 0 refused.')).toBeVisible();
});
