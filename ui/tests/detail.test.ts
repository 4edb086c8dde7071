import { fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { speak } from '../src/i18n.svelte';
import type { ChartView } from '../src/ipc/bindings';
import { advice, chart } from '../src/ipc/samples/advice';
import ChartMarks from '../src/parts/ChartMarks.svelte';
import Gap from '../src/screens/result/Gap.svelte';
import ScoreBar from '../src/screens/result/ScoreBar.svelte';
import Spot from '../src/screens/result/Spot.svelte';
import Sums from '../src/screens/result/Sums.svelte';
import { tornadoOf } from '../src/screens/result/tornado';
import { blank } from '../src/state/question.svelte';
import { answering } from './answering';

beforeEach(() => {
  speak('en');
  answering();
});

const sample = () => advice(blank());

/** A printed figure as a number: `5:15:36` in seconds, `31.45`, `−4.72`, `1,234`. */
function read(text: string): number {
  const digits = text.replace(/[≥−\s]/g, '');
  const figure = digits.split(':').reduce((sum, part) => sum * 60 + Number(part.replaceAll(',', '')), 0);
  return text.includes('−') ? -figure : figure;
}

/** The printed parts of a panel, the sum before discounts with these, and the printed total. */
function printed(panel: HTMLElement): { parts: number[]; below: number[]; total: number } {
  const figures = (body: HTMLTableSectionElement | null | undefined) =>
    [...(body?.rows ?? [])].map((row) => row.cells[2]?.textContent ?? '').filter((text) => text !== '–').map(read);
  const table = within(panel).getByRole('table') as HTMLTableElement;
  return { parts: figures(table.tBodies[0]), below: figures(table.tBodies[1]), total: figures(table.tFoot)[0] ?? NaN };
}

const sum = (figures: number[]) => figures.reduce((all, one) => all + one, 0);

test.each(['Memory', 'Time', 'Cost'])('the printed parts of %s add up to its printed total, for every plan', (name) => {
  const answer = sample();
  for (const choice of answer.choices) {
    const { unmount } = render(Sums, { choice, advice: answer });
    const { parts, total } = printed(screen.getByRole('region', { name }));
    expect(sum(parts)).toBeCloseTo(total, 6);
    unmount();
  }
});

test('a part of the cost that is not known is a dash, and the total says that it is the least', () => {
  const answer = sample();
  const [choice] = answer.choices;
  if (!choice) throw new Error('the sample has a choice');
  render(Sums, { choice, advice: answer });
  const cost = screen.getByRole('region', { name: 'Cost' });
  expect(within(cost).getByRole('row', { name: /Traffic/ })).toHaveTextContent('–');
  expect(within(cost).getByText('≥ ¥31.45')).toBeInTheDocument();
});

test('a discount stands below the sum before it, and both sums add up to the last cent', () => {
  const answer = advice({ ...blank(), discount: ['autodl-student'] });
  const [choice] = answer.choices;
  if (!choice) throw new Error('the sample has a choice');
  render(Sums, { choice, advice: answer });
  const { parts, below, total } = printed(screen.getByRole('region', { name: 'Cost' }));
  expect(below).toEqual([31.45, -4.72]); // 15 % of 31.45 is 4.7175
  expect(sum(parts)).toBeCloseTo(31.45, 6);
  expect(sum(below)).toBeCloseTo(total, 6);
  expect(screen.getByText('for the whole job, list ¥31.45')).toBeInTheDocument();
});

test('a price that was converted says the rate and its day', () => {
  const answer = sample();
  const choice = answer.choices[4];
  if (!choice) throw new Error('the sample has five choices');
  render(Sums, { choice, advice: answer });
  expect(screen.getByText('1 USD = 6.6512 CNY, ECB, 30 Oct 2026')).toBeInTheDocument();
});

test('on spot the hours of the wall clock are work, checkpoints, restarts and work done twice', () => {
  const { spot } = sample().choices[4]?.cost ?? {};
  if (!spot) throw new Error('the fifth choice is on spot');
  render(Spot, { spot });
  const { parts, total } = printed(screen.getByRole('region', { name: 'What interruptions cost' }));
  expect(parts).toHaveLength(4);
  expect(sum(parts)).toBeCloseTo(total, 6);
  expect(total).toBeCloseTo(spot.wall_h, 2);
});

test('the four printed parts of the score add up to the printed score', () => {
  for (const choice of sample().choices) {
    const { container, unmount } = render(ScoreBar, { choice });
    const parts = [...container.querySelectorAll('li:not(.rest)')].map((part) => Number(part.textContent?.match(/-?[\d.]+$/)?.[0]));
    expect(parts).toHaveLength(4);
    expect(sum(parts)).toBeCloseTo(Number(choice.rank_score.toFixed(1)), 6);
    unmount();
  }
});

test('a plan that is not the first shows what parts it from the first', () => {
  const { choices } = sample();
  const [first, , third] = choices;
  if (!first || !third) throw new Error('the sample has three choices');
  render(Gap, { choice: third, first, scenario: 'training' });
  // 81.2 against 75.2
  expect(screen.getByText(/^6\.0 points behind AutoDL RTX PRO 6000/)).toBeInTheDocument();
});

test('the tornado is sorted by width, and a lead below zero lies left of the line', () => {
  const { rows, zero, at } = tornadoOf(sample());
  expect(rows.map((row) => row.code)).toEqual(['time', 'speed', 'price']);
  expect(at(-2.2)).toBeLessThan(zero);
  expect(at(4.1)).toBeGreaterThan(zero);
});

const drawn = (): ChartView => chart(402, 270, 'light');

test('every mark of the chart is a button with its figures, and one of them is in the order of Tab', () => {
  render(ChartMarks, { chart: drawn(), focused: '2', onfocus: () => undefined });
  const marks = screen.getAllByRole('button');
  expect(marks).toHaveLength(8);
  expect(marks.map((mark) => mark.tabIndex)).toEqual([-1, 0, -1, -1, -1, -1, -1, -1]);
  expect(marks[1]).toHaveAccessibleName('H800 SXM, 4.18 h, ¥37.15');
});

test('arrows walk over the marks in data order', async () => {
  const looked: string[] = [];
  render(ChartMarks, { chart: drawn(), focused: '1', onfocus: (key) => looked.push(key) });
  const user = userEvent.setup();
  screen.getAllByRole('button')[0]?.focus();
  await user.keyboard('{ArrowRight}');
  await fireEvent.keyDown(screen.getAllByRole('button')[0] as HTMLElement, { key: 'End' });
  expect(looked).toEqual(['2', '8']);
});
