// The plans table's question and the pages of its answer that were read so far.

import { SvelteMap } from 'svelte/reactivity';
import type { OfferRow, OffersPage, PlansQuery, ProblemView } from '../../ipc/bindings';
import { call } from '../../ipc/call';

/** Rows of one page: far more than a screen, far less than the catalogue. */
export const PAGE = 200;

/** All cards, cheapest card-hour first. */
export function everything(currency: string): PlansQuery {
  return {
    gpu: '', search: '', min_gpu_memory_gb: null, gpus: null, provider: [], region: '', billing: [], vendor: [],
    max_price: '', kind: [], all: false, held: false, sort: 'price-per-gpu', descending: false, currency,
    offset: 0, limit: PAGE,
  };
}

/** What narrows the table, apart from order and currency. */
export type Filter = 'gpu' | 'search' | 'min_gpu_memory_gb' | 'gpus' | 'provider' | 'region' | 'billing' | 'vendor' | 'max_price';

const FILTERS: readonly Filter[] = [
  'gpu', 'search', 'min_gpu_memory_gb', 'gpus', 'provider', 'region', 'billing', 'vendor', 'max_price',
];

export class Catalogue {
  query = $state() as PlansQuery;
  /** The first page of the question that is shown: head counts and notes are its. */
  page = $state.raw<OffersPage | null>(null);
  /** A new question is being asked; the old rows stay until then. */
  busy = $state(false);
  /** Outcome of the latest question, for the five outcomes on screen. */
  outcome = $state.raw<Promise<OffersPage>>(new Promise(() => undefined));
  /** Why a later page could not be read. */
  problem = $state.raw<ProblemView | null>(null);
  /** Counts the answers: a new one begins at its first row. */
  answers = $state(0);

  readonly #pages = new SvelteMap<number, OfferRow[]>();
  /** Pages that were asked for; nothing on screen follows it, so it need not be reactive. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #asked = new Set<number>();
  #shown = $state.raw() as PlansQuery;
  #turn = 0;

  constructor(currency: string) {
    this.query = everything(currency);
    this.#shown = this.query;
  }

  get total(): number {
    return this.page?.total ?? 0;
  }

  /** Something narrows the table. */
  get filtered(): boolean {
    const none = everything('');
    return FILTERS.some((filter) => JSON.stringify(this.query[filter]) !== JSON.stringify(none[filter]));
  }

  /** The row at a place, when its page has been read. */
  row(index: number): OfferRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Changes the question and asks it. */
  narrow(changes: Partial<PlansQuery>): void {
    Object.assign(this.query, changes);
    this.ask();
  }

  /** Takes every filter back; order and currency stay. */
  widen(): void {
    const { currency, sort, descending, held } = this.query;
    this.narrow({ ...everything(currency), sort, descending, held });
  }

  /** Sorts by a column; by the same one again, the other way round. */
  sort(key: string): void {
    const descending = this.query.sort === key && !this.query.descending;
    this.narrow({ sort: key, descending });
  }

  /** Asks for the first page. Late answers to earlier questions are dropped. */
  ask(): void {
    const turn = ++this.#turn;
    const query = $state.snapshot(this.query);
    const answer = call('query_offers', { ...query, offset: 0, limit: PAGE });
    this.busy = true;
    if (this.page === null) this.outcome = answer;
    answer.then(
      (page) => {
        if (turn !== this.#turn) return;
        this.#take(query, page);
        this.outcome = Promise.resolve(page);
      },
      () => {
        if (turn !== this.#turn) return;
        this.page = null;
        this.busy = false;
        this.outcome = answer;
      },
    );
  }

  /** Reads the pages that hold these rows. */
  want(first: number, end: number): void {
    if (this.page === null) return;
    const last = Math.min(end, this.total) - 1;
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) void this.#read(page);
  }

  async #read(page: number): Promise<void> {
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    const turn = this.#turn;
    try {
      const { offers } = await call('query_offers', { ...this.#shown, offset: page * PAGE, limit: PAGE });
      if (turn === this.#turn) this.#pages.set(page, offers);
    } catch (problem) {
      if (turn !== this.#turn) return;
      this.#asked.delete(page);
      this.problem = problem as ProblemView;
    }
  }

  #take(query: PlansQuery, page: OffersPage): void {
    this.#pages.clear();
    this.#asked.clear();
    this.#asked.add(0);
    this.#pages.set(0, page.offers);
    this.#shown = query;
    this.page = page;
    this.problem = null;
    this.busy = false;
    this.answers += 1;
  }
}
