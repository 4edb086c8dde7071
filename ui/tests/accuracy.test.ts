import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import App from '../src/App.svelte';
import { accuracy, measurements } from '../src/ipc/samples/accuracy';
import { looked } from '../src/screens/settings/accuracy/looked.svelte';
import { place } from '../src/state/place.svelte';
import { answering, requests, type Asked } from './answering';

type Own = Parameters<typeof answering>[0];

async function open(own: Own = {}): Promise<{ user: ReturnType<typeof userEvent.setup>; asked: Asked }> {
  const user = userEvent.setup();
  const asked = answering(own);
  looked.kind = '';
  looked.split = 'left_out';
  looked.view = null;
  place.open('settings', 'accuracy');
  render(App);
  await screen.findByRole('heading', { level: 1, name: 'How good are these predictions?' });
  return { user, asked };
}

test('each kind shows its median, its 90th per cent and its rows, the weak ones in words too', async () => {
  await open();
  const row = (await screen.findByRole('button', { name: 'Diffusion' })).closest('tr') as HTMLElement;
  expect(within(row).getAllByRole('cell').map((cell) => cell.textContent?.trim())).toEqual(
    expect.arrayContaining(['29.0', '78.0weak: one in ten is off by more than 78.0\u00a0%']),
  );
  expect(screen.getByText(/median error is 29/)).toBeVisible();
});

test('a kind and a choice of rows are asked of Rust as they are pressed', async () => {
  const { user, asked } = await open();
  await user.click(await screen.findByRole('button', { name: 'Decode' }));
  await user.click(screen.getByRole('radio', { name: 'Known sources' }));
  await expect.poll(() => requests(asked, 'accuracy_chart').at(-1)).toMatchObject({ kind: 'decode', split: 'known' });
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveValue('decode');
});

test('arrows walk over the marks, Enter opens the source through Rust', async () => {
  const { user, asked } = await open();
  const mark = await screen.findByRole('button', { name: /^1 \/ 240\. RTX 4090/ });
  mark.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  const third = await screen.findByRole('button', { name: /^3 \/ 240\./ });
  expect(third).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(requests(asked, 'open_link')).toEqual([{ url: 'https://github.com/pytorch/torchtune', confirmed: false }]);
});

test('T shows the rows behind the chart', async () => {
  const { user } = await open();
  (await screen.findByRole('button', { name: /^1 \/ 240\./ })).focus();
  await user.keyboard('t');
  expect(await screen.findByRole('grid', { name: 'Predicted against measured' })).toBeVisible();
});

test('a result three times off says why it waits and counts once it is confirmed', async () => {
  const { user, asked } = await open();
  expect(await screen.findByText('More than three times off: corrects nothing yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'It is right' }));
  await expect.poll(() => requests(asked, 'confirm_measurements')).toEqual([{ ids: [2], confirmed: true }]);
  expect(await screen.findByText('Confirmed, counts')).toBeVisible();
});

test('a deleted result can be had back', async () => {
  const { user, asked } = await open();
  const [first] = measurements().rows;
  await user.click(await screen.findByRole('button', { name: `Delete ${first?.title}` }));
  expect(await screen.findByText('1 result deleted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => requests(asked, 'restore_measurements')).toEqual([{ rows: [first?.kept] }]);
});

test('a file with a bad row is refused line by line, and its good rows can be taken', async () => {
  const notes = [{ code: 'rows_cell_number', params: {}, text: 'mine.csv, line 3, value: “fast” is not a number' }];
  const refused = { code: 'measurements_rows', params: { good: '4' }, title: '1 row of mine.csv cannot be taken', advice: 'Mend it.', detail: '', notes, fields: [] };
  const { user, asked } = await open({
    import_measurements: ({ partial }) =>
      partial ? { schema: 1, imported: 4, known: 0, refused: 1, kept_out: 1, notes } : Promise.reject(refused),
  });
  await user.click((await screen.findAllByRole('button', { name: 'Add my own results' }))[0] as HTMLElement);
  await user.upload(screen.getByLabelText('Choose a file'), new File(['x'], 'mine.csv', { type: 'text/csv' }));
  expect(await screen.findByText('mine.csv, line 3, value: “fast” is not a number')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take the 4 good rows' }));
  expect(await screen.findByText('4 results taken; 0 were there already, 1 refused.')).toBeVisible();
  expect(requests(asked, 'import_measurements').map(({ partial }) => partial)).toEqual([false, true]);
});

test('the claims stand folded below and open with their sums', async () => {
  const { user } = await open();
  await user.click(await screen.findByText('Show 2 claims'));
  expect(screen.getByText('1000000 ÷ 18.2 ÷ 3600 × 1.88 = 28.7')).toBeVisible();
});

test('without any row the screen says so', async () => {
  const nothing = { ...accuracy(), kinds: [] };
  await open({ accuracy: () => nothing });
  expect(await screen.findByText('No published run ships with this version')).toBeVisible();
});

test('a failure can be tried again', async () => {
  let tries = 0;
  const failure = { code: 'busy', params: {}, title: 'The database is in use', advice: 'Try again.', detail: '', notes: [], fields: [] };
  const { user } = await open({ accuracy: () => (++tries < 2 ? Promise.reject(failure) : accuracy()) });
  const failed = await screen.findByText('The database is in use');
  expect(failed).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Decode' })).toBeVisible();
});
