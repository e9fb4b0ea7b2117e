import { createIds, systemRandom } from '@skyport/server/platform/ids';
import { type ExportTicket, exportPath } from '@skyport/contract/list-export';
import { systemClock } from '@skyport/server/platform/clock';
import { createSecrets } from '@skyport/server/platform/secrets';
import { becomeAdmin } from '../testkit/accounts.ts';
import type { Actor } from '../testkit/actor.ts';
import { startPanel, type Panel } from '../testkit/panel.ts';
import { fillShop } from '../testkit/large-shop.ts';
import { startReportingNodes } from './reporting-nodes.ts';
import { bigScansOf } from './table-scans.ts';
import { neat, type Bench, type BenchOptions, type Figures } from './measure.ts';

const SECRET_KEY = 'bench-only-secret-key-of-enough-length-0123456789';

/** What is looked for: parts of one account and one trade of the shop. */
interface Sample {
  readonly users: number;
  readonly email: string;
  readonly id: string;
  readonly trade: string;
}

type ListCall = (admin: Actor, sample: Sample) => Promise<unknown>;

const PAGE = 100;
/** A part of an address that some hundred accounts have in common at any size. */
const partOf = ({ email }: Sample): string => email.split('@')[0] ?? email;

/** Lists, searches and pages of staff, each as the console asks for it. */
const LISTS: Readonly<Record<string, ListCall>> = {
  users: ({ users }) => users.userlist({}),
  usersByLastActive: ({ users }) => users.userlist({ sortBy: 'lastActiveTime' }),
  usersByEmail: ({ users }) => users.userlist({ sortBy: 'email', descending: false }),
  usersByTraffic: ({ users }) => users.userlist({ sortBy: 'traffic' }),
  usersBySpend: ({ users }) => users.userlist({ sortBy: 'spendTraffic' }),
  usersByVip: ({ users }) => users.userlist({ sortBy: 'vipExpireTime' }),
  usersMiddlePage: ({ users }, { users: all }) => users.userlist({ offset: Math.floor(all / 2 / PAGE) * PAGE }),
  usersLastPage: ({ users }, { users: all }) => users.userlist({ offset: all - PAGE, sortBy: 'vipExpireTime' }),
  usersByPart: ({ users }, sample) => users.userlist({ filterStr: partOf(sample) }),
  usersByAddress: ({ users }, { email }) => users.userlist({ filterStr: email }),
  usersById: ({ users }, { id }) => users.userlist({ filterStr: id }),
  usersNotFound: ({ users }) => users.userlist({ filterStr: 'nobody-has-this' }),
  agencies: ({ users }) => users.userlist({ agencies: true }),
  staff: ({ users }) => users.userlist({ type: 'admin' }),
  trades: ({ payments }) => payments.tradeList({}),
  tradesByEmail: ({ payments }, { email }) => payments.tradeList({ filterStr: email }),
  tradesByNumber: ({ payments }, { trade }) => payments.tradeList({ filterStr: trade }),
  tradesNotFound: ({ payments }) => payments.tradeList({ filterStr: 'nobody-has-this' }),
  records: ({ traffic }) => traffic.trafficRecords({ type: 'spend', day_num: 10 }),
  recordsByEmail: ({ traffic }, { email }) => traffic.trafficRecords({ type: 'spend', day_num: 10, filterStr: email }),
  recordsOfToday: ({ traffic }) => traffic.trafficRecords({ type: 'spend', day_num: 1 }),
  recordsOfPurchases: ({ traffic }) => traffic.trafficRecords({ type: 'buy', day_num: 92 }),
  audit: ({ audit }) => audit.list({}),
  auditByEmail: ({ audit }, { email }) => audit.list({ filterStr: email }),
  errors: ({ errors }) => errors.list({}),
  linkAlarms: ({ subscription }) => subscription.linkAlarms({}),
};

/** A part of addresses that one account in nine has. */
const commonPartOf = (sample: Sample): string => partOf(sample).slice(0, 5);

/** Files of staff by filters that many rows match. */
const EXPORTS: Readonly<Record<string, (admin: Actor, sample: Sample) => Promise<ExportTicket>>> = {
  usersByPart: ({ users }, sample) =>
    users.exportList({ filterStr: commonPartOf(sample), columns: ['email', 'left', 'money'] }),
  usersExpired: ({ users }) => users.exportList({ state: 'expired', columns: ['email', 'left', 'money'] }),
  tradesByPart: ({ payments }, sample) =>
    payments.exportList({ filterStr: commonPartOf(sample), columns: ['email', 'amount', 'time'] }),
  recordsByType: ({ traffic }) =>
    traffic.exportRecords({ type: 'sign_use', day_num: 10, columns: ['email', 'change', 'time'] }),
};

/** Calls of each list; the first does not count. */
const CALLS = { quick: 8, whole: 20 } as const;

/** Lists of staff over a large shop: 100,000 accounts with `--quick`, a million without. */
export const admin: Bench = ({ quick, say }) =>
  measureLists({ users: quick ? 100_000 : 1_000_000, calls: quick ? CALLS.quick : CALLS.whole, say });

/** p95 of so many calls of each list, and lists that read whole tables, in a shop of so many accounts. */
export const measureLists = async ({
  users,
  calls,
  say,
}: Pick<BenchOptions, 'say'> & { readonly users: number; readonly calls: number }): Promise<Figures> => {
  const panel = await startPanel({ apart: true, env: { SECRET_KEY, LOG_LEVEL: 'warn' } });
  try {
    const { actor } = await becomeAdmin(panel);
    const deps = { ids: createIds(systemClock, systemRandom), secrets: createSecrets(SECRET_KEY, systemRandom) };
    const began = performance.now();
    const sayTimed = (step: string): void => say(`${((performance.now() - began) / 1000).toFixed(1)} s: ${step}`);
    await fillShop(panel.rootUrl, deps, { users, say: sayTimed });
    const sample = await sampleOf(panel, users);
    // Jobs read whole tables too, and leave some to be vacuumed.
    await panel.processes.get('worker')?.stop();
    await panel.query('vacuum analyze');
    const p95Ms: Record<string, number> = {};
    const failures: string[] = [];
    for (const [name, list] of Object.entries(LISTS)) {
      const call = () => list(actor, sample);
      const work = async (): Promise<void> => {
        p95Ms[name] = neat(p95Of(await timesOf(call, calls)));
      };
      const scanned = await bigScansOf(panel, { call, calls, work });
      say(`${name}: ${p95Ms[name]} ms`);
      if (scanned.length > 0) failures.push(`${name} reads all of ${scanned.join(', ')}`);
    }
    const exportRowsPerSecond: Record<string, number> = {};
    for (const [name, ask] of Object.entries(EXPORTS)) {
      exportRowsPerSecond[name] = neat(await exportRate(panel, actor, await ask(actor, sample)));
      say(`export of ${name}: ${exportRowsPerSecond[name]} rows/s`);
    }
    const whileReported = await measureWhileReported(panel, { ask: (name) => LISTS[name]!(actor, sample), calls, say });
    return { ratios: {}, figures: { users, p95Ms, exportRowsPerSecond, ...whileReported }, failures };
  } finally {
    await panel.stop();
  }
};

/** Simulated nodes that report, and how often each does while lists are measured. */
const NODES = 20;
const REPORTS = 2;

/** p95 of each list while a worker runs and simulated nodes report. */
const measureWhileReported = async (
  panel: Panel,
  {
    ask,
    calls,
    say,
  }: Pick<BenchOptions, 'say'> & { readonly ask: (name: string) => Promise<unknown>; readonly calls: number },
) => {
  const nodes = await startReportingNodes(panel, SECRET_KEY, NODES);
  try {
    await panel.crash('worker');
    await nodes.ready();
    const [began, rows] = [performance.now(), nodes.rows()];
    const times = new Map(Object.keys(LISTS).map((name) => [name, [] as number[]]));
    // The worker asks each node once a minute.
    while (nodes.rows() - rows < REPORTS * nodes.rowsOfAll)
      for (const [name, found] of times) found.push(...(await timesOf(() => ask(name), calls)));
    const p95MsReporting = Object.fromEntries([...times].map(([name, found]) => [name, neat(p95Of(found))]));
    say(`while ${NODES} nodes report: ${JSON.stringify(p95MsReporting)}`);
    const reportedRowsPerSecond = neat((nodes.rows() - rows) / ((performance.now() - began) / 1000));
    return { p95MsReporting, reportedRowsPerSecond };
  } finally {
    await panel.processes.get('worker')?.stop();
    await nodes.stop();
  }
};

const sampleOf = async (panel: Panel, users: number): Promise<Sample> => {
  const [row] = await panel.query<Omit<Sample, 'users'>>(
    `select u.email, u.id::text, t.id::text as trade from users u join trades t on t.user_id = u.id
      where u.num = (select max(num) - $1 from users)`,
    [Math.floor(users / 3)],
  );
  if (!row) throw new Error('the shop has no trade to look for');
  return { users, ...row };
};

/** Rows a second of the file of a ticket. */
const exportRate = async (panel: Panel, admin: Actor, { ticket, rows }: ExportTicket): Promise<number> => {
  const began = performance.now();
  const answer = await fetch(panel.url + exportPath(ticket), { headers: { cookie: admin.cookies() } });
  const lines = (await answer.text()).split('\r\n').length - 2;
  if (lines !== rows) throw new Error(`the file has ${lines} rows and not ${rows}`);
  return (rows / (performance.now() - began)) * 1000;
};

/** From one call to the next at least: an account may call ten times a second. */
const APART_MS = 110;

/** Milliseconds of so many calls after one that does not count, no faster than an account may call. */
const timesOf = async (call: () => Promise<unknown>, calls: number): Promise<number[]> => {
  const times: number[] = [];
  for (let count = 0; count <= calls; count += 1) {
    const began = performance.now();
    await call();
    const ms = performance.now() - began;
    if (count > 0) times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, APART_MS - ms)));
  }
  return times;
};

const p95Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? NaN;
