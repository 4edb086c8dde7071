import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak } from '../src/i18n.svelte';
import type { OffersPage, PlansQuery } from '../src/ipc/bindings';
import { offers } from '../src/ipc/samples/offers';
import Search from '../src/parts/Search.svelte';
import { Catalogue, PAGE } from '../src/screens/plans/catalogue.svelte';
import None from '../src/screens/plans/None.svelte';
import Offer from '../src/screens/plans/Offer.svelte';
import Table from '../src/screens/plans/Table.svelte';
import { options } from '../src/state/options.svelte';
import { answering, requests } from './answering';

/** CSS pixels of the scrolling page in these tests: ten rows of 32 and the head. */
const VIEW = 352;

beforeEach(() => {
  speak('en');
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => VIEW });
});

afterEach(() => {
  delete (HTMLElement.prototype as { clientHeight?: number }).clientHeight;
});

async function shown(changes: Partial<PlansQuery> = {}) {
  const catalogue = new Catalogue('CNY');
  catalogue.narrow(changes);
  await catalogue.outcome;
  await Promise.resolve();
  render(Table, { catalogue, onopen: () => undefined });
  return catalogue;
}

const bodyRows = () => within(screen.getByRole('grid')).getAllByRole('row').slice(1);
const activeRow = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id);
};

test('of thousands of rows only those on the page are rendered, and their number is said', async () => {
  answering();
  const catalogue = await shown();
  expect(catalogue.total).toBe(4920);
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '4921');
  // Eleven that are seen and eight kept ready below.
  expect(bodyRows()).toHaveLength(19);
});

test('scrolling renders other rows, reads their page, and the table keeps the focus', async () => {
  const asked = answering();
  await shown();
  const grid = screen.getByRole('grid');
  grid.focus();
  const view = grid.parentElement as HTMLElement;
  view.scrollTop = 32 * 1000;
  await fireEvent.scroll(view);
  await waitFor(() => expect(bodyRows()[0]).toHaveAttribute('aria-rowindex', String(1000 - 8 + 2)));
  expect(grid).toHaveFocus();
  expect(requests(asked, 'query_offers').map(({ offset }) => offset)).toEqual([0, 800, 1000]);
});

test('arrows, End and Home move the active row, however far away', async () => {
  answering();
  await shown();
  const user = userEvent.setup();
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(activeRow()).toHaveAttribute('aria-rowindex', '4');
  await user.keyboard('{End}');
  expect(activeRow()).toHaveAttribute('aria-rowindex', '4921');
  await user.keyboard('{Home}');
  expect(activeRow()).toHaveAttribute('aria-rowindex', '2');
});

test('a held row stands in its place, struck through, and never without its reason', async () => {
  answering();
  await shown({ held: true });
  const [held] = bodyRows();
  expect(held?.querySelector('s')).toHaveTextContent('≈ 0.14');
  expect(within(held as HTMLElement).getByText('held: unusually low')).toBeInTheDocument();
});

test('the sorted column says so, and a second press turns the order round', async () => {
  const asked = answering();
  await shown();
  const head = () => screen.getByRole('columnheader', { name: /¥\/GPU·h/ });
  expect(head()).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.setup().click(within(head()).getByRole('button'));
  expect(head()).toHaveAttribute('aria-sort', 'descending');
  expect(requests(asked, 'query_offers').at(-1)).toMatchObject({ sort: 'price-per-gpu', descending: true, limit: PAGE });
});

test('a late answer to an earlier question is dropped', async () => {
  const waiting: ((page: OffersPage) => void)[] = [];
  answering({ query_offers: () => new Promise<OffersPage>((resolve) => waiting.push(resolve)) });
  const catalogue = new Catalogue('CNY');
  catalogue.narrow({ search: 'h' });
  catalogue.narrow({ search: 'h800' });
  const page = offers(catalogue.query);
  waiting[1]?.({ ...page, total: 7 });
  waiting[0]?.({ ...page, total: 4000 });
  await waitFor(() => expect(catalogue.total).toBe(7));
});

test('a question that fails is shown as a failure, and asking again recovers', async () => {
  const problem = { code: 'database_busy', params: {}, title: 'Busy', advice: 'Try again.', detail: '', notes: [], fields: [] };
  let broken = true;
  answering({
    query_offers: (query) => {
      if (broken) throw problem;
      return offers(query);
    },
  });
  const catalogue = new Catalogue('CNY');
  catalogue.ask();
  await expect(catalogue.outcome).rejects.toEqual(problem);
  broken = false;
  catalogue.ask();
  await catalogue.outcome;
  await waitFor(() => expect(catalogue.total).toBeGreaterThan(0));
});

test('the Enter that takes a Chinese candidate does not search; the next one searches once', async () => {
  const search = vi.fn();
  render(Search, { label: 'Search', value: '', onsearch: search });
  const field = screen.getByRole('searchbox') as HTMLInputElement;
  await fireEvent.compositionStart(field);
  field.value = 'ceshi';
  await fireEvent.input(field, { isComposing: true });
  await fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(search).not.toHaveBeenCalled();
  field.value = '测试';
  await fireEvent.compositionEnd(field);
  await fireEvent.keyDown(field, { key: 'Enter', isComposing: false });
  await new Promise((after) => setTimeout(after, 0));
  expect(search.mock.calls).toEqual([['测试']]);
});

test('a cloud without a shipped price is named, with what to do', async () => {
  answering();
  const catalogue = new Catalogue('CNY');
  catalogue.narrow({ provider: ['baidu'] });
  await catalogue.outcome;
  await options.load();
  render(None, { catalogue });
  expect(await screen.findByText('No price of Baidu AI Cloud is shipped')).toBeInTheDocument();
  expect(screen.getByText('No price is shipped: import a price sheet.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Import' })).toBeInTheDocument();
});

test('one offer shows every sighting, the contradicted statement first, and who says so', async () => {
  answering();
  render(Offer, { id: 'autodl-H800-0', currency: 'CNY', onclose: () => undefined });
  expect(await screen.findByText('2 sightings, newest first')).toBeInTheDocument();
  const [first] = screen.getAllByText(/Another source says otherwise/);
  expect(first?.closest('li')).toBe(first?.closest('ul')?.firstElementChild);
});
