import type { Deps } from '../../platform/deps.ts';
import { milliOf } from './amounts.ts';
import { createClient, type Endpoint, EndpointFault, type Outside } from './endpoint.ts';
import { createEvmChain, foundIn } from './evm-chain.ts';
import { type Network, type NetworkName, networks } from './networks.ts';
import { outsideOf } from './outside.ts';
import { planOf } from './plan.ts';
import type { Found } from './reading.ts';
import { createTronChain } from './tron-chain.ts';

/** USDT that we say we have sent: thousandths, to an address, in a transaction that is no older than `since`. */
export interface Payout {
  readonly network: NetworkName;
  readonly address: string;
  readonly txid: string;
  readonly usdt: number;
  readonly since: Date;
}

/**
 * What a chain says of it: `unknown` while no endpoint knows the transaction in a block that stays, `away` while no
 * endpoint answers at all.
 */
export type PayoutFound = 'right' | 'wrong' | 'unknown' | 'away';

/** Clocks of chains and ours may differ so much, in ms. */
const SKEW_MS = 10 * 60 * 1000;

interface Asking {
  readonly network: Network;
  readonly endpoint: Endpoint;
  readonly outside: Outside;
}

/** What one transaction brought to an address in USDT; undefined while it is not known in a block that stays. */
const transfersTo = async (
  { address, txid }: Payout,
  { network, endpoint, outside }: Asking,
): Promise<readonly Found[] | undefined> => {
  const client = createClient(endpoint, outside);
  const chain =
    network.kind === 'evm' ? createEvmChain(client, network, address) : createTronChain(client, network, address);
  if ((await chain.chainId()) !== network.chainId) throw new EndpointFault(client.name, 'wrong-chain');
  if ('solidBlock' in chain) return chain.transfers(txid, await chain.solidBlock());
  const logs = await chain.transfersOf(txid, await chain.lastingBlock());
  return logs && foundIn(chain, network, logs);
};

/** Whether what came is what was to be sent, to the thousandth, and came after it was asked for. */
const isRight = ({ network, usdt, since }: Payout, found: readonly Found[]): boolean => {
  const units = found.reduce((sum, each) => sum + each.units, 0n);
  const isNew = found.every(({ time }) => time.getTime() >= since.getTime() - SKEW_MS);
  return isNew && milliOf(network, units).milli === usdt;
};

/** Whether a payout on a network can be looked up at all: somebody answers for the chain. */
export const canCheckPayout = ({ settings }: Pick<Deps, 'settings'>, network: NetworkName): boolean =>
  planOf(settings.current()).endpoints[network].length > 0;

/** Looks up on its chain whether a payout arrived as it should; endpoints are asked one after the other. */
export const checkPayout = async (
  { clock, env, settings }: Pick<Deps, 'clock' | 'env' | 'settings'>,
  payout: Payout,
): Promise<PayoutFound> => {
  const network = networks[payout.network];
  const outside = outsideOf(clock, env.ALLOW_PRIVATE_NETWORKS);
  let hasAnswered = false;
  for (const endpoint of planOf(settings.current()).endpoints[network.name]) {
    try {
      const found = await transfersTo(payout, { network, endpoint, outside });
      if (found) return isRight(payout, found) ? 'right' : 'wrong';
      hasAnswered = true;
    } catch (fault) {
      // An endpoint that is away, or wrong, says nothing: the next one may.
      if (!(fault instanceof EndpointFault)) throw fault;
    }
  }
  return hasAnswered ? 'unknown' : 'away';
};
