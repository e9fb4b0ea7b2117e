import { defaultSettings } from '@skyport/contract/settings-table';
import { createQuotaWatch } from '@skyport/server/fleet/desired/quota-watch';
import { createReportLimit } from '@skyport/server/fleet/pull/report-limit';
import type { FleetUser } from '@skyport/server/fleet/desired/fleet-user';
import { newDatabase } from './database.ts';
import type { Database } from './tables.ts';
import type { AgentPoint, DiskState } from './disk-state.ts';
import type { AccountSetup, Setup } from './events.ts';
import type { Fault } from './faults.ts';
import { newMachine, type Machine } from './machine.ts';
import { post } from './repositories.ts';
import { killPointsOf, type Task, type KillPoints, type PanelPoint, type Process } from './process.ts';
import { trafficEntries } from '@skyport/server/traffic/movements';

/** Instead of an answer: the call did not succeed. */
export const FAILED = '';

/** A question on its way to an agent, or its answer on the way back. */
export interface Call {
  readonly task: Task;
  readonly node: SimulatedNode;
  readonly ask: string;
  /** What the agent said; FAILED when the caller sees a broken call. */
  answer: string | undefined;
  readonly resolve: (answer: string) => void;
}

/** A node of the panel, and whatever answers at its address. */
export interface SimulatedNode {
  readonly id: string;
  readonly linkMbps: number;
  /** Lines that customers use. */
  lines: number[];
  readonly machines: Machine[];
  /** Index of the machine at the node's address. */
  active: number;
  copy: { readonly machine: Machine; readonly state: DiskState } | undefined;
  /** Its disk was put back or copied: from then on a new epoch may begin, with an alarm. */
  disturbed: boolean;
  /** The panel's tables were put back to those of this moment (ms), so that it asks for later batches once more. */
  asksFrom: number;
  /** An operator has said that a new store is to be expected. */
  newStoreExpected: boolean;
  /** A new epoch was adopted. */
  renewed: boolean;
  /** Somebody on the way, or the node itself, has changed or replayed an answer. */
  tampered: boolean;
  /** The newest answer that reached the panel. */
  lastAnswer: string | undefined;
  readonly alarms: Set<string>;
}

/** Everything there is in one schedule. */
export interface Simulation {
  now: number;
  readonly fault: Fault | undefined;
  readonly db: Database;
  readonly points: KillPoints;
  readonly nodes: readonly SimulatedNode[];
  readonly users: readonly number[];
  readonly processes: Process[];
  /** Work that is under way, in whatever process. */
  readonly tasks: Set<Task>;
  readonly calls: Call[];
  readonly problems: string[];
  /** Digests of the batches that the panel was shown, by node, epoch and number. */
  readonly shown: Map<string, string>;
  backup:
    | {
        readonly at: number;
        readonly rows: ReturnType<Database['backUp']>;
        readonly newStoreExpected: readonly boolean[];
      }
    | undefined;
  nextLine: number;
  ids: number;
}

/** Noon in Beijing on an ordinary day. */
export const BEGIN = Date.parse('2026-03-01T04:00:00Z');
const HOUR = 3_600_000;

/** A simulation as `setup` says, before anything has happened. */
export const newSimulation = async (
  setup: Setup,
  fault: Fault | undefined,
  struck: (point: AgentPoint | PanelPoint) => void,
): Promise<Simulation> => {
  const db = newDatabase();
  let epochs = 0;
  const newEpoch = (): string => `00000000-0000-4000-8000-${String((epochs += 1)).padStart(12, '0')}`;
  const machineOf = (name: string): Machine => newMachine(name, newEpoch(), { fault, newEpoch, struck });
  const sim: Simulation = {
    now: BEGIN,
    fault,
    db,
    points: killPointsOf(struck),
    nodes: setup.nodes.map(({ id, linkMbps, lines }) => ({
      id,
      linkMbps,
      lines: lines.map(({ num }) => num),
      machines: [machineOf(id)],
      active: 0,
      copy: undefined,
      disturbed: false,
      asksFrom: Infinity,
      newStoreExpected: false,
      renewed: false,
      tampered: false,
      lastAnswer: undefined,
      alarms: new Set(),
    })),
    users: setup.accounts.map(({ num }) => num),
    processes: [newProcess(0), newProcess(1)],
    tasks: new Set(),
    calls: [],
    problems: [],
    shown: new Map(),
    backup: undefined,
    nextLine: 50,
    ids: 0,
  };
  for (const account of setup.accounts) await open(db, account);
  db.change((trx) => {
    trx.put('settings', 'all', setup.settings);
    for (const [at, { id, lines }] of setup.nodes.entries()) {
      const epoch = sim.nodes[at]!.machines[0]!.disk.now().meta.get('epoch')!;
      const since = new Date(BEGIN);
      trx.put('agent', id, { epoch, acked_seq: 0, window_since: since, window_bytes: 0, open: false, closed: [] });
      trx.log({ kind: 'window', node: id, since, linkMbps: 0 });
      for (const { num, ppm, isPublic } of lines) trx.put('line', num, { num, node: id, scalePpm: ppm, isPublic });
    }
  });
  return sim;
};

const open = async (db: Database, account: AccountSetup): Promise<void> => {
  const trx = db.begin({ blocked: false });
  const row = {
    userNum: account.num,
    scalePpm: account.ppm,
    isAgencyUser: account.agency,
    granted: account.granted,
    spent: 0,
    posted: 0,
    vipUntil: account.memberHours === null ? null : new Date(BEGIN + account.memberHours * HOUR),
    dailyQuota: account.quota,
    day: '1970-01-01',
    dayUsed: 0,
    prevDay: '1970-01-01',
    prevUsed: 0,
    dailyUnlimited: account.special,
    dailyUnlimitedGb: account.specialGb,
    pending: 0,
    overrun: 0,
  };
  trx.put('account', account.num, row);
  trx.log({ kind: 'account', user: account.num, row });
  if (account.granted > 0) {
    const posting = { kind: 'buy', ref: '', actor: '', at: new Date(BEGIN) };
    await post(trx, [
      {
        ...posting,
        key: `open:${account.num}`,
        entries: trafficEntries(account.num, account.granted, 'traffic_issued'),
      },
    ]);
  }
  trx.commit();
};

/** A process that has just started. */
export const newProcess = (id: number): Process => ({
  id,
  dead: false,
  armed: undefined,
  tasks: new Set(),
  quotas: createQuotaWatch(KNOWN_USERS),
  reports: createReportLimit(() => defaultSettings.trafficStasticDuration),
});

const SERVED: Omit<FleetUser, 'num'> = {
  userkey: '',
  entitled: true,
  isAgencyUser: false,
  normalPermission: true,
  permissions: new Map(),
  notAfter: null,
  bytesLeft: 1_000_000,
  factor: 1,
  nextChange: Infinity,
  regains: false,
};
const KNOWN_USERS: ReadonlyMap<number, FleetUser> = new Map([1, 2, 3].map((num) => [num, { ...SERVED, num }]));

const turn = Promise.resolve();
const anyRuns = (tasks: Iterable<Task>): boolean => {
  for (const { blocked } of tasks) if (!blocked) return true;
  return false;
};

/** Lets everything that can go on go on, until all of it waits for something. */
export const runTasks = async (sim: Simulation): Promise<void> => {
  for (let turns = 0; anyRuns(sim.tasks); turns += 1) {
    if (turns > 20_000) {
      sim.problems.push('work goes on without an end');
      sim.tasks.clear();
    }
    await turn;
  }
  for (const task of sim.tasks) if (task.process.dead) sim.tasks.delete(task);
};
