/** What becomes of every provider for a while, as servers in the test kit know it. */
export const usualTroubles = [
  ['it is down', { down: true }],
  ['it answers with faults', { status: 502 }],
  ['a firewall answers for it', { html: true }],
  ['it is slow', { slow: 700 }],
] as const;
