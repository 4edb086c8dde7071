// The plans table: enough rows to scroll, made from a few real ones.

import type { MoneyView, OfferDetail, OfferRow, OffersPage, PlansQuery } from '../bindings';
import { message, say } from './say';

const cny = (amount: number): MoneyView => ({ amount: amount.toFixed(4), currency: 'CNY' });

type Short = [provider: string, zh: string, en: string, plan: string, card: string, gib: number, count: number, price: number, region: string | null, billing: string, age: number | null, vcpus: number | null, memory: number | null];

const ROWS: Short[] = [
  ['vastai', 'Vast.ai', 'Vast.ai', '1x L4', 'L4', 24, 1, 0.14, 'Japan, JP', 'on_demand', 100, null, null],
  ['luchen', '潞晨云', 'Luchen', 'RTX 3090', 'RTX 3090', 24, 1, 0.82, 'cn-mainland', 'on_demand', 229, null, null],
  ['luchen', '潞晨云', 'Luchen', 'RTX 4090', 'RTX 4090', 24, 1, 1.0, 'cn-mainland', 'on_demand', null, null, null],
  ['ucloud', '优云智算', 'Compshare', '4090 1 GPU 16 vCPU 64 GB', 'RTX 4090', 24, 1, 1.04, 'cn-mainland', 'spot', 157, 16, 64],
  ['salad', 'Salad', 'Salad', '1x rtx-4090 community', 'RTX 4090', 24, 1, 1.0642, null, 'on_demand', 100, null, null],
  ['autodl', 'AutoDL', 'AutoDL', 'RTX 3090', 'RTX 3090', 24, 1, 1.32, 'cn-mainland', 'on_demand', 2, null, null],
  ['verda', 'Verda', 'Verda', '8A100.40S.176V', 'A100', 40, 8, 11.52, 'FIN-03', 'spot', null, 176, 960],
  ['primeintellect', 'Prime Intellect', 'Prime Intellect', 'datacrunch__1xL40S_48GB_FIN_02', 'L40S', 48, 1, 1.73, 'FIN-02', 'spot', null, 20, 60],
  ['gcp', '谷歌云', 'Google Cloud', 'g2-standard-4', 'L4', 24, 1, 1.8, 'asia-northeast3', 'spot', 123, 4, 16],
  ['autodl', 'AutoDL', 'AutoDL', 'RTX 4090', 'RTX 4090', 24, 1, 1.88, 'cn-mainland', 'on_demand', 2, 16, 120],
  ['autodl', 'AutoDL', 'AutoDL', 'RTX PRO 6000', 'RTX PRO 6000', 96, 1, 5.98, 'cn-mainland', 'on_demand', 2, 22, 110],
  ['autodl', 'AutoDL', 'AutoDL', 'H800', 'H800 SXM', 80, 1, 8.88, 'cn-mainland', 'on_demand', 2, 20, 100],
  ['aliyun', '阿里云', 'Alibaba Cloud', 'ecs.gn6i-c4g1.xlarge', 'T4', 16, 1, 11.63, 'cn-hangzhou', 'on_demand', 67, 4, 15],
];

const foreign = new Set(['vastai', 'salad', 'verda', 'primeintellect', 'gcp']);

function row([provider, zh, en, plan, card, gib, count, price, region, billing, age, vcpus, memory]: Short, round: number): OfferRow {
  const hour = price * (1 + round * 0.013);
  const held = price < 0.2;
  const converted = foreign.has(provider);
  return {
    id: `${provider}-${plan}-${round}`, provider, provider_name: say(zh, en), plan, kind: 'gpu', region, billing,
    gpu: { ids: [card], name: card, count, memory_gib: gib, share: 1 }, vcpus, memory_gib: memory,
    price_per_hour: cny(hour), price_per_gpu_hour: cny(hour / count), price_per_gib_hour: cny(hour / count / gib),
    listed: { price: converted ? { amount: (hour / 6.6512).toFixed(4), currency: 'USD' } : cny(hour), per: 'hour' },
    converted, observed_on: age === null ? null : '2026-09-01', age_days: age, source: 'https://www.autodl.com/market/list', means: provider === 'autodl' ? 'sheet' : 'snapshot',
    source_note: null, availability: provider === 'autodl' ? { level: round % 3 === 0 ? 'low' : 'in_stock', count: round % 3 === 0 ? 2 : 14 } : { level: 'unknown', count: null },
    quarantine: held ? message('price_low', '异常低', 'unusually low') : null, superseded: false, quota: null,
    spread: { low: (hour / count) * 0.7, median: (hour / count) * 1.15, high: (hour / count) * 3 },
  };
}

const ALL = (): OfferRow[] => Array.from({ length: 410 }, (_, round) => ROWS.map((short) => row(short, round))).flat();

export function offers(query: PlansQuery): OffersPage {
  const words = `${query.search} ${query.gpu}`.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (offer: OfferRow) =>
    words.every((word) => `${offer.provider_name} ${offer.plan} ${offer.gpu?.name} ${offer.region}`.toLowerCase().includes(word)) &&
    (query.min_gpu_memory_gb === null || (offer.gpu?.memory_gib ?? 0) >= query.min_gpu_memory_gb) &&
    (query.provider.length === 0 || query.provider.includes(offer.provider)) &&
    (query.billing.length === 0 || query.billing.includes(offer.billing));
  const matching = ALL().filter(fits).sort((a, b) => {
    const by = Number(a.price_per_gpu_hour?.amount) - Number(b.price_per_gpu_hour?.amount);
    return query.descending ? -by : by;
  });
  const shown = matching.filter((offer) => query.held || query.all || offer.quarantine === null);
  return {
    schema: 1, offers: shown.slice(query.offset, query.limit === null ? undefined : query.offset + query.limit), total: shown.length,
    providers: new Set(shown.map((offer) => offer.provider)).size, held: matching.filter((offer) => offer.quarantine !== null).length, notes: [],
  };
}

export function detail(id: string): OfferDetail {
  const all = ALL();
  const offer = all.find((one) => one.id === id) ?? all.find((one) => one.plan === 'RTX PRO 6000') ?? (all[0] as OfferRow);
  return {
    offer, sightings: [offer, { ...offer, id: `${offer.id}-old`, observed_on: '2026-05-14', age_days: 200, superseded: true, means: 'snapshot' }],
    elsewhere: all.filter((one) => one.gpu?.name === offer.gpu?.name && one.id !== offer.id).slice(0, 8),
    traits: [
      { code: 'billing_granularity', label: say('计费步长', 'Billing step'), value: '1 s', source: 'https://www.autodl.com/docs/price/', observed_on: '2026-11-20', note: null, contradicted: false },
      { code: 'stop_rule', label: say('停机', 'When stopped'), value: say('关机即停止计费', 'stops billing at once'), source: 'https://www.autodl.com/docs/instance/', observed_on: '2026-11-20', note: say('关机 15 天后数据删除', 'data is deleted after 15 days'), contradicted: true },
    ],
    console_url: 'https://www.autodl.com/market/list',
  };
}
