import type { Trouble } from '../../../testkit/epay/gateway.ts';

/** What becomes of gateways for a while. */
export const troubles: readonly (readonly [what: string, trouble: Partial<Trouble>])[] = [
  ['gateways are down', { down: true }],
  ['gateways answer with faults', { status: 502 }],
  ['a firewall answers for gateways', { html: true }],
  ['gateways are slow', { slow: 700 }],
  ["gateways' answers are not signed", { signature: 'missing' }],
  ["gateways' answers are signed by others", { signature: 'foreign' }],
  ["gateways' clocks are ten minutes ahead", { clockAhead: 600_000 }],
  ['gateways know nothing of what they took', { lies: { status: '0' } }],
];
