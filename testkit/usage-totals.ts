import type { Counter } from '@skyport/agent/engines/engine';
import { findEngines } from '@skyport/agent/engines/process';
import { xrayApi } from '@skyport/agent/engines/xray-api';
import type { Panel } from './panel.ts';
import { until } from './until.ts';

/** Raw bytes of one user on one line. */
export interface Use {
  readonly up: number;
  readonly down: number;
}

/** Usage totals: bytes by `user.line`, both as the small integers of the fleet's protocol. */
export type UsageTotals = ReadonlyMap<string, Use>;

/** What the engines themselves have counted since they began, read without any part of the product in between. */
export const engineTotals = async (panel: Panel): Promise<UsageTotals> => {
  const epochs = await panel.query<{ epoch: string }>('select epoch from node_agents');
  const totals: UsageTotals[] = [];
  for (const { epoch } of epochs) {
    for (const { apiPort } of findEngines(epoch)) {
      const api = xrayApi(apiPort);
      totals.push(totalsOfCounters(await api.counters()));
      api.close();
    }
  }
  return sumOfTotals(totals);
};

/** Totals of one engine's counters; what is nobody's is left out. */
export const totalsOfCounters = (counters: readonly Omit<Counter, 'name'>[]): UsageTotals => {
  const totals = new Map<string, Use>();
  for (const { user, line, direction, value } of counters) {
    if (user > 0 && value > 0) add(totals, `${user}.${line}`, { up: 0, down: 0, [direction]: value });
  }
  return totals;
};

/** Several totals added up. */
export const sumOfTotals = (all: readonly UsageTotals[]): UsageTotals => {
  const sum = new Map<string, Use>();
  for (const totals of all) for (const [key, use] of totals) add(sum, key, use);
  return sum;
};

const add = (totals: Map<string, Use>, key: string, { up, down }: Use): void => {
  const use = totals.get(key) ?? { up: 0, down: 0 };
  totals.set(key, { up: use.up + up, down: use.down + down });
};

/** What the panel has billed, all days together. */
export const panelTotals = async (panel: Panel): Promise<UsageTotals> => {
  const rows = await panel.query<{ key: string; up: number; down: number }>(
    `select user_num || '.' || line_num as key, sum(up)::bigint as up, sum(down)::bigint as down
       from usage_detail group by user_num, line_num`,
  );
  return new Map(rows.map(({ key, up, down }) => [key, { up, down }]));
};

/** Bytes of all lines and both directions, by user. */
export const bytesByUser = (totals: UsageTotals): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  for (const [key, { up, down }] of totals) {
    const user = Number(key.split('.')[0]);
    sums.set(user, (sums.get(user) ?? 0) + up + down);
  }
  return sums;
};

/** Where two totals differ, one sentence each; empty when they agree to the byte. */
export const differences = (counted: UsageTotals, booked: UsageTotals): string[] =>
  [...new Set([...counted.keys(), ...booked.keys()])].toSorted().flatMap((key) => {
    const [a, b] = [counted.get(key) ?? { up: 0, down: 0 }, booked.get(key) ?? { up: 0, down: 0 }];
    if (a.up === b.up && a.down === b.down) return [];
    return [`user.line ${key}: the engine counted ${a.up} up and ${a.down} down, booked are ${b.up} and ${b.down}`];
  });

/** What was counted and billed, and every difference between them, accounts and ledger included; a sentence each. */
export interface ComparedUsage {
  readonly counted: UsageTotals;
  readonly booked: UsageTotals;
  readonly problems: readonly string[];
}

/** Waits for the newest reports, and holds what is billed against what the engines counted. */
export const compareUsage = async (panel: Panel): Promise<ComparedUsage> => {
  await untilTotalsAgree(panel);
  const [counted, booked] = [await engineTotals(panel), await panelTotals(panel)];
  return { counted, booked, problems: [...differences(counted, booked), ...(await bookedProblems(panel, booked))] };
};

/** What is wrong with accounts and ledger when these bytes are booked; empty when all is well. */
export const bookedProblems = async (panel: Panel, booked: UsageTotals): Promise<string[]> => [
  ...(await accountDifferences(panel, booked)),
  ...(await ledgerProblems(panel)),
];

/**
 * Where a user's account differs from the bytes booked for that user; only for accounts without exempt lines and with
 * every scale at 1. Use is somewhere: charged to permanent traffic or to a day's quota, waiting, or overrun.
 */
const accountDifferences = async (panel: Panel, booked: UsageTotals): Promise<string[]> => {
  const rows = await panel.query<{ user: number; charged: number }>(
    `select a.user_num as user, a.spent + a.pending + a.overrun
        + coalesce((select sum(r.exempt)::bigint from traffic_record_list r where r.user_num = a.user_num), 0) as charged
       from traffic_account a`,
  );
  const sums = bytesByUser(booked);
  return rows.flatMap(({ user, charged }) => {
    const expected = sums.get(user) ?? 0;
    return charged === expected ? [] : [`user ${user}: ${expected} bytes booked, ${charged} charged`];
  });
};

/** What is wrong with the ledger by its own rules; empty when all is well. */
const ledgerProblems = async (panel: Panel): Promise<string[]> =>
  (await panel.query<{ problem: string; detail: string }>('select problem, detail from ledger_health')).map(
    ({ problem, detail }) => `${problem}: ${detail}`,
  );

/**
 * Waits until the panel has billed all that the engines have counted; gives up quietly, because a test then says more.
 */
const untilTotalsAgree = async (panel: Panel): Promise<void> => {
  const agree = async (): Promise<boolean> =>
    differences(await engineTotals(panel), await panelTotals(panel)).length === 0;
  await until('the totals to agree', agree, { everyMs: 500 }).catch(() => undefined);
};
