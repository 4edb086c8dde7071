// Which step of the wizard asks for a field of the answers.

import type { Step } from '../../routes';

const LIMITS: ReadonlySet<string> = new Set([
  'budget', 'currency', 'region', 'provider', 'billing', 'gpus_max', 'vendor', 'need', 'speed', 'deadline',
  'can_wait', 'accept_suspicious', 'will_verify', 'discount',
  'software', 'quota', 'reservation',
]);

/** The step where a field is asked. */
export function stepOf(field: string): Step {
  if (field === 'scenario') return 'scenario';
  return LIMITS.has(field) ? 'limits' : 'workload';
}
