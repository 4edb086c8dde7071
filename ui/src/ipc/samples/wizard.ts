// The wizard's options and its running answers, with a small but honest sum that follows the keys.

import type { Answers, CardSize, LimitsPreview, ModelOption, NeedView, StepView, WizardOptions, WorkloadPreview } from '../bindings';
import { blank } from '../../state/question.svelte';
import { bands } from './advice';
import { discounts } from './cost';
import { message, say } from './say';

const usual = { ...blank(), region: 'any', billing: ['on_demand'], speed: '0.35', storage_gb: '0', egress_gb: '0', limit: '20' };

const MODELS: ModelOption[] = [
  { name: 'llama3.1-8b', params_b: 8.03, active_params_b: 8.03, layers: 32, attention: 'GQA 32/8' },
  { name: 'qwen2.5-7b', params_b: 7.62, active_params_b: 7.62, layers: 28, attention: 'GQA 28/4' },
  { name: 'qwen2.5-32b', params_b: 32.8, active_params_b: 32.8, layers: 64, attention: 'GQA 40/8' },
  { name: 'qwen3-8b', params_b: 8.19, active_params_b: 8.19, layers: 36, attention: 'GQA 32/8' },
  { name: 'qwen3-30b-a3b', params_b: 30.5, active_params_b: 3.3, layers: 48, attention: 'GQA 32/4' },
  { name: 'deepseek-v3', params_b: 671, active_params_b: 37, layers: 61, attention: 'MLA' },
];

export function options(): WizardOptions {
  return {
    models: MODELS,
    sample_models: [
      { name: 'resnet50', family: 'cnn', params_m: 25.6, size: 224, steps: null },
      { name: 'bert-large', family: 'bert', params_m: 336, size: 384, steps: null },
      { name: 'sdxl', family: 'diffusion', params_m: 2567, size: 1024, steps: 30 },
      { name: 'flux-dev', family: 'diffusion', params_m: 11_900, size: 1024, steps: 28 },
    ],
    sample_defaults: [
      { ...usual, scenario: 'training', precision: 'fp16', samples: '1M', epochs: '1', micro_batch: '32' },
      { ...usual, scenario: 'inference', precision: 'fp16', batch: '1', qps: '1', hours_per_day: '24', engine: 'eager' },
    ],
    sample_precisions: ['fp16', 'tf32', 'fp32', 'fp8', 'int8'],
    engines: ['eager', 'compiled', 'tensorrt'],
    quants: ['bf16', 'fp8', 'int8', 'int4', 'q4_k_m', 'awq', 'gptq', 'mxfp4'],
    servers: ['vllm', 'sglang', 'tensorrt-llm', 'llama.cpp', 'lmdeploy'],
    frameworks: ['hf-trainer+deepspeed', 'fsdp', 'megatron', 'unsloth'],
    providers: [
      { id: 'autodl', name: 'AutoDL', offers: 57, note: null },
      { id: 'aliyun', name: say('阿里云', 'Alibaba Cloud'), offers: 102, note: null },
      { id: 'baidu', name: say('百度智能云', 'Baidu AI Cloud'), offers: 0, note: message('no_prices', '没有随附价格：可导入价格表。', 'No price is shipped: import a price sheet.') },
    ],
    regions: ['cn-mainland', 'cn-hangzhou', 'cn-beijing', 'FIN-03', 'us-west-2'],
    currencies: ['CNY', 'USD', 'EUR', 'HKD'],
    vendors: ['amd', 'enflame', 'huawei', 'hygon', 'nvidia'],
    software: [
      { id: 'cuda', name: 'CUDA', vendor: 'NVIDIA' },
      { id: 'cann', name: 'CANN', vendor: 'Huawei' },
      { id: 'rocm', name: 'ROCm', vendor: 'AMD' },
    ],
    discounts: discounts(),
    defaults: [
      { ...usual, scenario: 'training', model: 'llama3.1-8b', method: 'lora', tokens: '30M', epochs: '1', seq: '2048', precision: 'bf16', micro_batch: '1', grad_accum: '8', checkpointing: 'full', optimizer: 'adamw', lora_rank: '8' },
      { ...usual, scenario: 'inference', model: 'llama3.1-8b', quant: 'bf16', prompt: '1024', answer: '256', concurrency: '1', ttft_ms: '2000', tpot_ms: '100', hours_per_day: '24', kv_bits: '16' },
      { ...usual, scenario: 'dev', gpu_memory_gb: '24', hours_per_day: '3', days_per_month: '22', starts_per_day: '2', keep_gb: '0' },
    ],
  };
}

const step = (code: string, zh: string, en: string, formula: string, value: number): StepView => ({ code, label: say(zh, en), formula, value: Math.round(value * 10) / 10, unit: 'gib' });

function readNumber(text: string): number | null {
  const match = /^([\d.,]+(?:e\d+)?)\s*([KMB万亿]?)$/i.exec(text.trim());
  if (!match) return null;
  const unit = { k: 1e3, m: 1e6, b: 1e9, 万: 1e4, 亿: 1e8, '': 1 }[(match[2] ?? '').toLowerCase()] ?? 1;
  return Number((match[1] ?? '').replaceAll(',', '')) * unit;
}

function need(answers: Answers): NeedView {
  const model = MODELS.find((one) => one.name.replace(/\W/g, '') === (answers.model || 'llama3.1-8b').toLowerCase().replace(/\W/g, '')) ?? (MODELS[0] as ModelOption);
  const seq = readNumber(answers.seq) ?? 2048;
  const micro = readNumber(answers.micro_batch) ?? 1;
  const bytes = answers.scenario === 'inference' ? (answers.quant === 'fp8' ? 1 : 2) : answers.method === 'qlora' ? 0.56 : 2;
  const weights = (model.params_b * bytes * 1e9) / 2 ** 30;
  const steps = answers.scenario === 'inference'
    ? [step('weights', '权重', 'Weights', `${model.params_b} B × ${bytes} B`, weights), step('kv_cache', 'KV 缓存', 'KV cache', `${model.layers} × 2 × 8 × 128 × 2 B`, 4.5), step('server', '推理服务', 'Server', 'vLLM', 1.9)]
    : [
        step('weights', '权重 bf16', 'Weights, bf16', `${model.params_b} B × ${bytes} B`, weights),
        ...(answers.method === 'full' ? [step('optimizer', '梯度与优化器', 'Gradients and optimizer', `${model.params_b} B × 14 B`, weights * 7)] : [step('adapter', 'LoRA 参数与优化器', 'LoRA and optimizer', '5.31 M × 16 B', 0.1)]),
        step('activations', '激活 (重算)', 'Activations, recomputed', `${micro} × ${seq} × ${model.layers}`, (1.5 * seq * micro) / 2048),
        step('logits', '输出层 logits', 'Output logits', `${micro} × ${seq} × 151,936`, (2.1 * seq * micro) / 2048),
        step('framework', '框架常驻', 'Framework', 'HF + DeepSpeed', 2.9),
      ];
  const total = Math.round(steps.reduce((sum, one) => sum + one.value, 0) * 10) / 10;
  return { gpu_memory_gib: total, low_gib: total * 0.845, high_gib: total * 1.183, steps };
}

function cards(total: number): CardSize[] {
  const size = (nominal: number, usable: number, examples: string[]): CardSize => ({
    nominal_gib: nominal, usable_gib: usable, spare_gib: usable - total, examples,
    verdict: usable < total ? 'no' : usable < total * 1.2 ? 'tight' : 'fits',
  });
  return [size(16, 15.9, ['T4', 'A4000']), size(24, 23.9, ['RTX 4090', 'RTX 3090', 'A10']), size(32, 31.8, ['RTX 5090']), size(48, 47.8, ['L20', 'L40S']), size(80, 79.6, ['A100', 'H800']), size(96, 95.5, ['RTX PRO 6000', 'H20'])];
}

const NUMBERS: (keyof Answers)[] = ['tokens', 'samples', 'steps', 'epochs', 'seq', 'micro_batch', 'grad_accum', 'lora_rank', 'concurrency', 'qps', 'hours_per_day', 'budget'];

function problems(answers: Answers) {
  const wrong = NUMBERS.filter((field) => answers[field] !== '' && readNumber(String(answers[field])) === null);
  return wrong.map((field) => ({ field, message: message('not_a_number', `“${String(answers[field])}” 不是数。可写 3000万、30M、3e7。`, `“${String(answers[field])}” is not a number. Write 30M or 3e7.`) }));
}

export function workload(answers: Answers): WorkloadPreview {
  const wrong = problems(answers);
  const dev = answers.scenario === 'dev';
  const sum = dev ? null : need(answers);
  return {
    problems: wrong,
    echoes: answers.scenario === 'training' && !wrong.some((one) => one.field === 'tokens') ? [{ field: 'tokens', text: say('共 9,000 万 tokens，即 5,494 步，每步 8 × 2,048。', '90 million tokens in all: 5,494 steps of 8 × 2,048.') }] : [],
    need: sum, cards: cards(sum?.gpu_memory_gib ?? Number(answers.gpu_memory_gb || 24)),
    alternatives: answers.scenario === 'training' ? [{ field: 'method', value: 'full', gpu_memory_gib: 144 }, { field: 'method', value: 'qlora', gpu_memory_gib: 12.6 }] : [],
    month_hours: answers.scenario === 'training' ? null : dev ? 66 : 730,
    advice: answers.scenario === 'training' ? message('qlora_fits', '改用 QLoRA，16 GiB 的卡就够，时间约多 13 %。', 'With QLoRA a 16 GiB card is enough; it takes about 13 % longer.') : null,
  };
}

export function limits(answers: Answers): LimitsPreview {
  const cn = answers.region === 'cn';
  const stage = (code: string, label: string, detail: string, before: number, left: number) => ({ code, label, detail, removed: before - left, left });
  const here = cn ? 644 : 5310;
  const last = answers.budget === '0' ? 0 : answers.budget ? 14 : 118;
  return {
    problems: problems(answers), all: 5310,
    stages: [
      ...(cn ? [stage('region', say('中国大陆', 'Mainland China'), say('4,666 条在别处', '4,666 elsewhere'), 5310, 644)] : []),
      stage('memory', say('装得下 21.9 GiB', 'Fits 21.9 GiB'), say('386 条显存不够', '386 too small'), here, 258),
      stage('card', say('bf16 与 CUDA', 'bf16 and CUDA'), say('128 条不支持', '128 without'), 258, 130),
      stage('stock', say('有货，价格可信', 'In stock, price sound'), say('5 条售罄，7 条隔离', '5 sold out, 7 held'), 130, 118),
      ...(answers.budget ? [stage('budget', `≤ ¥${answers.budget}`, say(`${118 - last} 条超预算`, `${118 - last} over budget`), 118, last)] : []),
    ],
    bands: bands(),
    binding: answers.budget ? message('binding', '卡得最紧的是预算：放到 ¥200 多出 2 条，最快的不变。', 'The budget binds: ¥200 gives 2 more, the fastest stays.') : null,
    silent: answers.need.includes('mlps3') ? [message('silent', '“等保三级” 有 31 家没写明。勾选后默认排除。', '31 sellers do not state “MLPS level 3”; they are left out by default.')] : [],
  };
}
