import type { UsdtNetwork } from '@skyport/contract/usdt-networks';
import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { networks } from '@skyport/server/payments/usdt/networks';
import type { TestApp, TestSession } from '@skyport/server/testing-app';
import { startChain, type TestChain } from '../../../testkit/chain/chain.ts';
import { startTronFacade, type TronFacade } from '../../../testkit/chain/tron-facade.ts';
import { startWeakNode, type WeakNode } from '../../../testkit/chain/weak-node.ts';
import type { Bought } from '../../order-kills/acts.ts';

/** Chains of the proof: one real chain is all of them, with a coin of its own for each. */
export const chains = ['bep20', 'trc20', 'erc20'] as const satisfies readonly UsdtNetwork[];
export type ProvedChain = (typeof chains)[number];

/** Money that somebody meant to send by one transaction. */
export interface Sent {
  readonly chain: ProvedChain;
  readonly payments: readonly Payment[];
}

/** One transfer to the shop. */
export interface Payment {
  /** Base units of the coin. */
  readonly units: bigint;
  /** The trade that asked for exactly so much; undefined where nobody did. */
  readonly trade: Bought | undefined;
  readonly num: number;
}

/** A real chain, its endpoints as a shop sees them, and what was sent there. */
export interface Coins {
  readonly chain: TestChain;
  readonly facade: TronFacade;
  /** Endpoints of the chains that speak JSON-RPC: the first of each may be told to fail. */
  readonly nodes: readonly WeakNode[];
  /** The 20 bytes at which the shop receives, as the chain writes them. */
  readonly address: string;
  /** Contract of each coin, as the chain writes it. */
  readonly contracts: Readonly<Record<ProvedChain, string>>;
  /** A coin that calls itself the same. */
  readonly fake: string;
  /** What was sent, by its transaction. */
  readonly sent: Map<string, Sent>;
  /** Does one thing with the chain after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Yuan a USDT. */
export const RATE = 8;
const ADDRESS = `0x${'5b'.repeat(20)}`;
const DECIMALS = { bep20: 18, trc20: 6, erc20: 6 } as const satisfies Record<ProvedChain, number>;

/** Base units of a thousandth of a USDT on a chain. */
export const unitsAMilli = (chain: ProvedChain): bigint => 10n ** BigInt(DECIMALS[chain] - 3);

const contractOf = (name: ProvedChain): string => {
  const { contract, kind } = networks[name];
  return kind === 'tron' ? `0x${tronHex(contract)}` : contract;
};

const createTurns = (): Coins['inTurn'] => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
};

/** Starts a chain by the clock of the shop, which takes USDT there from then on. */
export const startCoins = async (app: TestApp): Promise<Coins> => {
  const chain = await startChain(networks.bep20.chainId, app.clock.now());
  const nodes: WeakNode[] = [];
  for (const id of [undefined, undefined, networks.erc20.chainId]) {
    const node = await startWeakNode(chain);
    if (id !== undefined) node.faults.chainId = id;
    nodes.push(node);
  }
  const facade = await startTronFacade(chain, networks.trc20.chainId);
  const contracts = { bep20: contractOf('bep20'), trc20: contractOf('trc20'), erc20: contractOf('erc20') };
  for (const name of chains) await chain.deploy(DECIMALS[name], contracts[name]);
  const fake = await chain.deploy(DECIMALS.trc20);
  await app.changeSettings({
    usdt: 'usdt',
    usdtpay: `${evmAddress(ADDRESS)} ${tronAddress(ADDRESS.slice(2))}`,
    usdt_bep20_nodes: `${nodes[0]!.url} ${nodes[1]!.url}`,
    usdt_erc20_nodes: nodes[2]!.url,
    usdt_trc20_nodes: facade.url,
    usdtCheckInterval: 5,
    usdtCheckTime: 30,
    exchange_rate: RATE,
  });
  const stop = async (): Promise<void> => {
    await Promise.all([...nodes, facade].map((service) => service.stop()));
    chain.stop();
  };
  return { chain, facade, nodes, address: ADDRESS, contracts, fake, sent: new Map(), inTurn: createTurns(), stop };
};

/** Thousandths of a USDT that a trade asks. */
export const askedOf = ({ shown }: Pick<Bought, 'shown'>): number => Math.round(shown.request_pay_amound_usdt * 1000);

/** The chain of a trade. */
export const chainOf = ({ shown }: Pick<Bought, 'shown'>): ProvedChain => {
  const chain = chains.find((name) => name === shown.network);
  if (!chain) throw new Error(`a trade on an unknown chain: ${shown.network}`);
  return chain;
};

/** What somebody pays of a trade, in thousandths of a USDT and base units beside them; nothing beside: exactly. */
export const paymentOf = (
  { num }: Pick<TestSession, 'num'>,
  trade: Bought,
  more: { readonly milli?: number; readonly units?: bigint } = {},
): Payment => {
  const { milli = 0, units = 0n } = more;
  const isExact = milli === 0 && units === 0n;
  return {
    units: BigInt(askedOf(trade) + milli) * unitsAMilli(chainOf(trade)) + units,
    trade: isExact ? trade : undefined,
    num: isExact ? num : 0,
  };
};

/** Half of what a trade asks, and one base unit beside it: no trade asks for that. */
export const halfOf = (trade: Bought): { milli: number; units: bigint } => ({
  milli: -Math.floor(askedOf(trade) / 2),
  units: 1n,
});

/** Sends one or two payments by one transaction, which stands in the next block; gives its id. */
export const send = (coins: Coins, chain: ProvedChain, ...payments: readonly Payment[]): Promise<string> =>
  coins.inTurn(async () => {
    const units = payments.map((payment) => payment.units);
    const txid = await coins.chain.transfer(coins.contracts[chain], coins.address, ...units);
    coins.sent.set(txid, { chain, payments });
    return txid;
  });

/** Blocks above one after which every chain of the proof says that it stays. */
const FINAL_BLOCKS = 15;
/** A chain that runs further ahead of the shop's clock waits, in ms. */
const AHEAD_MS = 60_000;

/** Adds blocks up to now: enough that what was sent before stays, or a few. */
export const mine = ({ chain, inTurn }: Coins, now: Date, blocks = FINAL_BLOCKS): Promise<void> =>
  inTurn(async () => {
    if (blocks < FINAL_BLOCKS && (await chain.head()).time.getTime() > now.getTime() + AHEAD_MS) return;
    await chain.mineFrom(new Date(now.getTime() - blocks * 1000), blocks);
  });

/** What was sent a moment ago gets into a block, which is replaced before it stays; something may happen in between. */
export const reorganise = (
  { chain, inTurn }: Coins,
  now: Date,
  happens: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> =>
  inTurn(async () => {
    await chain.mineFrom(now, 2);
    await happens();
    await chain.reorganise(2);
  });

/** Event of a transfer, by the hash of its name. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

interface Log {
  readonly transactionHash: string;
  readonly logIndex: string;
  readonly data: string;
}

/** Base units of what stands on the chain for the shop, by transaction, in the order of each. */
export const listTransfers = async ({ chain, contracts, address }: Coins): Promise<Map<string, bigint[]>> => {
  const topics = [TRANSFER, null, `0x${address.slice(2).padStart(64, '0')}`];
  const found = new Map<string, bigint[]>();
  for (const name of chains) {
    const filter = { address: contracts[name], fromBlock: '0x0', toBlock: 'latest', topics };
    const logs = (await chain.rpc('eth_getLogs', [filter])) as readonly Log[];
    for (const { transactionHash, data } of logs.toSorted((a, b) => Number(a.logIndex) - Number(b.logIndex)))
      found.set(transactionHash, [...(found.get(transactionHash) ?? []), BigInt(data)]);
  }
  return found;
};
