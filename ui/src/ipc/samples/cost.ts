// What the sample plans cost: parts that add up, a discount that can be ticked, ways of paying, one plan on spot.

import type { Answers, BreakEvenView, ChartView, CostView, DiscountUse, DiscountView, SpotView } from '../bindings';
import { message, say } from './say';

const cny = (amount: number) => ({ amount: amount.toFixed(2), currency: 'CNY' });

/** Discounts that sellers of the samples give; the second has no known size. */
export const discounts = (): DiscountView[] => [
  {
    id: 'autodl-student', provider: 'autodl', provider_name: 'AutoDL', kind: 'percentage', offered: true, expires_on: null,
    name: say('学生认证', 'Student certification'), rule: say('价格减 15 %，学生，可反复使用', '15 % off the price, for students, again and again'),
    source: 'GitHub AutoDL guide', observed_on: '2026', note: null,
  },
  {
    id: 'autodl-recharge', provider: 'autodl', provider_name: 'AutoDL', kind: 'prepaid', offered: false, expires_on: null,
    name: say('充值赠券', 'Recharge vouchers'), rule: say('所有人；来源没写面额，所以不能勾', 'for anyone; the source states no amount, so it cannot be ticked'),
    source: 'https://www.autodl.com/docs/price/', observed_on: '2026-04-15', note: say('面额未写明', 'size not stated'),
  },
];

/** A job of `hours` on a machine of `price`; AutoDL's costs less with the student's discount. */
export function costOf(answers: Answers, provider: string, hours: number, price: number, whole: number): CostView {
  const own = provider === 'autodl';
  const [student, vouchers] = discounts() as [DiscountView, DiscountView];
  const ticked = own && answers.discount.includes(student.id);
  const off = Math.round(whole * 15) / 100;
  const mid = ticked ? whole - off : whole;
  const uses: DiscountUse[] = [
    { discount: student, ticked, takes_off: off.toFixed(2), why_not: null },
    { discount: vouchers, ticked: false, takes_off: null, why_not: message('unknown', '面额未知', 'amount unknown') },
  ];
  return {
    low: (mid * 0.774).toFixed(2), mid: mid.toFixed(2), high: (mid * 1.291).toFixed(2), currency: 'CNY',
    at_least: true, list: whole.toFixed(2),
    parts: [
      { code: 'compute', label: say('算力', 'Compute'), formula: `${hours} × ${price}`, amount: (whole - 0.1).toFixed(2) },
      { code: 'start_up', label: say('开机', 'Start-up'), formula: `0.05 × ${price}`, amount: '0.10' },
      { code: 'egress', label: say('流量', 'Traffic'), formula: '20 GB', amount: null },
      ...(ticked ? [{ code: 'discount', label: student.name, formula: `15 % × ${whole}`, amount: (-off).toFixed(2) }] : []),
    ],
    exchange: own ? null : {
      from: 'USD', to: 'CNY', rate: '6.6512', observed_on: '2026-10-30', source: 'ECB', text: say('1 USD = 6.6512 CNY，ECB，2026-10-30', '1 USD = 6.6512 CNY, ECB, 30 Oct 2026'),
    },
    spot: own ? null : spot(hours),
    discounts: own ? uses : [],
    break_even: own ? [breakEven(hours, price)] : [],
  };
}

function spot(hours: number): SpotView {
  const [checkpoints_h, restarts_h, lost_h] = [hours * 0.011, hours * 0.02, hours * 0.012];
  return {
    per_h: { low: 0.02, mid: 0.1, high: 0.5 }, interval_h: 0.24, interruptions: hours / 10, wall_h: hours + checkpoints_h + restarts_h + lost_h, checkpoints_h, restarts_h, lost_h,
    lines: [message('assumed', '云厂商没有公布中断率，这里按每小时 0.1 次假设。', 'The seller publishes no rate: 0.1 an hour is assumed.')],
  };
}

function breakEven(hours: number, price: number): BreakEvenView {
  const month = price * 504;
  return {
    against: 'on_demand', term: 'monthly', months: 1, hours: 504, per_month: cny(month), whole_term: cny(month),
    use_h: { low: hours * 0.774, mid: hours, high: hours * 1.291 }, advised: false, estimated: false,
    text: say(`每月用满 504 时以上，包月 ¥${month.toFixed(2)} 更便宜。`, `From 504 h a month on, ¥${month.toFixed(2)} a month is cheaper.`),
  };
}

/** Cumulated cost over the hours of a month; Rust draws the real one. */
export function breakEvenChart(width: number, height: number, theme: string): ChartView {
  const x = (hours: number) => 48 + (hours / 730) * (width - 70);
  const y = (cost: number) => height - 30 - (cost / 4400) * (height - 50);
  const [ink, accent, other, line] = theme === 'dark' ? ['#a9a79f', '#a5aeff', '#f2a35e', '#33363d'] : ['#5b5852', '#3a45c6', '#9a4406', '#dedad2'];
  const axis = [0, 180, 360, 540, 730].map((h) => `<text x="${x(h)}" y="${height - 10}" text-anchor="middle" font-size="12" fill="${ink}">${h}</text>`).join('');
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><line x1="48" x2="${width - 20}" y1="${y(0)}" y2="${y(0)}" stroke="${line}"/>${axis}<line x1="${x(0)}" y1="${y(0)}" x2="${x(730)}" y2="${y(4365)}" stroke="${accent}" stroke-width="2"/><line x1="${x(0)}" y1="${y(3014)}" x2="${x(730)}" y2="${y(3014)}" stroke="${other}" stroke-width="2" stroke-dasharray="6 4"/></svg>`,
    marks: [{ key: 'monthly', x: x(504), y: y(3014), label: say('504 时：按量与包月一样贵，¥3,014', '504 h: on demand and monthly cost the same, ¥3,014') }],
    summary: say('每月超过 504 时，包月更便宜。', 'Above 504 h a month the monthly price is cheaper.'),
    columns: [say('每月小时', 'Hours a month'), say('按量 (¥)', 'On demand (¥)'), say('包月 (¥)', 'Monthly (¥)')],
    rows: [['504', '3,013.92', '3,013.92'], ['730', '4,365.40', '3,013.92']],
  };
}
