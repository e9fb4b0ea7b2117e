import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PART_ROWS } from '@skyport/server/fleet/desired/sync-agent';
import type { Program } from '../testkit/program.ts';
import { until } from '../testkit/until.ts';
import { type Customers, customersOf, quantile, WrongAnswer } from './million/customers.ts';
import { lateness, LIMITS, problemsOf, type StartFigures } from './million/limits.ts';
import { makeMillionShop, type MillionShop } from './million/shop.ts';
import type { Proof, ProofOptions, Prover } from './prover.ts';

const STARTS = 3;
const SIZES = {
  whole: { users: 1_000_000, nodes: 20, lines: 100 },
  quick: { users: 100_000, nodes: 4, lines: 20 },
} as const;
/** A node that is this slow exceeds the limit of a whole set. */
const SLOW_NODE_MS = 1.2 * LIMITS.wholeSetMs;
const FROZEN_MS = 2.5 * LIMITS.firstMs;
/** Questions of customers of which a p99 is taken. */
const QUESTIONS = 500;
/** Customers who go on asking while the panel is restarted. */
const LANES = 4;
const LONGEST_MS = 15 * 60_000;

/**
 * Starts of a panel with worker on a database of a million accounts, 20 nodes and 100 lines, one of which a simulated
 * node takes each time as a whole; then a restart while customers go on asking.
 */
export const million: Prover = {
  claim:
    'a panel with a million accounts answers within 2 s of its start, or 1.5 times that of an empty one, needs at most ' +
    '1 GB, serves customers at 3 times their usual p99 or 20 ms while sets are built, and fills a node within a ' +
    'minute; also after a restart under load',
  sabotages: {
    frozen: 'the panel stands still for 5 s while it starts',
    'slow-node': 'the simulated node takes longer than a minute for its set',
  },
  prove: async (options, say) => {
    const { quick, rounds, sabotage } = options;
    const size = SIZES[quick ? 'quick' : 'whole'];
    const pauseMs = sabotage === 'slow-node' ? SLOW_NODE_MS / (size.users / PART_ROWS) : 0;
    const shop = await makeMillionShop({ ...size, pauseMs }, say);
    try {
      return await proveOn(shop, { ...options, rounds: rounds ?? STARTS }, say);
    } finally {
      await shop.stop();
    }
  },
};

type Asked = Pick<ProofOptions, 'sabotage'> & { readonly rounds: number };

const proveOn = async (shop: MillionShop, { rounds, sabotage }: Asked, say: (line: string) => void): Promise<Proof> => {
  const customers = customersOf(shop.panel.url, shop.cookies);
  const failures: string[] = [];
  for (let start = 1; start <= rounds; start += 1) {
    const found = await startOnce(shop, customers, sabotage);
    say(`start ${start}/${rounds}: ${JSON.stringify(rounded(found))}`);
    failures.push(...problemsOf(found).map((problem) => `start ${start}: ${problem}`));
    if (start < rounds) await panelOf(shop).stop();
  }
  const restart = await restartUnderLoad(shop, customers);
  say(`restart under load: first answer after ${Math.round(restart.firstMs)} ms, ${restart.answers} answers`);
  failures.push(...restart.problems.map((problem) => `restart under load: ${problem}`));
  return { runs: rounds + 1, failures };
};

const rounded = (found: StartFigures) =>
  Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Math.round(value * 10) / 10]));

const panelOf = ({ panel }: MillionShop): Program => {
  const program = panel.processes.get('panel');
  if (!program) throw new Error('the panel has no process');
  return program;
};

/** Starts the stopped panel, whose node has lost everything; gives the ms until a customer is answered. */
const begin = async (shop: MillionShop, customers: Customers, sabotage?: string): Promise<number> => {
  shop.agent.forget();
  const earlier = panelOf(shop);
  const began = performance.now();
  const firstAnswer = async (): Promise<number> => {
    await until('the first answer', () => customers.ask(), { withinMs: LONGEST_MS, everyMs: 5 });
    return performance.now() - began;
  };
  const freeze = async (): Promise<void> => {
    await until('another process', () => panelOf(shop) !== earlier, { everyMs: 1 });
    panelOf(shop).signal('SIGSTOP');
    await sleep(FROZEN_MS);
    panelOf(shop).signal('SIGCONT');
  };
  const begun = [shop.panel.crash('panel'), ...(sabotage === 'frozen' ? [freeze()] : [])];
  const [firstMs] = await Promise.all([firstAnswer(), ...begun]);
  return firstMs;
};

const startOnce = async (shop: MillionShop, customers: Customers, sabotage?: string): Promise<StartFigures> => {
  const firstMs = await begin(shop, customers, sabotage);
  const { held } = shop.agent;
  const building = await customers.askWhile(() => held.wholeMs === 0, QUESTIONS);
  const wholeSetMs = held.wholeMs;
  const usual = await customers.askWhile(() => false, QUESTIONS);
  return {
    firstMs,
    emptyMs: shop.emptyMs,
    buildingP99Ms: quantile(building, 0.99),
    usualP99Ms: quantile(usual, 0.99),
    wholeSetMs,
    memoryMb: peakMb(panelOf(shop).pid),
  };
};

/** Most memory that a process ever had, in MB. */
const peakMb = (pid: number): number => {
  const [, kib = 'NaN'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
};

/** Customers go on asking; only a panel that does not listen, or is stopping, may leave them without an answer. */
const restartUnderLoad = async (shop: MillionShop, customers: Customers) => {
  const problems = new Set<string>();
  let [goes, serves, answers] = [true, true, 0];
  const lane = async (): Promise<void> => {
    while (goes) {
      try {
        await customers.ask();
        answers += 1;
      } catch (fault) {
        if (fault instanceof WrongAnswer && serves) problems.add(fault.message);
        await sleep(5);
      }
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  await until('the load', () => answers >= QUESTIONS);
  serves = false;
  await panelOf(shop).stop();
  const firstMs = await begin(shop, customers);
  serves = true;
  await until('the set of the node', () => shop.agent.held.wholeMs > 0, { withinMs: LONGEST_MS });
  goes = false;
  await Promise.all(lanes);
  const { wholeMs } = shop.agent.held;
  for (const problem of lateness({ firstMs, emptyMs: shop.emptyMs })) problems.add(problem);
  if (wholeMs > LIMITS.wholeSetMs) problems.add(`a node had its whole set after ${Math.round(wholeMs / 1000)} s`);
  const memoryMb = peakMb(panelOf(shop).pid);
  if (memoryMb > LIMITS.memoryMb) problems.add(`memory rose to ${Math.round(memoryMb)} MB`);
  return { firstMs, answers, problems: [...problems] };
};
