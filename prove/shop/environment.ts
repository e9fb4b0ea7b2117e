/**
 * How the product of a proof is set up: gateways and chains are on this machine, and clients say in a header which
 * address they have.
 */
export const proofEnvironment = {
  TEST_PAYMENTS: '1',
  ALLOW_PRIVATE_NETWORKS: '1',
  TRUST_PROXY: 'loopback',
} as const;
