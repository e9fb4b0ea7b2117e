import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GIB } from '@skyport/contract/units';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import type { Program } from '../testkit/program.ts';
import { seeded } from '../testkit/seeded.ts';
import { until } from '../testkit/until.ts';
import type { Prover } from './prover.ts';
import { createTold, longestSilence, startClients, type Told } from './upgrade/clients.ts';
import { goBack, startPanel } from './upgrade/way-back.ts';
import { checkOutOld, loadOld, type Buyers, type OldRelease, type OldRig } from './upgrade/old-release.ts';

/** The last commit before deployment, backups and refused migrations were begun. */
const OLD = '391cb57e';
const ROUNDS = 3;
const CLIENTS = 50;
/** Clients buy for so long before and after the upgrade. */
const LOAD_MS = 4000;
const JITTER_MS = 1000;
/** The longest that customers may wait for an answer. */
const SILENCE_LIMIT_MS = 5000;
const IN_WALLET = 1_000_000_000;
const PRICE = 30_000;

const hasEnded = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

interface Account {
  readonly num: number;
  readonly wallet: string;
  readonly granted: string;
  readonly orders: string[];
}

/** What the database says otherwise than clients were told, as sentences. */
const audit = async (rig: OldRig, told: Told, buyers: Buyers['users']): Promise<string[]> => {
  const nums = buyers.map(({ num }) => num);
  const accounts = await rig.panel.query<Account>(
    `select u.num, t.granted,
            (select balance from ledger_account b where b.owner = u.num and b.kind = 'wallet' and b.unit = 'CNY_MILLI') as wallet,
            array(select id::text from orders o where o.user_num = u.num and o.status = 'paied') as orders
       from users u join traffic_account t on t.user_num = u.num where u.num = any($1)`,
    [nums],
  );
  const known = await rig.panel.query<{ id: string }>('select id::text from orders where user_num = any($1)', [nums]);
  const health = await rig.panel.query<{ problem: string }>('select problem from ledger_health');
  const ids = new Set(known.map(({ id }) => id));
  const paid = new Set(accounts.flatMap(({ orders }) => orders));
  const lost = [...told.made.keys()].filter((id) => !ids.has(id)).map((id) => `order ${id} was made and is gone`);
  const unpaid = [...told.paid.keys()].filter((id) => !paid.has(id)).map((id) => `order ${id} was paid and is not`);
  const wrong = accounts.flatMap(({ num, wallet, granted, orders }) => {
    const isRight =
      Number(wallet) === IN_WALLET - orders.length * PRICE && Number(granted) === (1 + orders.length) * 100 * GIB;
    return isRight ? [] : [`account ${num} has ${wallet} and ${granted} after ${orders.length} paid orders`];
  });
  return [...lost, ...unpaid, ...wrong, ...health.map(({ problem }) => problem)];
};

interface Way {
  readonly random: () => number;
  readonly sabotage: string | undefined;
  readonly say: (line: string) => void;
  /** For backups. */
  readonly folder: string;
}

/** An old panel under load is stopped, and the new one started on its database and port; then the way back. */
const upgradeOnce = async (
  { startRig, makeBuyers }: OldRelease,
  { random, sabotage, say, folder }: Way,
): Promise<string[]> => {
  const rig = await startRig();
  let panel: Program | undefined;
  try {
    const buyers = await makeBuyers(rig.panel.databaseUrl, rig.users.slice(0, CLIENTS));
    const told = createTold();
    const clients = startClients(rig.panel.url, buyers, told);
    await sleep(LOAD_MS + random() * JITTER_MS);
    process.kill(rig.pid, sabotage === undefined ? 'SIGTERM' : 'SIGKILL');
    await until('the old panel to end', () => hasEnded(rig.pid), { everyMs: 10 });
    const before = told.paid.size;
    if (sabotage !== undefined) await sleep(SILENCE_LIMIT_MS);
    panel = await startPanel(rig.panel.environment);
    await sleep(LOAD_MS);
    await clients.stop();
    const silence = longestSilence(told);
    const counts = `${before} orders paid before, ${told.paid.size - before} after`;
    say(`${counts}, ${told.away} calls without an answer, none for ${Math.round(silence)} ms`);
    const isLong = silence > SILENCE_LIMIT_MS;
    const upgraded = await audit(rig, told, buyers.users);
    panel = await goBack(rig, panel, folder);
    const again = createTold();
    const few = startClients(rig.panel.url, { ...buyers, users: buyers.users.slice(0, 1) }, again);
    await until('a purchase on the way back', () => again.paid.size > 0);
    await few.stop();
    for (const what of ['made', 'paid'] as const) again[what].forEach((num, id) => told[what].set(id, num));
    const bought = told.paid.size > before && before > 0 ? [] : [`nothing was bought: ${counts}`];
    return [
      ...bought,
      ...(isLong ? [`nobody answered for ${Math.round(silence)} ms`] : []),
      ...[...told.faults, ...again.faults].slice(0, 3),
      ...upgraded,
      ...(await audit(rig, told, buyers.users)).map((problem) => `on the way back: ${problem}`),
    ];
  } finally {
    await panel?.stop();
    await rig.panel.stop();
  }
};

/** The release of an earlier commit, upgraded while people buy. */
export const upgrade: Prover = {
  claim: `from ${OLD} to this commit under ${CLIENTS} clients: no acknowledged call is lost, nobody waits longer than 5 s, and a backup leads back`,
  sabotages: { slow: 'the new panel starts five seconds later' },
  prove: async ({ quick, rounds = quick ? 1 : ROUNDS, seed, sabotage }, say) => {
    const folder = makeFolder('old-release');
    const random = seeded(seed);
    const failures: string[] = [];
    try {
      await checkOutOld(OLD, folder);
      const old = await loadOld(folder);
      for (let round = 1; round <= rounds && failures.length === 0; round += 1) {
        const backups = join(folder, `round-${round}`);
        mkdirSync(backups);
        failures.push(...(await upgradeOnce(old, { random, sabotage, say, folder: backups })));
      }
      return { runs: rounds, failures };
    } finally {
      removeFolder(folder);
    }
  },
};
