import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { speak } from '../src/i18n.svelte';
import { advice } from '../src/ipc/samples/advice';
import Result from '../src/screens/result/Result.svelte';
import Links from '../src/frame/Links.svelte';
import { links } from '../src/state/links.svelte';
import { place } from '../src/state/place.svelte';
import { blank, question } from '../src/state/question.svelte';
import { answering, requests } from './answering';

beforeEach(() => {
  speak('en');
  links.close();
  question.reopen(blank());
  place.step('result');
});

const grid = () => screen.findByRole('grid', { name: 'All ranked' });
const rows = async () => within(await grid()).getAllByRole('row').slice(1) as HTMLTableRowElement[];
const focusedName = () => document.activeElement?.querySelector('.plan')?.getAttribute('title');

test('arrows, Home and End move the focus in the ranking, and it never leaves the list', async () => {
  answering();
  render(Result);
  const user = userEvent.setup();
  const [first] = await rows();
  first?.focus();
  await user.keyboard('{ArrowDown}');
  expect(focusedName()).toBe('AutoDL H800');
  await user.keyboard('{End}{ArrowDown}');
  expect(focusedName()).toBe('Compshare 4090-48G');
  await user.keyboard('{Home}{ArrowUp}');
  expect(focusedName()).toBe('AutoDL RTX PRO 6000');
});

test('only the row that is looked at can be reached by Tab', async () => {
  answering();
  render(Result);
  expect((await rows()).map((row) => row.tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1, -1]);
});

test('a shared rank repeats its number and says that it is tied', async () => {
  answering();
  render(Result);
  const [first, second] = await rows();
  expect(first?.cells[0]).toHaveTextContent(/1\s*, tied/);
  expect(second?.cells[0]).toHaveTextContent(/1\s*, tied/);
});

test('Space marks a plan for the shortlist, and the marked ones are what is kept', async () => {
  const asked = answering();
  render(Result);
  const user = userEvent.setup();
  const [, second] = await rows();
  second?.focus();
  await user.keyboard(' ');
  expect(second).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('button', { name: 'Keep 1 marked' }));
  await user.click(await screen.findByRole('button', { name: 'Keep 1 plan' }));
  expect(requests(asked, 'save_shortlist').map(({ ids }) => ids)).toEqual([['2']]);
});

test('W opens every refused plan by reason, with counts that add up to the total', async () => {
  answering();
  render(Result);
  const user = userEvent.setup();
  (await rows())[0]?.focus();
  await user.keyboard('w');
  const dialog = await screen.findByRole('dialog', { name: '630 plans that do not fit' });
  expect(within(dialog).getByText('630 of 630 plans, 4 reasons')).toBeInTheDocument();
});

test('Enter opens the sum of a plan, Esc goes back to its row', async () => {
  answering();
  render(Result);
  const user = userEvent.setup();
  (await rows())[1]?.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'AutoDL H800' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focusedName()).toBe('AutoDL H800'));
});

test('arrows walk to the neighbours in rank while a sum is open', async () => {
  answering();
  place.step('result', '1');
  render(Result);
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'AutoDL RTX PRO 6000' });
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('heading', { level: 1, name: 'AutoDL H800' })).toBeInTheDocument();
});

test('moving the slider asks once after the last move and keeps the plan that is looked at', async () => {
  const asked = answering();
  render(Result);
  (await rows())[2]?.focus();
  vi.useFakeTimers();
  try {
    const slider = screen.getByRole('slider');
    slider.focus();
    for (const value of ['0.5', '0.6', '0.7']) {
      (slider as HTMLInputElement).value = value;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(requests(asked, 'recommend').map(({ speed }) => speed)).toEqual(['', '0.7']);
    expect(slider).toHaveFocus();
  } finally {
    vi.useRealTimers();
  }
  expect((await rows()).map((row) => row.tabIndex).indexOf(0)).toBe(2);
});

test('a discount ticked beside a sum ranks anew with it, and the sum stays open', async () => {
  const asked = answering();
  place.step('result', '1');
  render(Result);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Student certification' }));
  expect(await screen.findByText('for the whole job, list ¥31.45')).toBeInTheDocument();
  expect(requests(asked, 'recommend').at(-1)?.discount).toEqual(['autodl-student']);
  expect(screen.getByRole('heading', { level: 1, name: 'AutoDL RTX PRO 6000' })).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Student certification' }));
  await waitFor(() => expect(requests(asked, 'recommend').at(-1)?.discount).toEqual([]));
});

test('a discount of unknown size is shown and cannot be ticked', async () => {
  answering();
  place.step('result', '1');
  render(Result);
  expect(await screen.findByRole('checkbox', { name: 'Recharge vouchers' })).toBeDisabled();
});

test('the ways of paying are drawn, and T shows the same figures as a table', async () => {
  answering();
  place.step('result', '1');
  render(Result);
  const user = userEvent.setup();
  const mark = await screen.findByRole('button', { name: /^504 h: on demand and monthly/ });
  mark.focus();
  await user.keyboard('t');
  expect(await screen.findByRole('columnheader', { name: 'Hours a month' })).toBeInTheDocument();
});

test('a part of the question leads to its field', async () => {
  answering();
  render(Result);
  await userEvent.setup().click(await screen.findByRole('button', { name: '≤ 24 h' }));
  expect(place.route).toMatchObject({ screen: 'pick', step: 'limits', about: 'deadline' });
});

test('a link opens only after its real host was shown and confirmed', async () => {
  const asked = answering();
  render(Result);
  render(Links);
  const user = userEvent.setup();
  await user.click((await screen.findAllByRole('button', { name: 'Rent it' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'This link leads to www.autodl.com' });
  expect(requests(asked, 'open_link').map(({ confirmed }) => confirmed)).toEqual([false]);
  await user.click(within(dialog).getByRole('button', { name: 'Open www.autodl.com' }));
  expect(requests(asked, 'open_link').map(({ confirmed }) => confirmed)).toEqual([false, true]);
});

test('an address that Rust refuses is shown as text and has no button that opens it', async () => {
  answering({ open_link: () => ({ opened: false, host: null, needs_confirmation: false }) });
  render(Links);
  await links.open('file:///C:/x/pwn.hta');
  const dialog = await screen.findByRole('dialog', { name: 'This address is not opened' });
  expect(within(dialog).getByText('file:///C:/x/pwn.hta')).toBeInTheDocument();
  expect(within(dialog).queryByRole('button', { name: /^Open/ })).toBeNull();
});

test('without an answer each limit can be given up and says what that gives', async () => {
  const asked = answering({ recommend: (answers) => advice({ ...answers, budget: answers.budget === '0' ? '0' : '' }) });
  question.reopen({ ...blank(), budget: '0' });
  render(Result);
  const way = await screen.findByRole('button', { name: /No budget limit \(now 0\)/ });
  await waitFor(() => expect(way).toHaveTextContent('14 plans, from ¥18.87'));
  await userEvent.setup().click(way);
  expect(await grid()).toBeInTheDocument();
  expect(requests(asked, 'recommend').at(-1)?.budget).toBe('');
});

test('what was exported is named with its path and can be shown in its folder', async () => {
  const asked = answering();
  render(Result);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Saved as /home/li/Downloads/tiaoka-choices.csv')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show in folder' }));
  expect(requests(asked, 'reveal_path')).toEqual([{ path: '/home/li/Downloads/tiaoka-choices.csv' }]);
});
