// The answer of the wizard: LoRA of Qwen3-8B, 30 M tokens × 3 epochs, as in the design's pictures.

import type { AdviceView, Answers, BandView, ChartView, ChoiceView } from '../bindings';
import { costOf } from './cost';
import { message, say } from './say';

export const bands = (): BandView[] => [
  { from: 0, to: 0.22, label: 'RTX 4090', id: '4' },
  { from: 0.22, to: 0.43, label: 'RTX PRO 6000', id: '1' },
  { from: 0.43, to: 1, label: 'H800', id: '2' },
];

type Short = [id: string, rank: number, tie: boolean, provider: string, zh: string, en: string, plan: string, card: string, gib: number, hours: number, cost: number, price: number, age: number, evidence: string, level: string, stock: number | null, needed: number, usable: number, fit: number, pareto: boolean];

const ROWS: Short[] = [
  ['1', 1, true, 'autodl', 'AutoDL', 'AutoDL', 'RTX PRO 6000', 'RTX PRO 6000', 96, 5.26, 31.45, 5.98, 2, 'B', 'in_stock', 6, 21.9, 95.5, 0.999, true],
  ['2', 1, true, 'autodl', 'AutoDL', 'AutoDL', 'H800', 'H800 SXM', 80, 4.18, 37.15, 8.88, 2, 'B', 'low', 2, 21.9, 79.6, 0.999, true],
  ['3', 3, true, 'autodl', 'AutoDL', 'AutoDL', 'A800', 'A800 SXM', 80, 7.48, 37.23, 4.98, 2, 'A', 'in_stock', 14, 21.9, 79.6, 0.999, false],
  ['4', 3, true, 'autodl', 'AutoDL', 'AutoDL', 'RTX 4090', 'RTX 4090', 24, 11.37, 21.37, 1.88, 2, 'A', 'in_stock', 118, 21.9, 23.9, 0.75, true],
  ['5', 5, true, 'ucloud', '优云智算', 'Compshare', '4090-24G', 'RTX 4090', 24, 11.37, 18.87, 1.66, 157, 'A', 'unknown', null, 21.9, 23.9, 0.75, true],
  ['6', 5, true, 'autodl', 'AutoDL', 'AutoDL', 'RTX 5090', 'RTX 5090', 32, 10.4, 28.92, 2.78, 2, 'B', 'in_stock', 31, 21.9, 31.8, 0.86, true],
  ['7', 7, true, 'shengsuan', '胜算云', 'Shengsuanyun', 'RTX 6000 Ada', 'RTX 6000 Ada', 48, 6.64, 35.07, 5.28, 103, 'B', 'unknown', null, 21.9, 47.8, 0.999, false],
  ['8', 7, true, 'ucloud', '优云智算', 'Compshare', '4090-48G', 'RTX 4090', 48, 11.37, 37.52, 3.3, 157, 'C', 'unknown', null, 21.9, 47.8, 0.999, false],
];

function choice(answers: Answers, [id, rank, tie, provider, zh, en, plan, card, gib, hours, cost, price, age, evidence, level, stock, needed, usable, fit, pareto]: Short): ChoiceView {
  const cny = (amount: number) => ({ amount: amount.toFixed(2), currency: 'CNY' });
  const span = (mid: number) => ({ low: mid * 0.774, mid, high: mid * 1.291 });
  return {
    id, rank, tie, provider, provider_name: say(zh, en), plan, region: null, billing: 'on_demand',
    gpu: { ids: [card], name: card, count: 1, memory_gib: gib, share: 1 }, vcpus: 16, memory_gib: 120, machines: 1,
    price_per_hour: cny(price), listed: { price: cny(price), per: 'hour' }, converted: false,
    hours: span(hours), rate: { value: 90e6 / hours / 3600, unit: 'tokens/s', low: 70e6 / hours / 3600, high: 116e6 / hours / 3600 },
    ttft_ms: null, tpot_ms: null, time_s: { low: hours * 2786, mid: hours * 3600, high: hours * 4648 },
    time_steps: [
      { code: 'work', label: say('训练', 'Training'), formula: '4 × 8.19 B × 90 M ÷ (378 TFLOPS × 0.42)', value: hours * 3600 - 180, unit: 's' },
      { code: 'start', label: say('开机与下载', 'Start and download'), formula: '180 s', value: 180, unit: 's' },
    ],
    mfu: 0.42,
    cost: costOf(answers, provider, hours, price, cost),
    memory: { needed_gib: needed, usable_gib: usable, p_fit: fit, steps: [
      { code: 'weights', label: say('权重 bf16', 'Weights, bf16'), formula: '8.19 B × 2 B', value: 15.3, unit: 'gib' },
      { code: 'adapter', label: say('LoRA 参数与优化器', 'LoRA and optimizer'), formula: '5.31 M × 16 B', value: 0.1, unit: 'gib' },
      { code: 'activations', label: say('激活 (重算)', 'Activations, recomputed'), formula: '1 × 2048 × 36', value: 1.5, unit: 'gib' },
      { code: 'logits', label: say('输出层 logits', 'Output logits'), formula: '2048 × 151,936', value: 2.1, unit: 'gib' },
      { code: 'framework', label: say('框架常驻', 'Framework'), formula: 'HF + DeepSpeed', value: 2.9, unit: 'gib' },
    ] },
    rank_score: 84.2 - rank * 3, score_parts: [
      { code: 'cost', label: say('费用', 'Cost'), points: 36.1, most: 42 }, { code: 'time', label: say('时间', 'Time'), points: 24.1 - rank * 3, most: 28 },
      { code: 'risk', label: say('风险', 'Risk'), points: 15, most: 20 }, { code: 'fit', label: say('装得下', 'Fit'), points: 9, most: 10 },
    ],
    pareto, evidence, corrected_by: null, observed_on: '2026-11-28', age_days: age, source: 'https://www.autodl.com/market/list', means: provider === 'autodl' ? 'sheet' : 'snapshot',
    source_note: null, console_url: provider === 'autodl' ? 'https://www.autodl.com/market/list' : null, availability: { level, count: stock },
    reasons: [
      message('faster', `比中位快一半：${hours} 对 10.5 时`, `Half the median time: ${hours} against 10.5 h`),
      message('cheaper', `比中位便宜 13 %：¥${cost} 对 ¥36.11`, `13 % below the median: ¥${cost} against ¥36.11`),
      message('spare', `显存余 ${(usable - needed).toFixed(1)} GiB；关机即停止计费`, `${(usable - needed).toFixed(1)} GiB spare; stops billing when off`),
    ],
    risks: [
      message('evidence', '这张卡没有同框架的实测，区间 ±29 %', 'No measurement in this framework: ±29 %'),
      message('disk', '本地盘无冗余，关机 15 天后数据删除', 'Local disk, deleted 15 days after stopping'),
    ],
    changes: rank === 1 ? [] : [
      { code: 'price', at: -0.12, other: 'AutoDL RTX PRO 6000', other_id: '1', text: say('它便宜 12 % 就排第 1', 'First if its price fell by 12 %') },
      { code: 'speed', at: 0.7, other: 'AutoDL H800', other_id: '2', text: say('滑块过 0.70 就排第 1', 'First past 0.70 on the slider') },
    ],
  };
}

/** The same plans serving a model or developed on: other figures beside the same cards. */
function asked(choice: ChoiceView, { scenario, model }: Answers): ChoiceView {
  const rate = (value: number, unit: string) => ({ value, unit, low: value * 0.8, high: value * 1.25 });
  const hours = choice.time_s.mid / 3600;
  if (scenario === 'training') return model === 'resnet50' ? { ...choice, mfu: null, rate: rate(14_000 / hours, 'images/s') } : choice;
  const around = (mid: number) => ({ low: mid * 0.8, mid, high: mid * 1.25 });
  const second = hours;
  if (scenario === 'inference' && ['sdxl', 'flux-dev'].includes(model)) return {
    ...choice, mfu: null, rate: rate(1 / hours, 'images/s'), ttft_ms: null, tpot_ms: null, time_s: around(hours),
    time_steps: [{ code: 'denoise', label: say('去噪', 'Denoising'), formula: '30 × 5.98 TFLOP', value: hours * 0.93, unit: 's' }, { code: 'decode', label: say('解码成图', 'Decoding the image'), formula: '9.92 TFLOP', value: hours * 0.07, unit: 's' }],
  };
  if (scenario === 'dev') return {
    ...choice, rate: null, evidence: null, mfu: null, time_s: around(47), memory: { ...choice.memory, needed_gib: 24, p_fit: null, steps: [{ code: 'nominal', label: say('标称显存', 'Nominal memory'), formula: '', value: 24, unit: 'gib' }] },
    time_steps: [{ code: 'start', label: say('开机', 'Start'), formula: '', value: 47, unit: 's' }],
  };
  return {
    ...choice, mfu: null, rate: { value: 4200 / second, unit: 'tokens/s', low: 3400 / second, high: 5200 / second },
    ttft_ms: around(80 * second), tpot_ms: around(4 * second), time_s: around(second),
    time_steps: [{ code: 'ttft', label: 'TTFT', formula: '', value: 80 * second, unit: 'ms' }, { code: 'decode', label: say('逐个生成', 'Decode'), formula: '230 × 4', value: 920 * second, unit: 'ms' }],
  };
}

export function advice(answers: Answers): AdviceView {
  const none = answers.budget === '0';
  const rejected = (provider: string, zh: string, en: string, plan: string, code: string, zhText: string, enText: string, miss: number | null) =>
    ({ provider, provider_name: say(zh, en), plan, region: null, billing: 'on_demand', gpu: plan, code, params: {}, text: say(zhText, enText), miss });
  return {
    schema: 1,
    workload: { scenario: answers.scenario, parts: [
      { field: 'method', text: 'LoRA', defaulted: false }, { field: 'model', text: 'Qwen3-8B', defaulted: false },
      { field: 'tokens', text: say('3,000 万 tokens × 3 轮', '30M tokens × 3 epochs'), defaulted: answers.tokens === '' },
      { field: 'precision', text: 'bf16', defaulted: true }, { field: 'region', text: say('中国大陆', 'mainland China'), defaulted: false },
      { field: 'deadline', text: say('≤ 24 时', '≤ 24 h'), defaulted: false }, { field: 'budget', text: '≤ ¥150', defaulted: false },
    ] },
    need: { gpu_memory_gib: 21.9, low_gib: 18.5, high_gib: 25.9, steps: choice(answers, ROWS[0] as Short).memory.steps },
    choices: none ? [] : ROWS.map((row) => asked(choice(answers, row), answers)),
    cheapest: none ? null : asked(choice(answers, ROWS[4] as Short), answers), fastest: none ? null : asked(choice(answers, ROWS[1] as Short), answers), fit: none ? 0 : 14,
    rejected: [
      rejected('tianyi', '天翼云', 'CTyun', 'L40S', 'over_budget', '最低 ¥161.66，超预算 7.8 %', 'at least ¥161.66, 7.8 % over budget', 0.078),
      rejected('gitee', '模力方舟', 'Moark', 'RTX 4090', 'sold_out', '售罄 (103 天前看到)', 'sold out (seen 103 days ago)', null),
      rejected('aliyun', '阿里云', 'Alibaba Cloud', 'ecs.gn6i-c4g1.xlarge', 'memory', '显存差 6.9 GiB；T4 不支持 bf16', '6.9 GiB short; T4 has no bf16', 0.31),
    ],
    nearest: [0, 1, 2],
    rejected_counts: [
      { code: 'memory', label: say('显存不够', 'Too little memory'), count: 386 }, { code: 'card', label: say('不支持 bf16', 'No bf16'), count: 128 },
      { code: 'over_budget', label: say('超预算', 'Over budget'), count: 104 }, { code: 'sold_out', label: say('售罄', 'Sold out'), count: 12 },
    ],
    catalogue: { offers: 5310, observed_from: '2023-04-20', observed_to: '2026-11-28' },
    notes: [message('no_prices', '百度智能云、Ebcloud 没有随附价格：可导入价格表。', 'No price is shipped for Baidu AI Cloud and Ebcloud: import a price sheet.')],
    lead: none ? null : 0.7,
    lead_text: [message('lead_small', '只领先 0.7 分：滑块过 0.43，或比估算慢 3 %，就换成 H800。', 'Only 0.7 ahead: past 0.43 on the slider, or 3 % slower than estimated, H800 leads.')],
    sensitivity: [
      { code: 'time', label: say('时间', 'Time'), lead_low: 4.1, lead_high: -2.2, other: 'AutoDL H800' },
      { code: 'price', label: say('价格', 'Price'), lead_low: 3.2, lead_high: -0.8, other: 'AutoDL H800' },
      { code: 'speed', label: say('省钱还是求快', 'Cheap or fast'), lead_low: 2.5, lead_high: -3, other: 'AutoDL H800' },
    ],
    bands: none ? [] : bands(),
  };
}

/** The picture is drawn by Rust; this one only has its shape: marks on a log-log field. */
export function chart(width: number, height: number, theme: string): ChartView {
  const x = (hours: number) => 48 + ((Math.log(hours) - Math.log(3)) / (Math.log(40) - Math.log(3))) * (width - 70);
  const y = (cost: number) => height - 40 - ((Math.log(cost) - Math.log(12)) / (Math.log(200) - Math.log(12))) * (height - 60);
  const [ink, accent, line] = theme === 'dark' ? ['#a9a79f', '#a5aeff', '#33363d'] : ['#5b5852', '#3a45c6', '#dedad2'];
  const marks = ROWS.map((row) => ({ key: row[0], x: x(row[9]), y: y(row[10]), label: `${row[7]}, ${row[9]} h, ¥${row[10]}` }));
  const grid = [20, 50, 100, 200].map((c) => `<line x1="48" x2="${width - 20}" y1="${y(c)}" y2="${y(c)}" stroke="${line}"/><text x="42" y="${y(c) + 4}" text-anchor="end" font-size="12" fill="${ink}">¥${c}</text>`).join('');
  const squares = marks.map((m, i) => `<rect x="${m.x - 5}" y="${m.y - 5}" width="10" height="10" fill="${ROWS[i]?.[19] ? accent : ink}"/>`).join('');
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${grid}${squares}</svg>`,
    marks, summary: say('14 个方案；5 个在前沿上。', '14 plans; 5 of them on the frontier.'),
    columns: [say('方案', 'Plan'), say('时间 (时)', 'Time (h)'), say('总价 (¥)', 'Cost (¥)')],
    rows: ROWS.map((row) => [`${say(row[4], row[5])} ${row[6]}`, String(row[9]), String(row[10])]),
  };
}
