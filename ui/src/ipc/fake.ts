// Answers for every command, so that the whole interface runs in a plain browser and in component tests.

import type { Commands, ProblemView } from './bindings';
import { accuracy, changeOwn, claims, confirmed, measurements, restored, scatter, taken } from './samples/accuracy';
import { advice, chart } from './samples/advice';
import { breakEvenChart } from './samples/cost';
import { changeShortlists, imported, keep, rates, setRate, shortlists, startup } from './samples/house';
import { detail, offers } from './samples/offers';
import { say } from './samples/say';
import { limits, options, workload } from './samples/wizard';

type Samples = { [K in keyof Commands]: (request: Commands[K]['request']) => Commands[K]['answer'] };

const samples: Samples = {
  startup: () => startup(),
  wizard_options: () => options(),
  preview_workload: workload,
  preview_limits: limits,
  recommend: advice,
  cost_time_chart: ({ size }) => chart(size.width, size.height, size.theme),
  break_even_chart: ({ size }) => breakEvenChart(size.width, size.height, size.theme),
  query_offers: offers,
  offer_detail: ({ id }) => detail(id),
  save_settings: (settings) => {
    keep(settings);
    return startup();
  },
  rates: () => rates(),
  set_rate: ({ currency, cny }) => setRate(currency, cny),
  import_prices: ({ partial }) => imported(partial),
  export_choices: () => ({ path: '/home/li/Downloads/tiaoka-choices.csv' }),
  export_prices: () => ({ path: '/home/li/Downloads/tiaoka-prices.csv' }),
  accuracy: () => accuracy(),
  accuracy_chart: ({ kind, split, size }) => scatter(kind, split, size.width, size.height, size.theme),
  claims: () => claims(),
  measurements: () => measurements(),
  import_measurements: ({ partial }) => taken(partial),
  confirm_measurements: ({ ids, confirmed: yes }) => confirmed(ids, yes),
  delete_measurements: ({ ids }) => changeOwn((before) => before.filter((one) => !ids.includes(one.kept.id))),
  restore_measurements: ({ rows }) => restored(rows),
  export_measurements: ({ what }) => ({ path: `/home/li/Downloads/tiaoka-${what}.csv` }),
  reveal_path: () => null,
  shortlists: () => shortlists(),
  save_shortlist: ({ name, answers }) =>
    changeShortlists((before) => [{ id: before.length + 1, name, at: '2026-11-30T08:00:00Z', answers, items: [] }, ...before]),
  delete_shortlist: ({ id }) => changeShortlists((before) => before.filter((list) => list.id !== id)),
  restore_shortlist: ({ shortlist }) => changeShortlists((before) => [shortlist, ...before]),
  remember: () => null,
  first_paint: () => null,
  quit: () => null,
  open_link: ({ url, confirmed }) => ({ opened: confirmed, host: new URL(url).host, needs_confirmation: !confirmed }),
};

const failure = (): ProblemView => ({
  code: 'disk_full',
  params: {},
  title: say('磁盘已满，数据没有存下', 'The disk is full; nothing was saved'),
  advice: say('腾出 2 MB 空间，然后重试。', 'Free 2 MB, then try again.'),
  detail: 'sqlite: database or disk is full (code 13)\nwhile writing questions',
  notes: [],
  fields: [],
});

/** Whether the address asks for an outcome of this command: `?fail=recommend`, `?hang=recommend`. */
const wanted = (outcome: string, name: string): boolean =>
  typeof location !== 'undefined' && new URLSearchParams(location.search).getAll(outcome).includes(name);

/** Answers as Rust would: later, and never the same object twice. */
export async function fake<K extends keyof Commands>(name: K, request: Commands[K]['request']): Promise<Commands[K]['answer']> {
  await Promise.resolve();
  if (wanted('fail', name)) throw failure();
  if (wanted('hang', name)) await new Promise(() => undefined);
  return structuredClone(samples[name](request));
}
