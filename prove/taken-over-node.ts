import 'reflect-metadata';
import { forEachAtOnce } from '@skyport/server/fleet/loop';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@skyport/server/platform/clock';
import { sql } from 'kysely';
import { attacks, type Attack } from './hostile/attacks.ts';
import { dayAt } from './hostile/machines.ts';
import { AT_ONCE, GB, HONEST_DAY, LINK_MBPS, startTown, type Town, type Victim } from './hostile/town.ts';
import { undoDays } from './hostile/undo.ts';
import { weaknesses, type Sabotage } from './hostile/weaknesses.ts';
import type { Proof, ProofOptions, Prover } from './prover.ts';

/** What the bounds promise: a hostile day takes at most three honest ones, or 50 GB. */
const DAY_MOST = Math.max(50 * GB, 3 * HONEST_DAY);
/** What a link of the default bandwidth is believed to carry in a second, in bytes; and how much later a report may come. */
const LINK_A_SECOND = (1.25 * LINK_MBPS * 1e6) / 8;
const SLACK_SECONDS = 10;
/** What is held back of a node at most, in bytes; a row of its table counts for something as well. */
const HELD_MOST = 80 * 1024 * 1024;
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
  prove: async (options, say) => {
    const town = await startTown(attacks.length);
    say(`${attacks.length} nodes have lived honestly for some days`);
    try {
      return await proveIn(town, options, say);
    } finally {
      await town.stop();
    }
  },
};

/** A machine under attack and what its customers had before. */
interface Siege {
  readonly attack: Attack;
  readonly victim: Victim;
  readonly before: readonly number[];
  readonly others: readonly number[];
  readonly since: number;
}

const proveIn = async (
  town: Town,
  { quick, rounds, sabotage }: ProofOptions,
  say: (line: string) => void,
): Promise<Proof> => {
  const weakness = sabotage === undefined ? undefined : weaknesses[sabotage];
  const failures = new Set<string>();
  const note = (problems: readonly string[]): void => problems.forEach((problem) => failures.add(problem));
  const sieges = await Promise.all(attacks.map((attack, at) => besiege(town, attack, town.victims[at]!)));
  const hours = rounds ?? (quick ? QUICK_HOURS : HOURS);
  const heap = process.memoryUsage().rss;
  for (let hour = 0; hour < hours; hour += 1) {
    await town.advance(hour === 0 ? SECOND_MS : HOUR_MS);
    await forEachAtOnce(sieges, AT_ONCE, async (siege) => note(await attackFor(town, siege, { hour, weakness })));
    note(await town.honestRound());
    say(`hour ${hour + 1} is over`);
  }
  say(
    `${attacks.length} attacks for ${hours} hours, ${Math.round((process.memoryUsage().rss - heap) / 2 ** 20)} MB more in memory`,
  );
  for (const siege of sieges) note(await lossesOf(town, siege));
  note(await heldProblems(town, sieges));
  await weakness?.beforeUndo?.(town);
  for (const siege of sieges) note(await undoDays(town, siege, dayAt(siege.since - DAY_MS)));
  note(await ledgerProblems(town));
  return { runs: attacks.length, failures: [...failures] };
};

const besiege = async (town: Town, attack: Attack, victim: Victim): Promise<Siege> => ({
  attack,
  victim,
  before: await Promise.all(victim.users.map(town.left)),
  others: await Promise.all([victim.stranger, victim.removed].map(town.left)),
  since: town.now(),
});

/** One hour of an attack; what a single flight billed is held against what a link carries. */
const attackFor = async (
  town: Town,
  siege: Siege,
  { hour, weakness }: { readonly hour: number; readonly weakness: Sabotage | undefined },
): Promise<string[]> => {
  const { attack, victim } = siege;
  for (const machine of attack.hour(victim, hour)) {
    await weakness?.before?.(town, victim);
    try {
      await town.fly(victim.node, machine, weakness);
    } catch (fault) {
      return [`«${attack.name}» made a flight fail: ${fault instanceof Error ? fault.message : String(fault)}`];
    }
  }
  const taken = await takenFrom(town, siege);
  const carried = LINK_A_SECOND * ((town.now() - siege.since) / SECOND_MS + SLACK_SECONDS);
  return taken > carried ? [`«${attack.name}» billed more than the link carries in that time`] : [];
};

/** Permanent bytes that the customers of a node have lost since it was taken over. */
const takenFrom = async (town: Town, { victim, before }: Siege): Promise<number> => {
  const left = await Promise.all(victim.users.map(town.left));
  return before.reduce((sum, bytes, at) => sum + bytes - left[at]!, 0);
};

const lossesOf = async (town: Town, siege: Siege): Promise<string[]> => {
  const { attack, victim, others } = siege;
  const taken = await takenFrom(town, siege);
  const left = await Promise.all([victim.stranger, victim.removed].map(town.left));
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
const heldProblems = async (town: Town, sieges: readonly Siege[]): Promise<string[]> => {
  const { rows } = await sql<{ node_id: string; bytes: number }>`
    select node_id, sum(pg_column_size(h.*))::bigint as bytes from usage_held h group by node_id`.execute(
    town.scene.app.deps.db,
  );
  const of = new Map(rows.map(({ node_id, bytes }) => [node_id, Number(bytes)]));
  return sieges.flatMap(({ attack, victim }) => {
    const bytes = of.get(victim.node.id) ?? 0;
    return bytes > HELD_MOST ? [`«${attack.name}» holds ${bytes} bytes of the database`] : [];
  });
};

const ledgerProblems = async (town: Town): Promise<string[]> => {
  const { rows } = await sql<{ check_name: string }>`select * from ledger_health`.execute(town.scene.app.deps.db);
  return rows.length === 0 ? [] : [`the ledger does not add up: ${JSON.stringify(rows[0])}`];
};
