import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import App from '../src/App.svelte';
import type { Commands } from '../src/ipc/bindings';
import { answerFrom } from '../src/ipc/call';
import { fake } from '../src/ipc/fake';
import { place } from '../src/state/place.svelte';
import { question } from '../src/state/question.svelte';

/** The window, open at its first question. */
async function open() {
  const user = userEvent.setup();
  render(App);
  await screen.findByRole('heading', { level: 1, name: 'What is the GPU for?' });
  return user;
}

/** The window at the question about the job. */
async function atWorkload() {
  const user = await open();
  await user.click(screen.getByRole('button', { name: /Next: workload/ }));
  await screen.findByRole('combobox', { name: 'Model' });
  return user;
}

const tokens = () => screen.getByRole('textbox', { name: 'Tokens an epoch' });
const side = () => screen.getByRole('complementary');

test('pressing Next on every question leads to the result', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: /Next: workload/ }));
  await user.click(await screen.findByRole('button', { name: /Next: limits/ }));
  await user.click(await screen.findByRole('button', { name: /Show the result/ }));
  expect(place.route.step).toBe('result');
});

test('Enter goes on, Alt and the left arrow go back', async () => {
  const user = await open();
  await user.keyboard('{Enter}');
  await screen.findByRole('combobox', { name: 'Model' });
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(place.route.step).toBe('scenario');
});

test('Ctrl Enter leads straight to the result and keeps the question for the next start', async () => {
  const asked: string[] = [];
  answerFrom((name, request) => {
    asked.push(name);
    return fake(name, request);
  });
  const user = await open();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(place.route.step).toBe('result');
  await waitFor(() => expect(asked).toContain('remember'));
});

test('going back loses nothing that was typed', async () => {
  const user = await atWorkload();
  await user.type(tokens(), '3000万');
  await user.click(screen.getByRole('button', { name: /Next: limits/ }));
  await user.type(await screen.findByRole('textbox', { name: /Budget/ }), '150');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('textbox', { name: 'Tokens an epoch' })).toHaveValue('3000万');
  await user.click(screen.getByRole('button', { name: /Next: limits/ }));
  expect(await screen.findByRole('textbox', { name: /Budget/ })).toHaveValue('150');
});

test('data said in another way waits where it was said, and only one way is asked about', async () => {
  const user = await atWorkload();
  await user.type(tokens(), '30M');
  await user.click(screen.getByRole('radio', { name: 'steps' }));
  expect(question.asked.tokens).toBe('');
  await user.click(screen.getByRole('radio', { name: 'tokens' }));
  expect(tokens()).toHaveValue('30M');
});

test('a field that cannot be read keeps its text and says below what to write', async () => {
  const user = await atWorkload();
  await within(side()).findByText('21.6', { selector: 'b' });
  await user.type(tokens(), 'lots');
  expect(await screen.findByRole('alert')).toHaveTextContent('“lots” is not a number. Write 30M or 3e7.');
  expect(tokens()).toHaveValue('lots');
  expect(tokens()).toBeInvalid();
  expect(within(side()).getByText('One field cannot be read; this is the last good answer.')).toBeVisible();
});

test('a field that cannot be read keeps the question open and gets the focus', async () => {
  const user = await atWorkload();
  await user.type(tokens(), 'lots');
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: /Next: limits/ }));
  expect(place.route.step).toBe('workload');
  expect(tokens()).toHaveFocus();
});

test('the memory need follows the keys', async () => {
  const user = await atWorkload();
  await within(side()).findByText('21.6', { selector: 'b' }); // 15.0 + 0.1 + 1.5 + 2.1 + 2.9
  await user.type(screen.getByRole('textbox', { name: 'Sequence length' }), '4096');
  // Twice the tokens of a sequence: activations 3.0, logits 4.2.
  expect(await within(side()).findByText('25.2', { selector: 'b' })).toBeVisible();
});

test('an answer is asked for once, not again because it came', async () => {
  let asked = 0;
  answerFrom((name, request) => {
    if (name === 'preview_workload') asked += 1;
    return fake(name, request);
  });
  const user = await atWorkload();
  await within(side()).findByText('21.6', { selector: 'b' });
  await user.type(screen.getByRole('textbox', { name: 'Sequence length' }), '8');
  await within(side()).findByText('18.0', { selector: 'b' }); // 15.0 + 0.1 + 0.0 + 0.0 + 2.9
  expect(asked).toBe(2);
});

test('Reset all takes changed settings back to their defaults', async () => {
  const user = await atWorkload();
  await user.type(screen.getByRole('textbox', { name: 'Micro-batch' }), '4');
  expect(screen.getByText('12 settings, 11 at their default')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reset all' }));
  expect(screen.getByRole('textbox', { name: 'Micro-batch' })).toHaveValue('');
});

test('Enter that only chooses a Chinese candidate does not go on; the next Enter does, once', async () => {
  await atWorkload();
  const field = tokens();
  field.focus();
  const press = (isComposing: boolean) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing }));
  press(true);
  expect(place.route.step).toBe('workload');
  press(false);
  expect(place.route.step).toBe('limits');
});

test('a preset is found by letters and digits only, and Enter takes it without going on', async () => {
  const user = await atWorkload();
  await user.type(screen.getByRole('combobox', { name: 'Model' }), 'Qwen 2.5');
  const names = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(names.map((option) => option.firstChild?.textContent)).toEqual(['qwen2.5-7b', 'qwen2.5-32b']);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(question.answers.model).toBe('qwen2.5-32b');
  expect(place.route.step).toBe('workload');
});

test('a model known by its size only is asked for its parameters', async () => {
  const user = await atWorkload();
  await user.click(screen.getByRole('button', { name: 'I only know the size' }));
  await user.type(screen.getByRole('textbox', { name: 'Parameters' }), '7B');
  expect(question.asked.params).toBe('7B');
  expect(question.asked.model).toBe('');
});

test('nothing left still leads on to the answer that says why', async () => {
  const user = await open();
  place.step('limits');
  await user.type(await screen.findByRole('textbox', { name: /Budget/ }), '0');
  expect(await within(side()).findByText('0', { selector: 'b' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Show the result/ }));
  expect(place.route.step).toBe('result');
});

test('an earlier question is opened again by one press', async () => {
  const user = await open();
  await user.click(await screen.findByRole('button', { name: /LoRA qwen3-8b/ }));
  expect(question.answers.budget).toBe('150');
  expect(place.route.step).toBe('result');
});

test('the address of a field leads to it', async () => {
  place.step('limits', 'deadline');
  render(App);
  expect(await screen.findByRole('textbox', { name: 'Deadline' })).toHaveFocus();
});

test('when Rust does not answer, the window says what to do and asks again on request', async () => {
  let broken = true;
  const failure = { code: 'db_newer', params: {}, title: 'The data was written by a newer version', advice: 'Update Tiaoka.', detail: 'schema 9 > 3', notes: [], fields: [] };
  const failing = <K extends keyof Commands>(name: K, request: Commands[K]['request']) =>
    broken ? Promise.reject(failure) : fake(name, request);
  answerFrom(failing);
  const { house } = await import('../src/state/house.svelte');
  house.startup = null;
  const user = userEvent.setup();
  render(App);
  expect(await screen.findByRole('alert')).toHaveTextContent('The data was written by a newer version');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'What is the GPU for?' })).toBeVisible();
});
