import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import App from '../src/App.svelte';
import { speak } from '../src/i18n.svelte';
import { relaxations } from '../src/screens/result/relax';
import { place } from '../src/state/place.svelte';
import { blank, question } from '../src/state/question.svelte';
import { answering } from './answering';

beforeEach(() => {
  speak('en');
  answering();
  question.reopen(blank());
  place.step('limits');
});

async function open() {
  render(App);
  await screen.findByRole('heading', { level: 1, name: 'What are the limits?' });
  return userEvent.setup();
}

test('code for one maker’s software is a limit, and any software is none', async () => {
  const user = await open();
  const software = await screen.findByRole('combobox', { name: 'Software' });
  await within(software).findByRole('option', { name: 'code for CANN' });
  await user.selectOptions(software, 'code for CANN');
  expect(question.asked.software).toBe('cann');
  await user.selectOptions(software, 'any software');
  expect(question.asked.software).toBe('');
});

test('a quota names seller, region and cards as the terminal takes them, and can be taken back', async () => {
  const user = await open();
  const cards = await screen.findByRole('textbox', { name: 'Cards', hidden: true });
  const panel = within(cards.closest('.allowances') as HTMLElement);
  await user.selectOptions(panel.getByRole('combobox', { name: 'Providers', hidden: true }), 'aliyun');
  await user.type(screen.getByRole('combobox', { name: 'Region', hidden: true }), 'cn-beijing');
  await user.type(cards, '8{Enter}');
  expect(question.asked.quota).toEqual(['aliyun/cn-beijing=8']);
  expect(place.route.step).toBe('limits');
  await user.click(screen.getByRole('checkbox', { name: 'Quota aliyun/cn-beijing=8', hidden: true }));
  expect(question.asked.quota).toEqual([]);
});

test('a reservation is said the same way', async () => {
  const user = await open();
  await user.click(await screen.findByRole('radio', { name: 'Reservation', hidden: true }));
  await user.type(screen.getByRole('textbox', { name: 'Cards', hidden: true }), '16');
  const panel = screen.getByRole('textbox', { name: 'Cards', hidden: true }).closest('.allowances');
  await user.click(within(panel as HTMLElement).getByRole('button', { name: 'Add', hidden: true }));
  expect(question.asked.reservation).toEqual(['autodl=16']);
});

test('where nothing fits, software and a known quota are limits that can be given up', () => {
  const ways = relaxations({ ...blank(), software: 'cann', quota: ['aliyun=0'] });
  expect(ways.map(({ field, answers }) => [field, answers.software, answers.quota])).toEqual([
    ['software', '', ['aliyun=0']],
    ['quota', 'cann', []],
    ['can_wait', 'cann', ['aliyun=0']],
  ]);
});
