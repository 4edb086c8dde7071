// Start, settings, rates, kept lists: a house in which something was done before.

import type { Answers, ImportOutcome, RateRow, RecentAnswers, Settings, Shortlist, Startup } from '../bindings';
import { blank } from '../../state/question.svelte';
import { say } from './say';

const ecb = 'ECB reference rate';

/** Three earlier questions. */
function recent(): RecentAnswers[] {
  const lora: Answers = {
    ...blank(), model: 'qwen3-8b', method: 'lora', tokens: '30M', epochs: '3', region: 'cn', deadline: '24h', budget: '150',
  };
  const serve: Answers = { ...blank(), scenario: 'inference', model: 'llama3.1-8b', quant: 'fp8', concurrency: '40' };
  const dev: Answers = { ...blank(), scenario: 'dev', gpu_memory_gb: '24', hours_per_day: '3', days_per_month: '22' };
  return [
    { at: '2026-11-29T09:12:00Z', answers: lora, title: say('LoRA qwen3-8b，3,000 万 tokens × 3', 'LoRA qwen3-8b, 30M tokens × 3'), first: 'AutoDL RTX PRO 6000' },
    { at: '2026-11-24T02:40:00Z', answers: serve, title: say('推理 llama3.1-8b fp8，40 并发', 'Serving llama3.1-8b fp8, 40 at once'), first: 'RunPod 1x h100-sxm secure' },
    { at: '2026-11-20T11:05:00Z', answers: dev, title: say('开发 24 GiB，每天 3 小时 × 22', 'Development on 24 GiB, 3 h × 22 days'), first: 'AutoDL RTX 4090' },
  ];
}

let settings: Settings = { language: 'system', theme: 'system', currency: 'CNY' };

export function keep(next: Settings): void {
  settings = next;
}

let rateRows: RateRow[] = [
  { currency: 'USD', cny: '6.6512', observed_on: '2026-10-30', source: ecb, own: false },
  { currency: 'EUR', cny: '7.7120', observed_on: '2026-10-30', source: ecb, own: false },
  { currency: 'HKD', cny: '0.8541', observed_on: '2026-10-30', source: ecb, own: false },
];
const shipped = rateRows;

export const rates = (): RateRow[] => rateRows;

export function setRate(currency: string, cny: string | null): RateRow[] {
  const own = (row: RateRow, text: string): RateRow => ({ ...row, cny: text, observed_on: '2026-11-30', source: say('自己填写', 'own'), own: true });
  rateRows = rateRows.map((row, index) =>
    row.currency !== currency ? row : cny === null ? (shipped[index] ?? row) : own(row, cny),
  );
  return rateRows;
}

export function startup(): Startup {
  const asked = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
  const chosen = { ...settings, language: asked.get('language') ?? settings.language, theme: asked.get('theme') ?? settings.theme };
  return {
    settings: settings.language === 'system' && settings.theme === 'system' ? chosen : settings,
    system_language: typeof navigator !== 'undefined' && navigator.language.startsWith('zh') ? 'zh-CN' : 'en',
    offers: 5310, providers: 88, held: 18, observed_from: '2023-04-20', observed_to: '2026-11-28',
    usd_cny: rateRows[0] ?? null, data_dir: '/home/li/.local/share/io.tiaoka.desktop/tiaoka', version: '0.1.0',
    recent: recent(), notes: [],
  };
}

let kept: Shortlist[] = [
  {
    id: 1, name: 'Qwen3-8B LoRA', at: '2026-11-29T09:15:00Z', answers: recent()[0]?.answers ?? blank(),
    items: [
      { id: '2', provider: 'autodl', plan: 'RTX PRO 6000', region: null, billing: 'on_demand', cost: '31.45', currency: 'CNY', time_s: 18_933 },
      { id: '3', provider: 'autodl', plan: 'H800', region: null, billing: 'on_demand', cost: '37.15', currency: 'CNY', time_s: 15_048 },
    ],
  },
];

export const shortlists = (): Shortlist[] => kept;

export function changeShortlists(change: (before: Shortlist[]) => Shortlist[]): Shortlist[] {
  kept = change(kept);
  return kept;
}

export function imported(partial: boolean): ImportOutcome {
  return { schema: 1, imported: 42, held: 1, refused: partial ? 1 : 0, notes: [
    { code: 'import_price', params: {}, text: say('第 17 行：价格 0 不是正数，已隔离。', 'Line 17: a price of 0 is not positive; held.') },
  ] };
}
