import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { createClient, type Endpoint, EndpointFault, type Outside } from './endpoint.ts';
import { createEvmChain, type EvmChain } from './evm-chain.ts';
import { type Network, networkNames, networks } from './networks.ts';
import { outsideOf } from './outside.ts';
import { planOf } from './plan.ts';
import { usdtTexts } from './texts.ts';
import { createTronChain } from './tron-chain.ts';
import { AHEAD_MS, LAG_ALARM_MS } from './watch.ts';

const texts = usdtTexts.test;

/** How long the test of one endpoint may take, in ms. */
const TEST_MS = 20 * SECOND_MS;
/** Blocks by which a chain's pace is measured, and blocks whose events are asked for. */
const [PACE_BLOCKS, RECORD_BLOCKS] = [1000, 10];

/** What was found of one endpoint. */
export interface CheckedEndpoint {
  /** Chain and host, and what was found there in words: nothing of a key. */
  readonly text: string;
  readonly works: boolean;
}

/** Why nobody has answered, as far as whoever asks knows. */
const unreachable = (why: string): string =>
  why === 'slow' || why === 'certificate' || why === 'insecure' || why === 'private' ? texts[why] : texts.unreachable;

/** A fault of an endpoint in words. */
const wordsOf = ({ kind, detail }: EndpointFault): string => {
  if (kind === 'unreachable') return unreachable(detail);
  if (detail === '401' || detail === '403') return texts.denied(detail);
  if (kind === 'large') return texts.large;
  if (kind === 'throttled' || kind === 'refused') return texts[kind](detail);
  return texts['bad-answer'];
};

/** Gives other words for what an endpoint cannot do, and its own for what it did wrong besides. */
const orElse = async (work: Promise<unknown>, words: string): Promise<string | undefined> => {
  try {
    await work;
    return undefined;
  } catch (fault) {
    if (fault instanceof EndpointFault && (fault.kind === 'refused' || fault.kind === 'bad-answer')) return words;
    throw fault;
  }
};

const lagOf = (time: Date, { clock }: Outside): string | undefined => {
  const lag = clock.now().getTime() - time.getTime();
  if (lag < -AHEAD_MS) return texts.ahead(Math.floor(-lag / MINUTE_MS));
  return lag > LAG_ALARM_MS ? texts.lagging(Math.floor(lag / MINUTE_MS)) : undefined;
};

/** The block of about a day ago, by the pace of the newest ones. */
const dayBefore = async (chain: EvmChain, last: number): Promise<number> => {
  const before = Math.max(0, last - PACE_BLOCKS);
  const [newest, older] = [await chain.block(last), await chain.block(before)];
  const pace = Math.max(1, (newest.timestamp - older.timestamp) / Math.max(1, last - before));
  return Math.max(0, last - Math.ceil(DAY_MS / SECOND_MS / pace));
};

/** What is wrong with an endpoint of an EVM chain; undefined when nothing. */
const checkEvm = async (network: Network, endpoint: Endpoint, outside: Outside): Promise<string | undefined> => {
  const chain = createEvmChain(createClient(endpoint, outside), network, network.contract);
  const id = await chain.chainId();
  if (id !== network.chainId) return texts['wrong-chain'](id, network.chainId);
  const last = await chain.lastingBlock();
  const lag = lagOf(new Date((await chain.block(last)).timestamp * SECOND_MS), outside);
  if (lag !== undefined) return lag;
  if ((await chain.decimals()) !== network.decimals) return texts.contract;
  const recent = await orElse(chain.transfers(Math.max(0, last - RECORD_BLOCKS), last), texts.records);
  if (recent !== undefined) return recent;
  const history = async (): Promise<void> => {
    const from = await dayBefore(chain, last);
    await chain.block(from);
    await chain.transfers(from, Math.min(last, from + RECORD_BLOCKS));
  };
  return orElse(history(), texts.history);
};

/** The same of TRON, which is asked for the history of an account: of the contract's own, which has few. */
const checkTron = async (network: Network, endpoint: Endpoint, outside: Outside): Promise<string | undefined> => {
  const chain = createTronChain(createClient(endpoint, outside), network, network.contract);
  const id = await chain.chainId();
  if (id !== network.chainId) return texts['wrong-chain'](id, network.chainId);
  const { time } = await chain.solidBlock();
  const lag = lagOf(time, outside);
  if (lag !== undefined) return lag;
  if ((await chain.decimals()) !== network.decimals) return texts.contract;
  return orElse(chain.rows(time.getTime()), texts.records);
};

/** What is wrong with one endpoint of a chain, in Chinese; undefined when nothing. No part of a key is in it. */
export const checkEndpoint = async (
  network: Network,
  endpoint: Endpoint,
  outside: Outside,
): Promise<string | undefined> => {
  const late = AbortSignal.timeout(TEST_MS);
  const http: Outside['http'] = (url, init, maxBytes) =>
    outside.http(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, late]) : late }, maxBytes);
  try {
    return await (network.kind === 'evm' ? checkEvm : checkTron)(network, endpoint, { ...outside, http });
  } catch (fault) {
    if (fault instanceof EndpointFault) return wordsOf(fault);
    throw fault;
  }
};

/** Tries out every endpoint of the settings as they are saved, all at once; none where no endpoint is set. */
export const checkEndpoints = async (
  deps: Pick<Deps, 'clock' | 'db' | 'env' | 'settings'>,
): Promise<readonly CheckedEndpoint[]> => {
  const { endpoints } = planOf(await deps.settings.fresh(deps.db));
  const outside = outsideOf(deps.clock, deps.env.ALLOW_PRIVATE_NETWORKS);
  const all = networkNames.flatMap((name) =>
    endpoints[name].map((endpoint) => ({ network: networks[name], endpoint })),
  );
  return Promise.all(
    all.map(async ({ network, endpoint }) => {
      const problem = await checkEndpoint(network, endpoint, outside);
      const { host } = new URL(endpoint.url);
      return { text: texts.one(network.label, host, problem ?? texts.works), works: problem === undefined };
    }),
  );
};
