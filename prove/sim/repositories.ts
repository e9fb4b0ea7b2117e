import {
  accountKey,
  checkPosting,
  contentOf,
  decide,
  movingEntries,
  type LockedAccount,
  type Posting,
  type PostOutcome,
} from '@skyport/db/ledger-rules';
import type { Settings } from '@skyport/contract/settings-table';
import type { Adoption } from '@skyport/server/fleet/journals/adopt-journal';
import type { BatchRepository, PullRepository } from '@skyport/server/fleet/pull/pull-repository';
import type { BatchName } from '@skyport/server/fleet/pull/usage-store';
import { capacityOf } from '@skyport/server/fleet/trust/trust-rules';
import { billInto } from '@skyport/server/traffic/billing';
import { leftOfTrials } from '@skyport/server/traffic/billing-rules';
import type { BilledAccount } from '@skyport/server/traffic/billed-account-store';
import type { BillingRepository } from '@skyport/server/traffic/billing-repository';
import type { PostingRepository } from '@skyport/server/traffic/posting-store';
import {
  remainderOf,
  fractionOf,
  partsOf,
  readRemainders,
  withRemainder,
  type LineRemainder,
} from '@skyport/server/traffic/remainders';
import type { Database, Tables, Transaction, View } from './tables.ts';
import type { Fault } from './faults.ts';
import { never, transact, type Task, type KillPoints } from './process.ts';

/** What the repositories of a task work with. */
export interface TaskContext {
  readonly db: Database;
  readonly task: Task;
  readonly points: KillPoints;
  readonly fault: Fault | undefined;
  readonly node: { readonly id: string; readonly linkMbps: number };
  /** Hears of an epoch that is taken over. */
  readonly adopted: (node: string, epoch: string) => void;
  readonly alarmed: (node: string, kind: string) => void;
}

export const batchKey = ({ nodeId, epoch, seq }: BatchName): string => `${nodeId} ${epoch} ${seq}`;

/** What a pull read before its transaction began: that is what it bills by. */
interface Seen {
  settings: Settings;
  lines: Map<number, Tables['line']>;
}

/** Repositories in memory that do what those of the panel do in PostgreSQL. */
export const pullRepository = (context: TaskContext): PullRepository => {
  const { db, task, points } = context;
  const seen: Seen = { settings: db.get('settings', 'all')!, lines: new Map() };
  return {
    findAgent: async (nodeId) => db.get('agent', nodeId),
    findBatch: async (name) => db.get('batch', batchKey(name))?.batch.sha256,
    adoptJournal: async (nodeId, epoch) => {
      const done = await transact(context, { unanswered: undefined }, (trx) => adoptEpoch(trx, nodeId, epoch, context));
      await points.pass(task, 'panel.epoch-adopted');
      return done;
    },
    keepConflict: async (name, batch) => {
      if (task.process.dead) return never;
      db.change((trx) => trx.put('conflict', `${batchKey(name)} ${batch.sha256}`, { rows: batch.rows }));
      await points.pass(task, 'panel.conflict-kept');
      return true;
    },
    isFull: async () => false,
    beginWindow: ({ id: nodeId, linkMbps }, askedAt) =>
      transact(context, { unanswered: undefined }, async (trx) => {
        await trx.lock('agent', nodeId);
        if (task.process.dead) return never;
        const agent = trx.get('agent', nodeId);
        if (!agent || agent.window_since >= askedAt) return undefined;
        const carried = capacityOf(linkMbps, askedAt.getTime() - agent.window_since.getTime());
        const window_bytes = Math.max(0, agent.window_bytes - carried);
        trx.put('agent', nodeId, { ...agent, window_since: askedAt, window_bytes });
        trx.log({ kind: 'window', node: nodeId, since: askedAt, linkMbps });
        return undefined;
      }),
    // Pulls of the simulation end only when an agent has shown all, or when somebody dies.
    noteBehind: async () => undefined,
    servedSince: async () => new Map(),
    raiseAlarm: async ({ nodeId, kind }) =>
      task.process.dead ? never : db.change((trx) => raiseAlarm(trx, context, nodeId, kind)),
    settings: async () => (seen.settings = db.get('settings', 'all')!),
    lines: async (nodeId) =>
      (seen.lines = new Map(
        [...db.all('line').values()].filter(({ node }) => node === nodeId).map((line) => [line.num, line]),
      )),
    transaction: (_nodeId, work) =>
      transact(context, { unanswered: 'panel.commit-unanswered' }, (trx) => work(batchRepository(context, trx, seen))),
    // Who may use which line is not played here.
    wakeFleet: async () => undefined,
  };
};

const adoptEpoch = async (
  trx: Transaction,
  nodeId: string,
  epoch: string,
  { task, fault, adopted }: TaskContext,
): Promise<Adoption> => {
  await trx.lock('agent', nodeId);
  // Whoever held the row may have died together with this process: then nobody takes anything over.
  if (task.process.dead) return never;
  const agent = trx.get('agent', nodeId);
  if (agent?.closed.includes(epoch)) return 'closed';
  if (!agent || (!agent.open && fault !== 'any-epoch')) return false;
  let seq = 0;
  while (trx.get('batch', batchKey({ nodeId, epoch, seq: seq + 1 }))) seq += 1;
  trx.put('agent', nodeId, { ...agent, epoch, open: false, acked_seq: seq, closed: [...agent.closed, agent.epoch] });
  adopted(nodeId, epoch);
  return true;
};

const raiseAlarm = (trx: Transaction, { alarmed }: TaskContext, nodeId: string, kind: string): boolean => {
  alarmed(nodeId, kind);
  const known = trx.get('alarm', `${nodeId} ${kind}`);
  trx.put('alarm', `${nodeId} ${kind}`, { open: true });
  return known?.open !== true;
};

const batchRepository = (context: TaskContext, trx: Transaction, seen: Seen): BatchRepository => {
  const { db, task, points, fault, node } = context;
  return {
    lockAgent: async (nodeId) => {
      if (fault !== 'no-lock') await trx.lock('agent', nodeId);
      const agent = trx.get('agent', nodeId);
      await points.pass(task, 'panel.node-locked');
      return agent;
    },
    findBatch: async (name) => {
      const known = fault === 'swallow-duplicate-id' ? undefined : trx.get('batch', batchKey(name))?.batch.sha256;
      await points.pass(task, 'panel.batch-looked-up');
      return known;
    },
    usedSlots: async () => new Map(),
    dayMost: async () => Infinity,
    userUse: async () => [],
    hasRoom: async () => true,
    quarantine: async (name, _batch, { parts, whole }) => {
      if (fault === 'quarantine-unkept') return;
      for (const { reason, rows } of parts)
        trx.put('held', `${batchKey(name)} ${whole ? 'batch' : reason.code}`, { rows });
    },
    bill: (use) => billInto(billingRepository(context, trx), use),
    insertBatch: async (name, batch, { state, day, billed, at }) => {
      const known = trx.get('batch', batchKey(name));
      if (known && fault !== 'swallow-duplicate-id') return false;
      trx.put('batch', batchKey(name), { batch, state, day, billed });
      const { nodeId, epoch } = name;
      trx.log({ kind: 'batch', node: nodeId, epoch, batch, at, linkMbps: node.linkMbps, ...seen, state, day });
      await points.pass(task, 'panel.batch-stored');
      return true;
    },
    acknowledge: async ({ nodeId, epoch, seq }, bytes) => {
      const agent = trx.get('agent', nodeId);
      const follows = agent && agent.epoch === epoch && agent.acked_seq === seq - 1;
      if (!follows && fault !== 'swallow-duplicate-id') throw new Error(`batch ${seq} does not follow the last one`);
      const next = { ...agent!, acked_seq: seq, window_bytes: agent!.window_bytes + bytes };
      if (fault === 'ack-before-commit') db.change((beside) => beside.put('agent', nodeId, next));
      trx.put('agent', nodeId, next);
      await points.pass(task, 'panel.acknowledged');
    },
    raiseAlarm: async ({ nodeId, kind }) => raiseAlarm(trx, context, nodeId, kind),
    closeAlarms: async (nodeId, kinds) => {
      for (const kind of kinds)
        if (trx.get('alarm', `${nodeId} ${kind}`)) trx.put('alarm', `${nodeId} ${kind}`, { open: false });
    },
    addToLineCounters: async (bytesOf) => {
      for (const [line, bytes] of [...bytesOf].toSorted(([a], [b]) => a - b)) {
        await trx.lock('hot', line);
        trx.put('hot', line, (trx.get('hot', line) ?? 0) + bytes);
      }
    },
    // Nobody in the simulation is the panel's own user.
    addProbeUse: async () => undefined,
    usersChanged: () => points.pass(task, 'panel.users-changed'),
  };
};

/** The repository for billing. */
export const billingRepository = ({ db, task, points, fault }: TaskContext, trx: Transaction): BillingRepository => ({
  readBilled: async (userNums) => {
    const found = new Map<number, BilledAccount>();
    for (const user of userNums) {
      // The product reads without a lock, on a snapshot, and takes turns: nobody's change comes in between either way.
      if (fault !== 'no-lock') await trx.lock('account', user);
      const row = trx.get('account', user);
      if (!row) continue;
      const trialLeft = trialsOf(trx, user).reduce((sum, { left }) => sum + left, 0);
      found.set(user, {
        ...row,
        trialLeft,
        returned: 0,
        recordDay: '',
        remainders: remaindersOf(trx, user).reduce(withRemainder, null),
      });
    }
    await points.pass(task, 'panel.accounts-locked');
    return found;
  },
  addUsage: async ({ day }, { users, lines, up, down, billed }) => {
    for (const [at, user] of users.entries()) {
      const key = `${day} ${user} ${lines[at]}`;
      const known = trx.get('usage', key) ?? { up: 0, down: 0, billed: 0n };
      trx.put('usage', key, {
        up: known.up + up[at]!,
        down: known.down + down[at]!,
        billed: known.billed + BigInt(billed[at]!),
      });
    }
    await points.pass(task, 'panel.use-added');
  },
  writeCharges: async ({ day }, charges) => {
    for (const { before, charge } of charges) putRemainders(trx, before.userNum, charge.account.remainders, fault);
    await points.pass(task, 'panel.remainders-written');
    for (const { before, charge } of charges) {
      const { trialLeft, ...account } = charge.account;
      const { posted } = trx.get('account', before.userNum)!;
      const { remainders: _, recordDay: __, returned: ___, ...row } = { ...before, ...account, posted };
      trx.put('account', before.userNum, row);
      if (fault === 'bill-twice') db.change((beside) => beside.put('account', before.userNum, row));
      for (const { id, left } of leftOfTrials(trialsOf(trx, before.userNum), trialLeft))
        trx.put('trial', id, { ...trx.get('trial', id)!, left });
    }
    await points.pass(task, 'panel.accounts-written');
    for (const { before, charge } of charges) {
      if (charge.spent === 0 && charge.exempt === 0) continue;
      const key = `${before.userNum} ${day} ${before.isAgencyUser ? 'agency_spend' : 'spend'}`;
      const known = trx.get('record', key) ?? { change: 0, exempt: 0 };
      trx.put('record', key, { change: known.change - charge.spent, exempt: known.exempt + charge.exempt });
    }
  },
});

const remaindersOf = (view: View, user: number): LineRemainder[] =>
  [...view.all('remainder')].flatMap(([key, remainder]) => {
    const [owner, line] = key.split('.').map(Number);
    return owner === user ? [{ line: line!, fraction: fractionOf(remainder) }] : [];
  });

const putRemainders = (trx: Transaction, user: number, remainders: string | null, fault: Fault | undefined): void => {
  if (fault === 'drop-remainder') return;
  for (const line of new Set([...remaindersOf(trx, user), ...readRemainders(remainders)].map((each) => each.line))) {
    const remainder = partsOf(remainderOf(remainders, line));
    trx.put('remainder', `${user}.${line}`, fault === 'float-scale' ? BigInt(Number(remainder)) : remainder);
  }
};

const trialsOf = (view: View, user: number): { id: string; left: number }[] =>
  [...view.all('trial').values()]
    .filter((trial) => trial.user === user && !trial.closed && trial.left > 0)
    .toSorted((a, b) => a.ends - b.ends || (a.id < b.id ? -1 : 1))
    .map(({ id, left }) => ({ id, left }));

/** The repository for posting use to the ledger. */
export const postingRepository = ({ task, points, fault }: TaskContext, trx: Transaction): PostingRepository => ({
  lockUnposted: async ({ userNums }) => {
    const users = userNums ?? [...trx.all('account').values()].map(({ userNum }) => userNum);
    const found: { userNum: number; spent: number; postedSpent: number }[] = [];
    for (const user of users.toSorted((a, b) => a - b)) {
      await trx.lock('account', user);
      const row = trx.get('account', user);
      if (row && row.posted < row.spent) found.push({ userNum: user, spent: row.spent, postedSpent: row.posted });
    }
    await points.pass(task, 'settle.accounts-locked');
    return found;
  },
  post: async (postings) => {
    const outcomes = await post(trx, postings);
    await points.pass(task, 'settle.posted');
    return outcomes;
  },
  markPosted: async (accounts) => {
    if (fault === 'post-twice') return;
    for (const { userNum, spent } of accounts)
      trx.put('account', userNum, { ...trx.get('account', userNum)!, posted: spent });
  },
});

/** The ledger's own rules over balances in memory. */
export const post = async (trx: Transaction, postings: readonly Posting[]): Promise<PostOutcome[]> => {
  const accounts = new Map<string, LockedAccount>();
  const known = new Map<string, string>();
  for (const posting of postings) {
    checkPosting(posting);
    const content = trx.get('posting', posting.key);
    if (content !== undefined) known.set(posting.key, content);
  }
  const names = new Map(
    postings
      .flatMap(movingEntries)
      .map(({ account, unit }) => [accountKey(account.owner, account.kind, unit), account]),
  );
  for (const key of [...names.keys()].toSorted()) {
    await trx.lock('balance', key);
    const floor = names.get(key)!.owner === null ? undefined : 0n;
    accounts.set(key, { id: key, balance: trx.get('balance', key) ?? 0n, floor });
  }
  const { outcomes, accepted } = decide(postings, accounts, known);
  for (const { posting, entries } of accepted) {
    for (const { accountId, balanceAfter } of entries) trx.put('balance', accountId, balanceAfter);
    const contents = entries.map(({ accountId, amount }) => ({ key: accountId, amount: String(amount) }));
    trx.put('posting', posting.key, contentOf(posting.kind, posting.ref, contents));
  }
  return outcomes;
};
