import 'reflect-metadata';
import { forEachAtOnce } from '@skyport/server/fleet/loop';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@skyport/server/platform/clock';
import { sql } from 'kysely';
import type { Prover } from './prover.ts';
import { attacks, type Attack } from './taken-over/attacks.ts';
import {
  AT_ONCE,
  GB,
  HONEST_DAY,
  LINK_MBPS,
  startFleetSimulator,
  type FleetSimulator,
  type Victim,
} from './taken-over/fleet-simulator.ts';
import { dayAt } from './taken-over/simulated-node.ts';
import { undoDays } from './taken-over/undo.ts';
import { weaknesses, type Sabotage } from './taken-over/weaknesses.ts';

/** What the bounds promise: a hostile day takes at most three honest ones, or 50 GB. */
const DAY_MOST = Math.max(50 * GB, 3 * HONEST_DAY);
/**
 * What a link of the default bandwidth is believed to carry in a second, in bytes; and how much later a
 * report may come.
 */
const LINK_A_SECOND = (1.25 * LINK_MBPS * 1e6) / 8;
const SLACK_SECONDS = 5;
/** What is held back of a node at most, in bytes; a row of its table counts for something as well. */
const HELD_MOST = 80 * 1024 * 1024;
/** What is kept of reports about which nobody has to decide any more, in bytes: that they were there. */
const SETTLED_MOST = 256 * 1024;
/** Hours of the hostile day; `--runs` says how many others. */
const HOURS = 24;
const QUICK_HOURS = 5;

/**
 * The panel itself, in this process and on a database of its own, by a clock that the prover moves. Every attack has a
 * node of its own, and all of them happen on the same day.
 */
export const takenOverNode: Prover = {
  claim:
    'a node that was taken over takes no more than three honest days, nobody else loses a byte, and undo returns all',
  sabotages: Object.fromEntries(Object.entries(weaknesses).map(([name, { what }]) => [name, what])),
  prove: async ({ quick, rounds, sabotage, only }, say) => {
    const chosen = only ? attacks.filter(({ name }) => only.some((part) => name.includes(part))) : attacks;
    if (chosen.length === 0) return { runs: 0, failures: [`no attack has one of these in its name: ${only?.join()}`] };
    const fleet = await startFleetSimulator(chosen.length);
    say(`${chosen.length} nodes have lived honestly for some days`);
    try {
      const hours = rounds ?? (quick ? QUICK_HOURS : HOURS);
      const failures = await attackFleet(fleet, { attacks: chosen, hours, sabotage, say });
      return { runs: chosen.length, failures };
    } finally {
      await fleet.stop();
    }
  },
};

/** What is done to a simulated fleet. */
export interface HostileDay {
  /** One for each of the nodes that are to be taken over. */
  readonly attacks: readonly Attack[];
  readonly hours: number;
  /** Name of the weakness to plant. */
  readonly sabotage?: string | undefined;
  readonly say: (line: string) => void;
}

/** Attacks a fleet for some hours and undoes it all; gives what went wrong, once each. */
export const attackFleet = async (
  fleet: FleetSimulator,
  { attacks: chosen, hours, sabotage, say }: HostileDay,
): Promise<string[]> => {
  const weakness = sabotage === undefined ? undefined : weaknesses[sabotage];
  const failures = new Set<string>();
  const note = (problems: readonly string[]): void => problems.forEach((problem) => failures.add(problem));
  const attackedNodes = await Promise.all(chosen.map((attack, at) => beginAttack(fleet, attack, fleet.victims[at]!)));
  const memory = process.memoryUsage().rss;
  for (let hour = 0; hour < hours; hour += 1) {
    await fleet.advance(hour === 0 ? SECOND_MS : HOUR_MS);
    await forEachAtOnce(attackedNodes, AT_ONCE, async (attacked) =>
      note(await attackFor(fleet, attacked, { hour, weakness })),
    );
    note(await fleet.honestRound());
    say(`hour ${hour + 1} is over`);
  }
  const more = Math.round((process.memoryUsage().rss - memory) / 2 ** 20);
  say(`${chosen.length} attacks for ${hours} hours, ${more} MB more in memory`);
  for (const attacked of attackedNodes) note(await lossesOf(fleet, attacked));
  note(await heldProblems(fleet, attackedNodes));
  await weakness?.beforeUndo?.(fleet);
  for (const attacked of attackedNodes) note(await undoDays(fleet, attacked, dayAt(attacked.since - DAY_MS)));
  note(await ledgerProblems(fleet));
  return [...failures];
};

/** A node under attack and what its customers had before. */
interface AttackedNode {
  readonly attack: Attack;
  readonly victim: Victim;
  readonly before: readonly number[];
  readonly others: readonly number[];
  readonly since: number;
}

const beginAttack = async (fleet: FleetSimulator, attack: Attack, victim: Victim): Promise<AttackedNode> => ({
  attack,
  victim,
  before: await Promise.all(victim.users.map(fleet.left)),
  others: await Promise.all([victim.stranger, victim.removed].map(fleet.left)),
  since: fleet.now(),
});

/** One hour of an attack; what it has billed until now is held against what a link carries. */
const attackFor = async (
  fleet: FleetSimulator,
  attacked: AttackedNode,
  { hour, weakness }: { readonly hour: number; readonly weakness: Sabotage | undefined },
): Promise<string[]> => {
  const { attack, victim } = attacked;
  for (const answering of attack.hour(victim, hour)) {
    await weakness?.before?.(fleet, victim);
    try {
      await fleet.pull(victim.node, answering, weakness);
    } catch (fault) {
      return [`«${attack.name}» made a pull fail: ${fault instanceof Error ? fault.message : String(fault)}`];
    }
  }
  const taken = await takenFrom(fleet, attacked);
  const carried = LINK_A_SECOND * ((fleet.now() - attacked.since) / SECOND_MS + SLACK_SECONDS);
  return taken > carried ? [`«${attack.name}» billed more than the link carries in that time`] : [];
};

/** Permanent bytes that the customers of a node have lost since it was taken over. */
const takenFrom = async (fleet: FleetSimulator, { victim, before }: AttackedNode): Promise<number> => {
  const left = await Promise.all(victim.users.map(fleet.left));
  return before.reduce((sum, bytes, at) => sum + bytes - left[at]!, 0);
};

const lossesOf = async (fleet: FleetSimulator, attacked: AttackedNode): Promise<string[]> => {
  const { attack, victim, others } = attacked;
  const taken = await takenFrom(fleet, attacked);
  const left = await Promise.all([victim.stranger, victim.removed].map(fleet.left));
  const problems = others.flatMap((bytes, at) =>
    bytes === left[at]
      ? []
      : [`«${attack.name}» took ${bytes - left[at]!} bytes from somebody whom the node does not serve`],
  );
  if (attack.bills === 'nothing' && taken > 0) problems.push(`«${attack.name}» was billed ${taken} bytes`);
  if (taken > DAY_MOST) problems.push(`«${attack.name}» took ${taken} bytes on one day`);
  return problems;
};

/** What is held back of a node takes bounded room, and the database stores nothing else for it. */
const heldProblems = async (fleet: FleetSimulator, attackedNodes: readonly AttackedNode[]): Promise<string[]> => {
  const { rows } = await sql<{ node_id: string; bytes: number; settled: number }>`
    select node_id, sum(pg_column_size(h.*))::bigint as bytes,
           coalesce(sum(pg_column_size(h.*)) filter (where state <> 'quarantined'), 0)::bigint as settled
      from usage_held h group by node_id`.execute(fleet.scene.app.deps.db);
  const of = new Map(rows.map((held) => [held.node_id, held]));
  return attackedNodes.flatMap(({ attack, victim }) => {
    const { bytes = 0, settled = 0 } = of.get(victim.node.id) ?? {};
    return [
      ...(Number(bytes) > HELD_MOST ? [`«${attack.name}» holds ${bytes} bytes of the database`] : []),
      ...(Number(settled) > SETTLED_MOST ? [`«${attack.name}» leaves ${settled} bytes that wait for nobody`] : []),
    ];
  });
};

const ledgerProblems = async (fleet: FleetSimulator): Promise<string[]> => {
  const { rows } = await sql<{ check_name: string }>`select * from ledger_health`.execute(fleet.scene.app.deps.db);
  return rows.length === 0 ? [] : [`the ledger does not add up: ${JSON.stringify(rows[0])}`];
};
