// How good predictions are: figures of the design's pictures, a few own results, two claims.

import type { AccuracyView, ClaimsView, ErrorsView, KeptRow, KindView, MeasurementsOutcome, MeasurementsView, MeasurementView, ScatterView } from '../bindings';
import { message, say } from './say';

const errors = (median: number, p90: number, rows: number): ErrorsView => ({
  rows, median_ape: median / 100, p90_ape: p90 / 100, within_25: Math.min(0.97, 1 - median / 45), in_80_interval: 0.82, weak: p90 > 40,
});

type Short = [kind: string, zh: string, en: string, median: number, p90: number, rows: number, unseen: number, unseenP90: number];
const KINDS: Short[] = [
  ['train_llm', '训练：Transformer', 'Training, transformer', 5.8, 31.5, 99, 16.7, 65],
  ['train_cnn_bert', '训练：CNN、BERT', 'Training, CNN and BERT', 9.5, 26, 93, 17.2, 48],
  ['infer_cnn_bert', '推理：CNN、BERT', 'Inference, CNN and BERT', 13.4, 43.9, 7, 28, 86],
  ['decode', '生成', 'Decode', 5.9, 23, 287, 13.8, 53],
  ['prefill', '首 token', 'Prefill, TTFT', 13.9, 44.2, 278, 22, 70],
  ['serving', '服务吞吐', 'Serving throughput', 11.7, 31.1, 108, 24, 58],
  ['diffusion', '扩散', 'Diffusion', 6.2, 29.7, 24, 29, 78],
  ['memory_infer', '显存：推理', 'Memory, inference', 3.4, 16.6, 59, 7, 20],
  ['memory_train', '显存：训练', 'Memory, training', 8.7, 24.4, 53, 19, 52],
];

const against = (error: number) => ({ rows: 72, median_ape: error, model_ape: 0.061 });
const methods = (memory: boolean) =>
  memory
    ? []
    : [
        { code: 'bandwidth', label: say('按带宽比折算别的卡', 'scale another card by bandwidth'), known: against(0.218), left_out: against(0.29) },
        { code: 'flops', label: say('按算力比折算别的卡', 'scale another card by FLOP/s'), known: against(0.238), left_out: against(0.34) },
        { code: 'fixed_share', label: say('固定利用率', 'one fixed share of the peak rate'), known: against(0.207), left_out: against(0.41) },
      ];

let own = [
  row(1, 'decode', 40.2, 52.6, 'RTX 4090 · llama3.1-8b · vllm', false),
  row(2, 'train_llm', 480, 1837, 'RTX 4090 · llama3.1-8b · torchtune', true),
];

function kindLabel(kind: string): string {
  const label = KINDS.find(([one]) => one === kind);
  return say(label?.[1] ?? kind, label?.[2] ?? kind);
}

function row(id: number, kind: string, measured: number, predicted: number, title: string, keptOut: boolean): MeasurementView {
  return {
    kind, kind_label: '', title, measured, unit: 'tokens/s', predicted,
    low: predicted * 0.8, high: predicted * 1.25, ratio: measured / predicted, kept_out: keptOut, refused: null, measured_on: '2026-11-20',
    causes: keptOut ? [message('own_cause', '功耗或频率上限压住了卡', 'a power or clock cap holds the card back'), message('own_cause', '读数据成了瓶颈', 'reading the data was the bottleneck')] : [],
    kept: { id, line: `${id}`, file: 'mine.csv', imported_at: '2026-11-29T08:00:00Z', confirmed: false },
  };
}

export function accuracy(): AccuracyView {
  const kind = ([name, zh, en, median, p90, rows, unseen, unseenP90]: Short): KindView => ({
    kind: name, label: say(zh, en), known: errors(median, p90, rows), left_out: errors(unseen, unseenP90, rows * 3),
    own: own.some((one) => one.kind === name) ? errors(31, 74, 1) : null, methods: methods(name.startsWith('memory')),
  });
  return {
    schema: 1, rows: 2934, sources: 57, held_back: 1008, left_out: 2874, kinds: KINDS.map(kind),
    weak: [
      message('weak_kind', '扩散：十次预测有一次误差超过 78 %，中位误差 29 %。', 'Diffusion: one prediction in ten is off by more than 78 %; the median error is 29 %.'),
      message('weak_card', '生成，MI300X：12 次实测，中位误差 46 %。', 'Decode on MI300X: median error 46 % over 12 runs.'),
      message('weak_few_rows', '推理：CNN、BERT：只有 7 次实测可供核对。', 'Inference of CNN and BERT: checked on 7 runs only.'),
    ],
  };
}

/** A cloud of points along the diagonal, drawn as Rust would: a small picture and its marks. */
export function scatter(kind: string, split: string, width: number, height: number, theme: string): ScatterView {
  const [line, ink] = theme === 'dark' ? ['#33363d', '#a5aeff'] : ['#dedad2', '#3a45c6'];
  const count = split === 'own' ? own.length : kind === '' ? 240 : 60;
  const at = (share: number) => [44 + share * (width - 60), height - 42 - share * (height - 70)] as const;
  const marks = Array.from({ length: count }, (_, index) => {
    const share = ((index * 37) % count) / Math.max(1, count - 1);
    const off = (((index * 53) % 29) - 14) / 14;
    const [x, y] = at(Math.min(1, Math.max(0, share)));
    const measured = Math.round(10 ** (1 + 4 * share));
    const predicted = Math.round(measured * (1 + 0.2 * off));
    const verdict = off < 0 ? say(`低估 ${Math.round(-20 * off)} %，在 80 % 区间内`, `${Math.round(-20 * off)} % too low, inside the 80 % interval`) : say(`高估 ${Math.round(20 * off)} %，在 80 % 区间内`, `${Math.round(20 * off)} % too high, inside the 80 % interval`);
    const figures = say(`实测 ${measured}，预测 ${predicted}`, `measured ${measured}, predicted ${predicted}`);
    return { key: String(index), x, y: y - off * 12, label: `RTX 4090 · llama3.1-8b · torchtune\n${figures} tokens/s\n${verdict}` };
  });
  const [from, to] = [at(0), at(1)];
  const dots = marks.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="3" fill="none" stroke="${ink}"/>`).join('');
  const svg = `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg"><line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" stroke="${line}"/>${dots}</svg>`;
  const source = split === 'own' ? '' : 'pytorch/torchtune README.md';
  return {
    chart: {
      svg, marks, summary: say(`${count} 次实测与预测对比：一半误差不超过 9 %，九成不超过 18 %。`, `${count} measured runs against their predictions: half are off by at most 9 %, nine in ten by at most 18 %.`),
      columns: [say('运行', 'Run'), say('种类', 'Kind'), say('实测', 'Measured'), say('预测', 'Predicted'), say('80 % 区间', '80 % interval'), say('单位', 'Unit'), say('偏差', 'Off by'), say('来源', 'Source')],
      rows: marks.map(({ label }) => [label.split('\n')[0] ?? '', say('训练', 'Training'), '2,413', '1,837', '1,477–2,284', 'tokens/s', '24 %', source]),
    },
    points: marks.map(() => ({ source, url: source === '' ? null : 'https://github.com/pytorch/torchtune', outside: false })),
  };
}

export const measurements = (): MeasurementsView => ({
  schema: 1, rows: own.map((one) => ({ ...one, kind_label: kindLabel(one.kind) })),
});

export function changeOwn(change: (before: MeasurementView[]) => MeasurementView[]): MeasurementsView {
  own = change(own);
  return measurements();
}

export const confirmed = (ids: number[], yes: boolean) =>
  changeOwn((before) => before.map((one) => (ids.includes(one.kept.id) ? { ...one, kept_out: !yes && one.ratio !== null && one.ratio < 0.34, kept: { ...one.kept, confirmed: yes } } : one)));

export const restored = (rows: KeptRow[]) =>
  changeOwn((before) => [...before, ...rows.map((kept) => ({ ...row(kept.id, kept.id === 2 ? 'train_llm' : 'decode', 40.2, 52.6, 'RTX 4090 · llama3.1-8b · vllm', false), kept }))]);

export function taken(partial: boolean): MeasurementsOutcome {
  const next = Math.max(0, ...own.map((one) => one.kept.id)) + 1;
  own = [...own, row(next, 'serving', 2100, 2400, 'H100 SXM · qwen2.5-7b · vllm', false)];
  return {
    schema: 1, imported: 1, known: 0, refused: partial ? 1 : 0, kept_out: 0,
    notes: partial ? [message('rows_cell_number', 'mine.csv 第 3 行 value：“fast”不是大于零的数。', 'mine.csv, line 3, value: “fast” is not a number above zero.')] : [],
  };
}

export const claims = (): ClaimsView => ({
  schema: 1,
  claims: [
    {
      id: 'bert_4090', article: say('2026 年选型指南', 'a selection guide of 2026'),
      claim: say('RTX 4090 训练 BERT-large：每百万条 0.37 元', 'RTX 4090, BERT-large: “0.37 CNY per million samples”.'),
      check: say('每秒 18.2 条，一百万条要 28.7 元。', 'At 18.2 samples/s a million samples cost 28.7 CNY.'),
      sums: ['1000000 ÷ 18.2 ÷ 3600 × 1.88 = 28.7'], verdict: 'contradicted', verdict_text: say('不成立', 'Does not hold'),
      consequence: 'not_used', consequence_text: say('在数据中标记，不采用。', 'Marked in the data and not used.'),
    },
    {
      id: 'first_tier', article: say('2026 年三篇文章之一', 'One of three articles of 2026'),
      claim: say('第一梯队平台单卡算力超过 10 TFLOPS。', 'First-tier platforms offer more than 10 TFLOPS a card.'),
      check: say('这条线分不出高下。', 'The threshold separates nothing.'), sums: [], verdict: 'says_nothing', verdict_text: say('说明不了什么', 'Says nothing'),
      consequence: 'ignored', consequence_text: say('不理会。', 'Ignored.'),
    },
  ],
});
