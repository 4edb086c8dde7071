// Written by `cargo test -p tiaoka-desktop` from src-tauri/src/ipc.rs. Do not edit.

/** How good predictions are, kind by kind. */
export type AccuracyView = {
  /** Version of this shape. */
  schema: number,
  /** Published measurements that ship with the program. */
  rows: number,
  /** Repositories and publishers they come from. */
  sources: number,
  /** Of these rows, held back while the rest of their source was fitted. */
  held_back: number,
  /** Predicted by constants that never saw their source. */
  left_out: number,
  /** Every kind, in a fixed order. */
  kinds: Array<KindView>,
  /** Where the model is weak, the worst first. */
  weak: Array<MessageView>,
};

/** The answer of `recommend`. */
export type AdviceView = {
  /** Version of this shape. */
  schema: number,
  /** The question, with every default filled in: label and value in words. */
  workload: WorkloadView,
  /** What the workload asks of memory. */
  need: NeedView,
  /** Ranked plans, best first. */
  choices: Array<ChoiceView>,
  /** Lowest median cost of all plans that fit, in `choices` or not. */
  cheapest: ChoiceView | null,
  /** Lowest median time of all plans that fit, in `choices` or not. */
  fastest: ChoiceView | null,
  /** How many plans fit, of which `choices` are the first. */
  fit: number,
  /** Refused plans, the nearest miss first. */
  rejected: Array<RejectedView>,
  /** Places in `rejected` of the nearest misses to show: the first of each card and reason, at most five. */
  nearest: Array<number>,
  /** Refusals by reason; the counts add up to all of them. */
  rejected_counts: Array<RejectedCount>,
  /** What was looked at. */
  catalogue: CatalogueView,
  /** Assumptions, advice, clouds without a price: said once for the whole answer. */
  notes: Array<MessageView>,
  /** Points of the first choice over the best other plan; below zero inside a tie, where the cheaper
   * of equals stands first. `null` with fewer than two plans. */
  lead: number | null,
  /** How sure the first rank is, and what would change it, in sentences. */
  lead_text: Array<MessageView>,
  /** What would change the first rank (workload model, section 6.4). */
  sensitivity: Array<SensitivityView>,
  /** Who leads at which position of the slider, from 0 to 1 without gaps. */
  bands: Array<BandView>,
};

/** The need under another choice. */
export type Alternative = {
  /** Field of `Answers`: `method`, `quant`. */
  field: string,
  /** Its value. */
  value: string,
  /** GiB needed. */
  gpu_memory_gib: number,
};

/** Answers as typed. Field names are the option names of `tiaoka recommend` with `_` for `-`. */
export type Answers = {
  /** `training`, `inference` or `dev`. */
  scenario: string,
  /** Preset, compared by letters and digits only. */
  model: string,
  /** Parameters, e.g. `7B`; instead of a preset. */
  params: string,
  /** Active parameters of a mixture of experts, e.g. `3B`. */
  active_params: string,
  /** `full`, `lora` or `qlora`. */
  method: string,
  /** Tokens of one epoch. */
  tokens: string,
  /** Samples of one epoch: sequences of a language model, images, or sequences of BERT. */
  samples: string,
  /** Optimizer steps of one epoch. */
  steps: string,
  /** Passes over the data. */
  epochs: string,
  /** Tokens of one sequence. */
  seq: string,
  /** `bf16`, `fp16`, `fp32` or `fp8`; of a model that is counted in samples also `tf32` and `int8`. */
  precision: string,
  /** Sequences, images or sequences of BERT in one step of one device. */
  micro_batch: string,
  /** Micro-steps of one optimizer step. */
  grad_accum: string,
  /** Global batch; sets the accumulation. In inference, samples that are answered together. */
  batch: string,
  /** `none`, `selective` or `full`. */
  checkpointing: string,
  /** Optimizer. */
  optimizer: string,
  /** Rank of the adapter. */
  lora_rank: string,
  /** Time the job may take, e.g. `72h`. */
  deadline: string,
  /** Training framework. */
  framework: string,
  /** Weights of a served model. */
  quant: string,
  /** Tokens of a typical prompt. */
  prompt: string,
  /** Tokens of a typical answer. */
  answer: string,
  /** Requests in flight. */
  concurrency: string,
  /** Requests a second; images or sequences a second of a model that is counted in samples. */
  qps: string,
  /** Tokens a minute. */
  tokens_per_minute: string,
  /** Images or sequences a month, instead of a second. */
  per_month: string,
  /** Side of a picture, pixels. */
  image_size: string,
  /** Denoising steps of an image. */
  image_steps: string,
  /** How a model that is counted in samples is run: `eager`, `compiled` or `tensorrt`. */
  engine: string,
  /** Longest time of one batch, ms. */
  latency_ms: string,
  /** Longest time to the first token, ms. */
  ttft_ms: string,
  /** Longest time between later tokens, ms. */
  tpot_ms: string,
  /** Hours a day (inference, development). */
  hours_per_day: string,
  /** The program that serves. */
  server: string,
  /** Bits of a KV cache value. */
  kv_bits: string,
  /** Working days a month. */
  days_per_month: string,
  /** Starts a day. */
  starts_per_day: string,
  /** Nominal memory of the card to develop on, GB. */
  gpu_memory_gb: string,
  /** Files kept while stopped, GB. */
  keep_gb: string,
  /** Most that it may cost, with or without a currency. */
  budget: string,
  /** `CNY`, `USD`, … */
  currency: string,
  /** `any`, `cn` or a provider's code. */
  region: string,
  /** Only these providers. */
  provider: Array<string>,
  /** Ways of billing. */
  billing: Array<string>,
  /** Most GPUs together. */
  gpus_max: string,
  /** Vendors of cards. */
  vendor: Array<string>,
  /** What a plan must have. */
  need: Array<string>,
  /** Software that the job is written for: `cuda`, `cann`, `musa`, … */
  software: string,
  /** Cards that sellers let the user have: `aliyun/cn-beijing=8`, `autodl=4`. */
  quota: Array<string>,
  /** Cards that are reserved for the user, written the same way. */
  reservation: Array<string>,
  /** Data set on disk, GB. */
  storage_gb: string,
  /** Traffic out, GB. */
  egress_gb: string,
  /** Where the data set lies now: a seller, or `seller/region`. */
  data_at: string,
  /** What an hour of waiting for a machine to start is worth, with or without a currency. */
  time_value: string,
  /** Discounts that the user has: ids of `WizardOptions::discounts`, or `seller:15%`, `seller:59for200`,
   * `seller:500/1000`. */
  discount: Array<string>,
  /** β: 0 = cheapest, 1 = fastest. */
  speed: string,
  /** Also rank what is sold out. */
  can_wait: boolean,
  /** Also rank unusually low prices. */
  accept_suspicious: boolean,
  /** The user checks what no data answers. */
  will_verify: boolean,
  /** Longest list of choices. */
  limit: string,
};

/** Stock when last seen. */
export type AvailabilityView = {
  /** `in_stock`, `low`, `sold_out` or `unknown`. */
  level: string,
  /** How many, where known. */
  count: number | null,
};

/** Who leads in one part of the slider. */
export type BandView = {
  /** From this β. */
  from: number,
  /** To this β. */
  to: number,
  /** Provider's name and card of the leader. */
  label: string,
  /** `ChoiceView::id` of the leader. */
  id: string,
};

/** When a term paid ahead is cheaper than paying by the hour. */
export type BreakEvenView = {
  /** Paid by the hour: `on_demand` or `spot`. */
  against: string,
  /** Paid ahead: `monthly`, `yearly` or `reserved_24`, … */
  term: string,
  /** Months of the term. */
  months: number,
  /** Hours of use a month above which the term is cheaper; above 730 it never is. */
  hours: number,
  /** Price of one month of the term, all machines. */
  per_month: MoneyView,
  /** Price of the whole term, all machines, which is owed at once or in any case. */
  whole_term: MoneyView,
  /** Hours of use a month, of one machine: of a training job, the job's own, at most a month's. */
  use_h: IntervalView,
  /** Even the lower end of the use is above `hours`: the term is advised. */
  advised: boolean,
  /** The price of the term is worked out from the share the seller names, not listed. */
  estimated: boolean,
  /** All of it in a sentence. */
  text: string,
};

/** A size of card against the need. */
export type CardSize = {
  /** Nominal GiB. */
  nominal_gib: number,
  /** Usable GiB. */
  usable_gib: number,
  /** `fits`, `tight` or `no`. */
  verdict: string,
  /** Usable minus needed, GiB; negative = short. */
  spare_gib: number,
  /** Cards of that size in the catalogue, the most offered first; at most three. */
  examples: Array<string>,
};

/** What the answer was chosen from. */
export type CatalogueView = {
  /** Present offers (superseded sources not counted). */
  offers: number,
  /** Oldest dated price. */
  observed_from: string | null,
  /** Newest dated price. */
  observed_to: string | null,
};

/** A chart to draw. */
export type ChartRequest = {
  /** The question. */
  answers: Answers,
  /** Its place on the screen. */
  size: ChartSize,
  /** `ChoiceView.id` of the row under the focus. */
  focused: string | null,
};

/** How a chart is to be drawn. */
export type ChartSize = {
  /** CSS pixels. */
  width: number,
  /** CSS pixels. */
  height: number,
  /** `light` or `dark`. */
  theme: string,
};

/** A chart, drawn. */
export type ChartView = {
  /** The picture, to be put inline. */
  svg: string,
  /** What can be hovered and focused, in data order. */
  marks: Array<Mark>,
  /** What it shows, in one or two sentences. */
  summary: string,
  /** Head of the table of the same figures. */
  columns: Array<string>,
  /** Its rows, in the order of the marks. */
  rows: Array<Array<string>>,
};

/** A ranked plan. */
export type ChoiceView = {
  /** Identifies the offer inside this catalogue, for later calls. */
  id: string,
  /** 1 is best; equal ranks repeat. */
  rank: number,
  /** The rank is shared. */
  tie: boolean,
  /** Provider's id. */
  provider: string,
  /** Provider's name in the reader's language. */
  provider_name: string,
  /** The SKU. */
  plan: string,
  /** Place, as the provider writes it. */
  region: string | null,
  /** `on_demand`, `spot`, … */
  billing: string,
  /** The cards. */
  gpu: GpuView,
  /** Host threads. */
  vcpus: number | null,
  /** Host memory, GiB. */
  memory_gib: number | null,
  /** Machines of this plan. */
  machines: number,
  /** Of one machine, in the chosen currency. */
  price_per_hour: MoneyView,
  /** As listed, in the seller's currency and period. */
  listed: ListedView,
  /** `price_per_hour` was converted from another currency. */
  converted: boolean,
  /** Billed hours of the job or month. */
  hours: IntervalView,
  /** Throughput. */
  rate: RateView | null,
  /** Time to the first token, ms. */
  ttft_ms: IntervalView | null,
  /** Time between later tokens, ms. */
  tpot_ms: IntervalView | null,
  /** Hours the user waits: the job's time (training), one answer (inference), start to ready (dev); in seconds. */
  time_s: IntervalView,
  /** The sum behind the time. */
  time_steps: Array<StepView>,
  /** Model FLOPs utilisation, 0 to 1. */
  mfu: number | null,
  /** Cost of the job or month. */
  cost: CostView,
  /** Memory of one device. */
  memory: MemoryView,
  /** 0 to 100, only within this answer. */
  rank_score: number,
  /** Points of the score: `cost`, `time`, `risk`, `fit`; they add up to `rank_score`. */
  score_parts: Array<ScorePart>,
  /** On the frontier of cost, time and risk. */
  pareto: boolean,
  /** `A`, `B`, `C` or `measured`. */
  evidence: string | null,
  /** Measurements of the user's own that moved its figures; `null` where none did. */
  corrected_by: number | null,
  /** Day the price was seen; a month or year as its first day. */
  observed_on: string | null,
  /** Age of the price in days; `null` = undated. */
  age_days: number | null,
  /** Page, file or call. */
  source: string,
  /** `api`, `sheet`, `learned`, `estimate` or `snapshot`. */
  means: string,
  /** The source's own remark. */
  source_note: string | null,
  /** Where it can be rented, if known. */
  console_url: string | null,
  /** Stock. */
  availability: AvailabilityView,
  /** What speaks for it, the largest contribution first. */
  reasons: Array<MessageView>,
  /** What speaks against it. */
  risks: Array<MessageView>,
  /** Of the first choice, what would cost it the lead; of the others, what would give it to them. */
  changes: Array<ThresholdView>,
};

/** A figure that an article states, and what became of it. */
export type ClaimView = {
  /** Code; stable. */
  id: string,
  /** Who states it. */
  article: string,
  /** What is stated. */
  claim: string,
  /** What the check found, in words. */
  check: string,
  /** The sums of the check, in symbols. */
  sums: Array<string>,
  /** Code of the verdict. */
  verdict: string,
  /** The verdict in words. */
  verdict_text: string,
  /** Code of what follows. */
  consequence: string,
  /** What follows, in words. */
  consequence_text: string,
};

/** Figures of articles, checked. */
export type ClaimsView = {
  /** Version of this shape. */
  schema: number,
  /** The claims. */
  claims: Array<ClaimView>,
};

/** Measurements to confirm, or to doubt again. */
export type ConfirmRequest = {
  /** `KeptRow.id` of each. */
  ids: Array<number>,
  /** They are right. */
  confirmed: boolean,
};

/** One part of a cost. */
export type CostPart = {
  /** `compute`, `interruptions`, `outages`, `start_up`, `idle_gpu`, `storage`, `egress`, `copy`, `waiting`,
   * `discount`. */
  code: string,
  /** In the reader's language; of a discount, its name. */
  label: string,
  /** The formula with its figures, symbols only. */
  formula: string,
  /** Decimal text; `null` = unknown. */
  amount: string | null,
};

/** Cost of the job or month; amounts are decimal text in `currency`. */
export type CostView = {
  /** Lower end of the 80 % interval. */
  low: string,
  /** Median, after the discounts that are ticked. */
  mid: string,
  /** Upper end. */
  high: string,
  /** ISO code. */
  currency: string,
  /** A part is unknown, so the total is a lower bound. */
  at_least: boolean,
  /** Median before discounts; equal to `mid` without any. */
  list: string,
  /** The parts add up to `mid`; an unknown one is `null`, a discount is below zero. */
  parts: Array<CostPart>,
  /** The rate that prices were converted at, where the seller lists in another currency. */
  exchange: ExchangeView | null,
  /** What interruptions do to a job on spot. */
  spot: SpotView | null,
  /** What is known of this seller's discounts, ticked or not. */
  discounts: Array<DiscountUse>,
  /** When a month or a year paid ahead is cheaper for this plan, where the seller offers both. */
  break_even: Array<BreakEvenView>,
};

/** Measurements to delete. */
export type DeleteRequest = {
  /** `KeptRow.id` of each. */
  ids: Array<number>,
};

/** A discount in one sum. */
export type DiscountUse = {
  /** Which. */
  discount: DiscountView,
  /** The user has it. */
  ticked: boolean,
  /** What it takes off this sum, decimal text; of one not ticked, what it would. `null` = nothing. */
  takes_off: string | null,
  /** Why it takes nothing off. */
  why_not: MessageView | null,
};

/** A discount that a seller is known to give. */
export type DiscountView = {
  /** What is ticked: `--discount ID`. */
  id: string,
  /** Provider's id. */
  provider: string,
  /** Provider's name in the reader's language. */
  provider_name: string,
  /** `percentage`, `prepaid` or `coupon`. */
  kind: string,
  /** What it is called. */
  name: string,
  /** What it takes off, for whom, once or repeated, with cap, minimum and expiry. */
  rule: string,
  /** It can be ticked; where not, its size is not known or it has expired, and `rule` says so. */
  offered: boolean,
  /** Last day; `null` = none is stated. */
  expires_on: string | null,
  /** Who says so. */
  source: string,
  /** When, as the source is dated. */
  observed_on: string,
  /** The source's own remark, as it wrote it. */
  note: string | null,
};

/** Errors of one kind; shares of one. */
export type ErrorsView = {
  /** Rows. */
  rows: number,
  /** Median of the relative error. */
  median_ape: number,
  /** The 90th percentile. */
  p90_ape: number,
  /** Rows with an error of at most a quarter. */
  within_25: number,
  /** Rows inside the 80 % interval. */
  in_80_interval: number,
  /** One in ten is off by more than two fifths. */
  weak: boolean,
};

/** A rate of exchange with its day. */
export type ExchangeView = {
  /** Currency of the list. */
  from: string,
  /** Currency of the answer. */
  to: string,
  /** Units of `to` for one of `from`: decimal text, six significant figures. */
  rate: string,
  /** Day of the rate. */
  observed_on: string,
  /** Who set it. */
  source: string,
  /** All of it in one line. */
  text: string,
};

/** Which prices to write. */
export type ExportRequest = {
  /** The whole catalogue instead of the user's own rows. */
  all: boolean,
};

/** What a field means. */
export type FieldEcho = {
  /** Field of `Answers`. */
  field: string,
  /** In words. */
  text: string,
};

/** A field that cannot be read. */
export type FieldProblem = {
  /** Field of `Answers`. */
  field: string,
  /** What is wrong and what to write instead. */
  message: MessageView,
};

/** The cards of a plan. */
export type GpuView = {
  /** Ids in the spec sheet: none for an unknown card, several when the form is not stated. */
  ids: Array<string>,
  /** Name to show. */
  name: string,
  /** Devices of one machine. */
  count: number | null,
  /** Nominal memory of one device, GiB. */
  memory_gib: number | null,
  /** Part of a card that one device is. */
  share: number,
};

/** What an import did. */
export type ImportOutcome = {
  /** Version of this shape. */
  schema: number,
  /** Rows taken. */
  imported: number,
  /** Of these, held with a reason. */
  held: number,
  /** Rows refused; 0 unless partial. */
  refused: number,
  /** One message a refused or held row: line, value, remedy. */
  notes: Array<MessageView>,
};

/** A price sheet that the user chose or dropped on the page. */
export type ImportRequest = {
  /** Its name, for messages. */
  name: string,
  /** Its bytes in Base64: it may be in any encoding, or no text at all. */
  base64: string,
  /** Take the good rows of a sheet that also has bad ones. */
  partial: boolean,
};

/** A figure with its 80 % interval. */
export type IntervalView = {
  /** Lower end. */
  low: number,
  /** Median. */
  mid: number,
  /** Upper end. */
  high: number,
};

/** A row as it is kept. */
export type KeptRow = {
  /** Its number. */
  id: number,
  /** The row as CSV, in the columns of an exported file. */
  line: string,
  /** The file it came from. */
  file: string,
  /** When, RFC 3339 UTC. */
  imported_at: string,
  /** The user has said that a figure far off is right. */
  confirmed: boolean,
};

/** One kind of prediction. */
export type KindView = {
  /** `train_llm`, `decode`, … */
  kind: string,
  /** In words. */
  label: string,
  /** Rows held back inside known sources; `null` without rows. */
  known: ErrorsView | null,
  /** Rows of sources that were left out. */
  left_out: ErrorsView | null,
  /** The user's own measurements. */
  own: ErrorsView | null,
  /** Simple methods on the same rows. */
  methods: Array<MethodView>,
};

/** The running answer beside the limits step. */
export type LimitsPreview = {
  /** Fields that cannot be read. */
  problems: Array<FieldProblem>,
  /** Offers before any limit. */
  all: number,
  /** What each limit leaves; the last `left` is the number of plans that fit. */
  stages: Array<Stage>,
  /** Who leads with the slider where. */
  bands: Array<BandView>,
  /** The limit that binds, and what relaxing it gives. */
  binding: MessageView | null,
  /** Needs that the data does not answer: how many sellers are silent. */
  silent: Array<MessageView>,
};

/** What became of an address. Neither opened nor to be confirmed: it stays text. */
export type LinkAnswer = {
  /** The browser was asked. */
  opened: boolean,
  /** The host that will be or was asked; `null` for an address that is never opened. */
  host: string | null,
  /** The address opens once the user has seen this host. */
  needs_confirmation: boolean,
};

/** An address to open. */
export type LinkRequest = {
  /** As the data has it. */
  url: string,
  /** The user has seen the real host and agreed. */
  confirmed: boolean,
};

/** A price as the seller lists it. */
export type ListedView = {
  /** Amount and currency. */
  price: MoneyView,
  /** `hour`, `month` or `year`. */
  per: string,
};

/** A point drawn. */
export type Mark = {
  /** `ChoiceView::id` of its plan. */
  key: string,
  /** Pixels from the left. */
  x: number,
  /** Pixels from the top. */
  y: number,
  /** What it stands for, with its figures. */
  label: string,
};

/** A row of the user's own, beside what the model says of it. */
export type MeasurementView = {
  /** `train_llm`, `decode`, … */
  kind: string,
  /** In words. */
  kind_label: string,
  /** What ran: card, model, framework. */
  title: string,
  /** What was measured, in `unit`. */
  measured: number,
  /** Its unit. */
  unit: string,
  /** What is predicted without own measurements; `null` where the model says nothing. */
  predicted: number | null,
  /** Its 80 % interval. */
  low: number | null,
  /** Upper end. */
  high: number | null,
  /** Measured over predicted. */
  ratio: number | null,
  /** More than three times off and not confirmed: it corrects nothing. */
  kept_out: boolean,
  /** What usually is the cause where it is that far off. */
  causes: Array<MessageView>,
  /** Why the model says nothing of it. */
  refused: MessageView | null,
  /** The day it counts from. */
  measured_on: string,
  /** What is needed to have it back after it was deleted. */
  kept: KeptRow,
};

/** Which file to write. */
export type MeasurementsFile = {
  /** `own`: the user's measurements; `template`: a file to fill in; `published`: every published row
   * with its predictions. */
  what: string,
};

/** What an import of measurements did. */
export type MeasurementsOutcome = {
  /** Version of this shape. */
  schema: number,
  /** Rows taken. */
  imported: number,
  /** Rows that were there already. */
  known: number,
  /** Rows refused; 0 unless partial. */
  refused: number,
  /** Rows taken that are more than three times off and wait to be confirmed. */
  kept_out: number,
  /** One message a refused row: line, column, remedy. */
  notes: Array<MessageView>,
};

/** The user's own measurements. */
export type MeasurementsView = {
  /** Version of this shape. */
  schema: number,
  /** The rows, in the order they came. */
  rows: Array<MeasurementView>,
};

/** Memory of one device against the need. */
export type MemoryView = {
  /** GiB needed on one device. */
  needed_gib: number,
  /** GiB usable on one device. */
  usable_gib: number,
  /** Probability that it fits. */
  p_fit: number | null,
  /** The sum behind `needed_gib` on this machine. */
  steps: Array<StepView>,
};

/** A fact in words, beside its code and figures. */
export type MessageView = {
  /** Code; stable. */
  code: string,
  /** Figures by name, for programs. */
  params: Record<string, unknown>,
  /** The sentence in the reader's language. */
  text: string,
};

/** A simple method and the model on exactly the rows that the method can answer. */
export type MethodErrors = {
  /** Rows. */
  rows: number,
  /** Median error of the method. */
  median_ape: number,
  /** Median error of the model. */
  model_ape: number,
};

/** A simple method beside the model. */
export type MethodView = {
  /** `bandwidth`, `flops`, `fixed_share`, `fixed_bandwidth`. */
  code: string,
  /** In words. */
  label: string,
  /** Held-back rows that it can answer; `null` without one. */
  known: MethodErrors | null,
  /** The same on left-out sources. */
  left_out: MethodErrors | null,
};

/** A model preset. */
export type ModelOption = {
  /** `llama3.1-8b`. */
  name: string,
  /** Billions of parameters. */
  params_b: number,
  /** Billions active for one token. */
  active_params_b: number,
  /** Layers. */
  layers: number,
  /** `GQA 32/8`, `MHA 32`, `MLA`. */
  attention: string,
};

/** An amount: `{"amount": "8.04", "currency": "CNY"}`. */
export type MoneyView = {
  /** Decimal text. */
  amount: string,
  /** ISO code. */
  currency: string,
};

/** What the workload asks of memory, unsharded, on one device. */
export type NeedView = {
  /** GiB in all. */
  gpu_memory_gib: number,
  /** Lower end of its 80 % interval. */
  low_gib: number,
  /** Upper end. */
  high_gib: number,
  /** The sum; its printed lines add up to the printed total. */
  steps: Array<StepView>,
};

/** Everything known about one offer: all its sources, and how its card is priced elsewhere. */
export type OfferDetail = {
  /** The row itself. */
  offer: OfferRow,
  /** Every source of the same key, newest first, this one too. */
  sightings: Array<OfferRow>,
  /** The same card elsewhere, on demand, whole, cheapest first; at most eight. */
  elsewhere: Array<OfferRow>,
  /** What the seller's traits say, in words, each with its source. */
  traits: Array<TraitView>,
  /** Where it can be rented, if known. */
  console_url: string | null,
};

/** An offer to show in full. */
export type OfferRequest = {
  /** `OfferRow.id` or `ChoiceView.id`. */
  id: string,
  /** Currency of its figures. */
  currency: string,
};

/** One offer. */
export type OfferRow = {
  /** Identifies the row, for later calls. */
  id: string,
  /** Provider's id. */
  provider: string,
  /** Provider's name in the reader's language. */
  provider_name: string,
  /** The SKU. */
  plan: string,
  /** `gpu`, `npu`, … */
  kind: string,
  /** Place. */
  region: string | null,
  /** `on_demand`, … */
  billing: string,
  /** The cards, if any. */
  gpu: GpuView | null,
  /** Host threads. */
  vcpus: number | null,
  /** Host memory, GiB. */
  memory_gib: number | null,
  /** Of the machine, in the chosen currency; `null` = unknown. */
  price_per_hour: MoneyView | null,
  /** Of one whole card; `null` for slices and where the count is not stated. */
  price_per_gpu_hour: MoneyView | null,
  /** Of one GiB of GPU memory. */
  price_per_gib_hour: MoneyView | null,
  /** As listed. */
  listed: ListedView | null,
  /** The price was converted from another currency. */
  converted: boolean,
  /** Day it was seen. */
  observed_on: string | null,
  /** Age in days; `null` = undated. */
  age_days: number | null,
  /** Page, file or call. */
  source: string,
  /** `api`, `sheet`, … */
  means: string,
  /** The source's own remark. */
  source_note: string | null,
  /** Stock. */
  availability: AvailabilityView,
  /** Why it is held, if it is. */
  quarantine: MessageView | null,
  /** A newer source of the same key exists. */
  superseded: boolean,
  /** GPUs this account may start; `null` = not known. */
  quota: number | null,
  /** How the same card is priced by everybody; `null` where `price_per_gpu_hour` is. */
  spread: SpreadView | null,
};

/** One page of the plans table. */
export type OffersPage = {
  /** Version of this shape. */
  schema: number,
  /** The rows of this page. */
  offers: Array<OfferRow>,
  /** Rows that match, on all pages. */
  total: number,
  /** Sellers among them. */
  providers: number,
  /** Quarantined rows that match, whether shown or not. */
  held: number,
  /** Names in these rows that no spec row explains, each once. */
  notes: Array<MessageView>,
};

/** A file or folder to show in the file manager. */
export type PathRequest = {
  /** A path that an export answered, or the data folder. */
  path: string,
};

/** A chart of one plan to draw. */
export type PlanChartRequest = {
  /** The question. */
  answers: Answers,
  /** Its place on the screen. */
  size: ChartSize,
  /** `ChoiceView.id` of the plan. */
  id: string,
};

/** What the plans table shows: filter, order and page. */
export type PlansQuery = {
  /** A GPU by any recognised spelling; empty = all. */
  gpu: string,
  /** Words in provider, plan, card or region, in any recognised spelling; empty = all. */
  search: string,
  /** Least nominal memory of one device, GB. */
  min_gpu_memory_gb: number | null,
  /** Least number of GPUs. */
  gpus: number | null,
  /** Only these providers. */
  provider: Array<string>,
  /** `cn`, a provider's code, or empty. */
  region: string,
  /** Only these ways of billing. */
  billing: Array<string>,
  /** Only these vendors of cards. */
  vendor: Array<string>,
  /** Highest hourly price of the whole machine, e.g. `3 CNY`. */
  max_price: string,
  /** `gpu`, `npu`, `asic`, `tpu`, `fpga`, `video`, `cpu`, `all`; empty = gpu and npu. */
  kind: Array<string>,
  /** Also quarantined rows and older sources of the same key. */
  all: boolean,
  /** Also quarantined rows (the window's switch); `all` implies it. */
  held: boolean,
  /** `price`, `price-per-gpu`, `price-per-gb`, `memory`, `age`, `provider`, `plan`, `gpu`, `region`; empty = price. */
  sort: string,
  /** Largest first. */
  descending: boolean,
  /** Currency of the price columns; empty = CNY. */
  currency: string,
  /** Rows to leave out at the start. */
  offset: number,
  /** Most rows; `None` = all. */
  limit: number | null,
};

/** What a mark of the scatter leads to. */
export type PointView = {
  /** Who measured it, as the data says; empty for the user's own. */
  source: string,
  /** A page of it; `null` where the source has none. */
  url: string | null,
  /** The measured value lies outside the 80 % interval. */
  outside: boolean,
};

/** The one error that faces see, in words. */
export type ProblemView = {
  /** Code; stable. */
  code: string,
  /** Figures by name. */
  params: Record<string, string>,
  /** What happened. */
  title: string,
  /** What to do; begins with a verb. */
  advice: string,
  /** The whole chain, for the log and "Details". */
  detail: string,
  /** What is wrong, one message a row, e.g. of a price sheet. */
  notes: Array<MessageView>,
  /** Fields that cannot be read, when that is the problem. */
  fields: Array<FieldProblem>,
};

/** A seller. */
export type ProviderOption = {
  /** Its id. */
  id: string,
  /** Its name in the reader's language. */
  name: string,
  /** Offers in the catalogue; 0 = none shipped, `note` says what to do. */
  offers: number,
  /** What to do where no price is shipped. */
  note: MessageView | null,
};

/** An exchange rate of the user's own. */
export type RateRequest = {
  /** ISO code. */
  currency: string,
  /** Yuan for one unit, decimal text; `null` = back to the published rate. */
  cny: string | null,
};

/** One exchange rate against the yuan. */
export type RateRow = {
  /** ISO code. */
  currency: string,
  /** Yuan for one unit, decimal text. */
  cny: string,
  /** Day of the rate. */
  observed_on: string,
  /** Who set it. */
  source: string,
  /** The user set it. */
  own: boolean,
};

/** Throughput. */
export type RateView = {
  /** Median. */
  value: number,
  /** `tokens/s`, … */
  unit: string,
  /** Lower end of the 80 % interval. */
  low: number,
  /** Upper end. */
  high: number,
};

/** An earlier question. */
export type RecentAnswers = {
  /** When, RFC 3339 UTC. */
  at: string,
  /** What was answered. */
  answers: Answers,
  /** In a few words: `LoRA llama3.1-8b, 30M tokens`. */
  title: string,
  /** What was recommended first, if anything. */
  first: string | null,
};

/** How many plans one reason refused. */
export type RejectedCount = {
  /** Code of the reason. */
  code: string,
  /** The reason in a few words, without figures. */
  label: string,
  /** Plans it refused. */
  count: number,
};

/** A refused plan. */
export type RejectedView = {
  /** Provider's id. */
  provider: string,
  /** Provider's name in the reader's language. */
  provider_name: string,
  /** The SKU. */
  plan: string,
  /** Place. */
  region: string | null,
  /** `on_demand`, … */
  billing: string,
  /** Card's name, if any. */
  gpu: string | null,
  /** Code; stable. */
  code: string,
  /** Figures by name. */
  params: Record<string, unknown>,
  /** The reason in words. */
  text: string,
  /** Share it falls short by; `null` without a number. */
  miss: number | null,
};

/** Measurements whose deletion is undone. */
export type RestoreMeasurements = {
  /** As they were. */
  rows: Array<KeptRow>,
};

/** A list whose deletion is undone. */
export type RestoreRequest = {
  /** As it was. */
  shortlist: Shortlist,
};

/** A model that is counted in samples. */
export type SampleOption = {
  /** `resnet50`. */
  name: string,
  /** `cnn` (images), `bert` (sequences) or `diffusion` (images that are made; inference only). */
  family: string,
  /** Millions of parameters; of the denoiser alone for an image generator. */
  params_m: number,
  /** Pixels of a side, or tokens of a sequence, where none are said. */
  size: number,
  /** Denoising steps where none are said; `null` for the other families. */
  steps: number | null,
};

/** A file that was written. */
export type SavedFile = {
  /** Where it is. */
  path: string,
};

/** A scatter to draw. */
export type ScatterRequest = {
  /** One kind, or empty for all. */
  kind: string,
  /** `known`, `left_out` or `own`. */
  split: string,
  /** Its place on the screen. */
  size: ChartSize,
};

/** Predicted against measured, drawn. */
export type ScatterView = {
  /** The picture, with one mark a row. A label has three lines: what ran, its figures, the verdict. */
  chart: ChartView,
  /** Beside each mark, in the same order. */
  points: Array<PointView>,
};

/** Points of one part of the score. */
export type ScorePart = {
  /** `cost`, `time`, `risk`, `fit`. */
  code: string,
  /** In the reader's language. */
  label: string,
  /** Points. */
  points: number,
  /** Most points this part can give. */
  most: number,
};

/** One input moved, and whether the first rank changes. */
export type SensitivityView = {
  /** `time`, `price`, `all_prices`, `speed`, `interruptions`, `measured` (its time measured as estimated;
   * the low end is the lead as it is). */
  code: string,
  /** In the reader's language. */
  label: string,
  /** Lead over the runner-up in points with the input at its low end; negative = the runner-up leads. */
  lead_low: number,
  /** The same at its high end. */
  lead_high: number,
  /** Who leads instead, if anyone does. */
  other: string | null,
};

/** What the user chose; kept in the database. */
export type Settings = {
  /** `zh-CN`, `en`, or `system`. */
  language: string,
  /** `light`, `dark` or `system`. */
  theme: string,
  /** Currency of new questions and of the plans table. */
  currency: string,
};

/** A kept list of choices. */
export type Shortlist = {
  /** Its number. */
  id: number,
  /** Its name. */
  name: string,
  /** When it was kept, RFC 3339 UTC. */
  at: string,
  /** The question. */
  answers: Answers,
  /** The plans as they were: name, cost, time. */
  items: Array<ShortlistItem>,
};

/** A kept list. */
export type ShortlistId = {
  /** `Shortlist.id`. */
  id: number,
};

/** A kept choice with the figures it had. */
export type ShortlistItem = {
  /** Offer's id. */
  id: string,
  /** Provider's id. */
  provider: string,
  /** The SKU. */
  plan: string,
  /** Place. */
  region: string | null,
  /** `on_demand`, … */
  billing: string,
  /** Cost then, decimal text. */
  cost: string,
  /** Its currency. */
  currency: string,
  /** Time then, seconds. */
  time_s: number,
};

/** Choices to keep. */
export type ShortlistRequest = {
  /** Name of the list. */
  name: string,
  /** The question. */
  answers: Answers,
  /** `ChoiceView.id` of each, in their order. */
  ids: Array<string>,
};

/** Software that programs a maker's cards. */
export type SoftwareOption = {
  /** As it is typed: `cuda`. */
  id: string,
  /** `CUDA`. */
  name: string,
  /** The maker of the cards. */
  vendor: string,
};

/** What interruptions do to a job on spot; hours are of the median job. */
export type SpotView = {
  /** Interruptions an hour, assumed where the seller publishes nothing. */
  per_h: IntervalView,
  /** Work between two checkpoints; `null` = the whole job, no checkpoint pays. */
  interval_h: number | null,
  /** Interruptions expected in the whole job. */
  interruptions: number,
  /** Wall time expected. */
  wall_h: number,
  /** Of it, writing checkpoints. */
  checkpoints_h: number,
  /** Of it, starting again. */
  restarts_h: number,
  /** Of it, work done twice. */
  lost_h: number,
  /** The same in sentences. */
  lines: Array<MessageView>,
};

/** Prices of one whole card an hour over all offers of the same card and way of billing that are
 * not held, in the chosen currency. */
export type SpreadView = {
  /** Lowest. */
  low: number,
  /** Median. */
  median: number,
  /** Highest. */
  high: number,
};

/** One limit of the funnel. */
export type Stage = {
  /** `region`, `memory`, `card`, `stock`, `budget`, `deadline`, … */
  code: string,
  /** In the reader's language, with its figure: `≤ ¥150`. */
  label: string,
  /** What it removed, in words: `104 over budget`. */
  detail: string,
  /** Plans it removed. */
  removed: number,
  /** Plans left after it. */
  left: number,
};

/** What a window needs at its start. */
export type Startup = {
  /** The user's settings. */
  settings: Settings,
  /** The language that `system` means here: `zh-CN` or `en`. */
  system_language: string,
  /** Offers that can be ranked or shown by default. */
  offers: number,
  /** Sellers. */
  providers: number,
  /** Quarantined rows. */
  held: number,
  /** Oldest and newest dated price. */
  observed_from: string | null,
  /** Newest dated price. */
  observed_to: string | null,
  /** Yuan for one dollar, decimal text, with its day. */
  usd_cny: RateRow | null,
  /** Where the data lies. */
  data_dir: string,
  /** Version of the program. */
  version: string,
  /** Earlier answers, newest first; at most six. */
  recent: Array<RecentAnswers>,
  /** What happened at the start: a migration, a recovered file. */
  notes: Array<MessageView>,
};

/** One line of a sum. */
export type StepView = {
  /** Code; stable. */
  code: string,
  /** What is added, in the reader's language. */
  label: string,
  /** The formula with its figures, symbols only. */
  formula: string,
  /** The summand. */
  value: number,
  /** Its unit: `gib`, `s`, `ms`. */
  unit: string,
};

/** A change that would change the order. */
export type ThresholdView = {
  /** `price` and `time` (of this plan), `speed` (the slider), `interruptions` (a spot plan's, an hour). */
  code: string,
  /** Of `price` and `time` the change as a share (−0.03 = 3 % less), of `speed` the position, of
   * `interruptions` the rate. */
  at: number,
  /** Who leads beyond it, or whom this plan passes. */
  other: string | null,
  /** `ChoiceView::id` of that plan, where it is listed. */
  other_id: string | null,
  /** In a sentence. */
  text: string,
};

/** One thing known about a seller. */
export type TraitView = {
  /** Code: `billing_granularity`, … */
  code: string,
  /** In the reader's language. */
  label: string,
  /** As the source writes it, with its unit. */
  value: string,
  /** Who says so. */
  source: string,
  /** When, as written. */
  observed_on: string,
  /** The source's own remark. */
  note: string | null,
  /** Another source contradicts it. */
  contradicted: boolean,
};

/** Everything the wizard's fields offer. */
export type WizardOptions = {
  /** Presets, by name. */
  models: Array<ModelOption>,
  /** Models that are counted in samples: networks on pictures, BERT, image generators. */
  sample_models: Array<SampleOption>,
  /** What an empty field means for such a model: training, then inference. */
  sample_defaults: Array<Answers>,
  /** Precisions of such a model, as they are typed. */
  sample_precisions: Array<string>,
  /** Ways to run such a model, as they are typed. */
  engines: Array<string>,
  /** Weights of a served language model, as they are typed. */
  quants: Array<string>,
  /** Programs that serve, as they are typed. */
  servers: Array<string>,
  /** Training frameworks, by their name in the model. */
  frameworks: Array<string>,
  /** Sellers with offers, and sellers without a shipped price. */
  providers: Array<ProviderOption>,
  /** Regions that sellers name, mainland China first. */
  regions: Array<string>,
  /** Currencies with a rate. */
  currencies: Array<string>,
  /** Vendors of cards in the catalogue, lower case. */
  vendors: Array<string>,
  /** Software of the cards, NVIDIA's first. */
  software: Array<SoftwareOption>,
  /** Discounts that sellers are known to give, those that can be ticked first. */
  discounts: Array<DiscountView>,
  /** What an empty field means, as it would be typed: one list a scenario, in the order training,
   * inference, dev. A field that is empty here too has no default (a budget), or one that depends on
   * another answer (the framework on the number of cards). */
  defaults: Array<Answers>,
};

/** One part of the question. */
export type WorkloadPart = {
  /** Field of `Answers` that it comes from. */
  field: string,
  /** In words: `30M tokens × 3 epochs`. */
  text: string,
  /** The user did not say it. */
  defaulted: boolean,
};

/** The running answer beside the workload step. */
export type WorkloadPreview = {
  /** Fields that cannot be read; the rest of the answer then uses their defaults. */
  problems: Array<FieldProblem>,
  /** What readable fields mean: `90M tokens in all, 5,494 steps of 8 × 2,048`. */
  echoes: Array<FieldEcho>,
  /** The memory need and its sum; `None` where nominal sizes are compared (development). */
  need: NeedView | null,
  /** Card sizes, smallest first. */
  cards: Array<CardSize>,
  /** The need with another method or quantisation: `full` 144 GiB, `qlora` 12.6 GiB. */
  alternatives: Array<Alternative>,
  /** Billed hours of a month (inference, development). */
  month_hours: number | null,
  /** Advice in one sentence. */
  advice: MessageView | null,
};

/** The question as understood. */
export type WorkloadView = {
  /** `training`, `inference` or `dev`. */
  scenario: string,
  /** Parts of the sentence above the result: field of `Answers`, and its value in words. */
  parts: Array<WorkloadPart>,
};

/** Every command: what it takes and what it gives. An error is a `ProblemView`. */
export interface Commands {
  startup: { request: null; answer: Startup };
  wizard_options: { request: null; answer: WizardOptions };
  preview_workload: { request: Answers; answer: WorkloadPreview };
  preview_limits: { request: Answers; answer: LimitsPreview };
  recommend: { request: Answers; answer: AdviceView };
  cost_time_chart: { request: ChartRequest; answer: ChartView };
  break_even_chart: { request: PlanChartRequest; answer: ChartView };
  remember: { request: Answers; answer: null };
  query_offers: { request: PlansQuery; answer: OffersPage };
  offer_detail: { request: OfferRequest; answer: OfferDetail };
  save_settings: { request: Settings; answer: Startup };
  rates: { request: null; answer: Array<RateRow> };
  set_rate: { request: RateRequest; answer: Array<RateRow> };
  shortlists: { request: null; answer: Array<Shortlist> };
  save_shortlist: { request: ShortlistRequest; answer: Array<Shortlist> };
  delete_shortlist: { request: ShortlistId; answer: Array<Shortlist> };
  restore_shortlist: { request: RestoreRequest; answer: Array<Shortlist> };
  import_prices: { request: ImportRequest; answer: ImportOutcome };
  export_choices: { request: Answers; answer: SavedFile };
  export_prices: { request: ExportRequest; answer: SavedFile };
  accuracy: { request: null; answer: AccuracyView };
  accuracy_chart: { request: ScatterRequest; answer: ScatterView };
  claims: { request: null; answer: ClaimsView };
  measurements: { request: null; answer: MeasurementsView };
  import_measurements: { request: ImportRequest; answer: MeasurementsOutcome };
  confirm_measurements: { request: ConfirmRequest; answer: MeasurementsView };
  delete_measurements: { request: DeleteRequest; answer: MeasurementsView };
  restore_measurements: { request: RestoreMeasurements; answer: MeasurementsView };
  export_measurements: { request: MeasurementsFile; answer: SavedFile };
  reveal_path: { request: PathRequest; answer: null };
  open_link: { request: LinkRequest; answer: LinkAnswer };
  first_paint: { request: null; answer: null };
  quit: { request: null; answer: null };
}
