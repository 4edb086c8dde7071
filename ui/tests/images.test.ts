import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import App from '../src/App.svelte';
import { speak } from '../src/i18n.svelte';
import { place } from '../src/state/place.svelte';
import { blank, question } from '../src/state/question.svelte';
import { answering, requests } from './answering';

beforeEach(() => {
  speak('en');
  place.step('scenario');
});

/** The window at the question about a job, with this model. */
async function ask(scenario: string, model: string) {
  const asked = answering();
  question.reopen({ ...blank(), scenario });
  const user = userEvent.setup();
  render(App);
  await user.click(await screen.findByRole('button', { name: /Next: workload/ }));
  await user.type(await screen.findByRole('combobox', { name: 'Model' }), model);
  await user.keyboard('{Escape}');
  return { user, asked };
}

test('an image generator is asked for pictures, steps and how it is run, not for tokens', async () => {
  await ask('inference', 'sdxl');
  expect(await screen.findByRole('textbox', { name: 'Denoising steps' })).toHaveAttribute('placeholder', '30');
  expect(screen.getByRole('textbox', { name: 'Image size' })).toHaveAttribute('placeholder', '1024');
  expect(screen.getByRole('radio', { name: 'TensorRT' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Typical prompt' })).toBeNull();
});

test('BERT is asked for sequences and their length', async () => {
  await ask('training', 'bert-large');
  expect(await screen.findByRole('textbox', { name: 'Sequences an epoch' })).toHaveAttribute('placeholder', '1M');
  expect(screen.getByRole('textbox', { name: 'Sequence length' })).toHaveAttribute('placeholder', '384');
  expect(screen.queryByRole('radio', { name: 'LoRA' })).toBeNull();
});

test('a name with other signs is the same model', async () => {
  await ask('training', 'ResNet-50');
  expect(await screen.findByRole('textbox', { name: 'Images an epoch' })).toBeInTheDocument();
});

test('image generators are offered for serving and not for training, which nobody measured', async () => {
  const { user } = await ask('training', 'sdxl');
  await user.click(screen.getByRole('combobox', { name: 'Model' }));
  expect(within(screen.getByRole('listbox')).queryByText('sdxl')).toBeNull();
  expect(within(screen.getByRole('listbox')).getByText('resnet50')).toBeInTheDocument();
});

test('a load said by the month is asked by the month alone', async () => {
  const { user, asked } = await ask('inference', 'sdxl');
  await user.type(await screen.findByRole('textbox', { name: 'images/s' }), '2');
  await user.click(screen.getByRole('radio', { name: 'images a month' }));
  await user.type(screen.getByRole('textbox', { name: 'images a month' }), '100000');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByRole('grid');
  expect(requests(asked, 'recommend').at(-1)).toMatchObject({ model: 'sdxl', qps: '', per_month: '100000' });
});

test('its plans are ranked by images a second and the time of a batch', async () => {
  const { user } = await ask('inference', 'sdxl');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const heads = within(await screen.findByRole('grid')).getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toContain('images/s');
  expect(heads).toContain('Batch (s)');
  expect(heads).not.toContain('TTFT (ms)');
});

test('a discount with figures of one’s own goes to Rust as the terminal takes it, and can be taken back', async () => {
  answering();
  question.reopen(blank());
  place.step('limits');
  render(App);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'What it takes off' }), '59for200{Enter}');
  expect(question.asked.discount).toEqual(['autodl:59for200']);
  expect(place.route.step).toBe('limits');
  await user.click(screen.getByRole('checkbox', { name: 'autodl:59for200' }));
  expect(question.asked.discount).toEqual([]);
});
