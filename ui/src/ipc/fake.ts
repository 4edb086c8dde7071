// Answers for every command, so that the whole interface runs in a plain browser and in component tests.

import type { Commands } from './bindings';
import { advice, chart } from './samples/advice';
import { changeShortlists, imported, keep, rates, setRate, shortlists, startup } from './samples/house';
import { detail, offers } from './samples/offers';
import { limits, options, workload } from './samples/wizard';

type Samples = { [K in keyof Commands]: (request: Commands[K]['request']) => Commands[K]['answer'] };

const samples: Samples = {
  startup: () => startup(),
  wizard_options: () => options(),
  preview_workload: workload,
  preview_limits: limits,
  recommend: advice,
  cost_time_chart: ({ size }) => chart(size.width, size.height, size.theme),
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

/** Answers as Rust would: later, and never the same object twice. */
export async function fake<K extends keyof Commands>(name: K, request: Commands[K]['request']): Promise<Commands[K]['answer']> {
  await Promise.resolve();
  return structuredClone(samples[name](request));
}
