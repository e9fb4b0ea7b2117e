import { chargingProblems } from './model.ts';
import { LOST, type Machine } from './machine.ts';
import { postUse } from './tasks.ts';
import { resume, round } from './play.ts';
import { FAILED, newProcess, runTasks, type SimulatedNode, type Simulation } from './simulation.ts';

/**
 * Everything is brought to its end: what is paused goes on, what is on the way arrives, agents are asked for the rest.
 */
export const drain = async (sim: Simulation): Promise<void> => {
  for (const process of sim.processes) process.armed = undefined;
  await finish(sim);
  for (const [id, process] of sim.processes.entries()) if (process.dead) sim.processes[id] = newProcess(id);
  for (const node of sim.nodes) {
    for (const machine of node.machines) machine.disk.full = false;
    const visits = node.machines.length > 1 ? 3 : 1;
    for (let visit = 0; visit < visits; visit += 1) {
      node.machines[node.active]!.tick(sim.now);
      // The second round acknowledges what the first one took.
      for (let again = 0; again < 2; again += 1) await round(sim, node, 0);
      node.active = (node.active + 1) % node.machines.length;
    }
  }
  postUse(sim, sim.processes[0]!);
  await runTasks(sim);
  if (sim.tasks.size > 0) sim.problems.push(`${sim.tasks.size} tasks never end`);
};

const finish = async (sim: Simulation): Promise<void> => {
  for (let turn = 0; turn < 100 && (sim.tasks.size > 0 || sim.calls.length > 0); turn += 1) {
    for (const { process } of sim.tasks) resume(process);
    for (const call of sim.calls.splice(0)) if (!call.task.process.dead) call.resolve(FAILED);
    await runTasks(sim);
  }
};

/** Everything that is not as it must be, in sentences. */
export const verdict = (sim: Simulation): string[] => [
  ...sim.problems,
  ...sim.nodes.flatMap((node) => nodeProblems(sim, node)),
  ...chargingProblems(sim.db),
  ...ledgerProblems(sim),
];

type Sums = Map<string, bigint>;
const add = (sums: Sums, key: string, bytes: number | bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + BigInt(bytes));
};
const total = (sums: Sums): bigint => [...sums.values()].reduce((sum, bytes) => sum + bytes, 0n);

const NAME = /u(\d+)\.l(\d+)>>>traffic>>>(up|down)link$/;
const owners = new Map<string, string>();
/** `line.user.direction` of a counter; undefined for what is nobody's. */
const ownerOf = (name: string): string | undefined => {
  if (name === LOST) return undefined;
  const known = owners.get(name);
  if (known !== undefined) return known === '' ? undefined : known;
  const [, user, line, direction] = NAME.exec(name)!;
  owners.set(name, user === '0' ? '' : `${line}.${user}.${direction}`);
  return ownerOf(name);
};

/** Bytes that were billed, and bytes of rows that were held back. */
const bookedOf = ({ db }: Simulation, node: SimulatedNode): { billed: Sums; kept: Sums } => {
  const [billed, kept]: [Sums, Sums] = [new Map(), new Map()];
  for (const [key, { up, down }] of db.all('usage')) {
    const [, user, line] = key.split(' ');
    if (db.get('line', line!)?.node !== node.id) continue;
    add(billed, `${line}.${user}.up`, up);
    add(billed, `${line}.${user}.down`, down);
  }
  for (const [key, { rows }] of db.all('held')) {
    if (!key.startsWith(`${node.id} `)) continue;
    for (const [line, user, up, down] of rows) {
      add(kept, `${line}.${user}.up`, up);
      add(kept, `${line}.${user}.down`, down);
    }
  }
  return { billed, kept };
};

/** Agents keep acknowledged batches for seven days, by clocks that may be wrong. */
const SURELY_KEPT = 5 * 86_400_000;

const nodeProblems = (sim: Simulation, node: SimulatedNode): string[] => {
  // Then a gap in the numbers is left to the operator, by an alarm.
  if (sim.now - node.asksFrom > SURELY_KEPT) return [];
  const { billed, kept } = bookedOf(sim, node);
  const upset = ['epoch', 'conflict', 'gap'].filter((kind) => node.alarms.has(kind));
  const [first] = node.machines;
  const problems = [...unreadProblems(node), ...tooMuchProblems(node, billed, kept)];
  if (upset.length > 0 && !node.disturbed && !node.tampered)
    problems.push(`node ${node.id} raised ${upset.join(' and ')} without a cause`);
  const whole = !node.disturbed || (upset.length === 0 && !node.renewed && node.machines.length === 1);
  if (whole) return [...problems, ...exactProblems(sim, node, first!, { billed, kept })];
  return [...problems, ...hiddenProblems(sim, node, { billed, kept })];
};

/** An engine that is alive has been read to the last byte. */
const unreadProblems = (node: SimulatedNode): string[] =>
  node.machines.flatMap(({ engines, disk }) => {
    const engine = engines.at(-1);
    if (!engine?.alive) return [];
    return [...engine.counters.values()].flatMap(({ name, value }) =>
      disk.now().truth.get(`${engine.key} ${name}`) === value
        ? []
        : [`${name} of node ${node.id} was not read to its end`],
    );
  });

/** Never more than was ever read, for no user and line, whatever was put back. */
const tooMuchProblems = (node: SimulatedNode, billed: Sums, kept: Sums): string[] => {
  const highest = new Map<string, number>();
  for (const { disk } of node.machines)
    for (const [key, value] of disk.highest) highest.set(key, Math.max(highest.get(key) ?? 0, value));
  const read: Sums = new Map();
  for (const [key, value] of highest) add(read, ownerOf(key.slice(key.indexOf(' ') + 1)) ?? 'nobody', value);
  return [...new Set([...billed.keys(), ...kept.keys()])].flatMap((owner) => {
    const [booked, real] = [(billed.get(owner) ?? 0n) + (kept.get(owner) ?? 0n), read.get(owner) ?? 0n];
    return booked > real ? [`${owner} of node ${node.id}: ${booked} bytes are booked and ${real} were ever read`] : [];
  });
};

/**
 * Billed + kept = what the disk was handed and said it had, for every user, line and direction; and
 * nothing is left over.
 */
const exactProblems = (
  sim: Simulation,
  node: SimulatedNode,
  machine: Machine,
  { billed, kept }: { billed: Sums; kept: Sums },
): string[] => {
  const counted: Sums = new Map();
  for (const [key, value] of machine.disk.now().truth)
    add(counted, ownerOf(key.slice(key.indexOf(' ') + 1)) ?? 'nobody', value);
  const nobody = counted.get('nobody') ?? 0n;
  counted.delete('nobody');
  const { unacked, openBytes, unattributed } = machine.totals(sim.now);
  const problems = [...new Set([...counted.keys(), ...billed.keys(), ...kept.keys()])].flatMap((owner) => {
    const [booked, real] = [(billed.get(owner) ?? 0n) + (kept.get(owner) ?? 0n), counted.get(owner) ?? 0n];
    return booked === real ? [] : [`${owner} of node ${node.id}: ${booked} bytes are booked and ${real} were counted`];
  });
  if (unacked + openBytes > 0) problems.push(`node ${node.id} still holds ${unacked} batches and ${openBytes} bytes`);
  if (BigInt(unattributed) !== nobody)
    problems.push(`node ${node.id} shows ${unattributed} bytes of nobody, not ${nobody}`);
  return problems;
};

/** After a disk was put back: whatever is not booked is shown, by an alarm and in bytes. */
const hiddenProblems = (
  sim: Simulation,
  node: SimulatedNode,
  { billed, kept }: { billed: Sums; kept: Sums },
): string[] => {
  // Both sides were put back: what only the dropped batches held is told by the alarm alone.
  if (node.asksFrom < Infinity) return [];
  const counted = new Map<string, number>();
  let shown = 0n;
  for (const machine of node.machines) {
    for (const [key, value] of machine.disk.now().truth) counted.set(key, Math.max(counted.get(key) ?? 0, value));
    const { openBytes, unattributed } = machine.totals(sim.now);
    shown += BigInt(openBytes) + BigInt(unattributed) + unackedBytes(machine);
  }
  const real = [...counted.values()].reduce((sum, value) => sum + BigInt(value), 0n);
  const seen = total(billed) + total(kept) + shown;
  return seen < real ? [`node ${node.id}: ${real} bytes were counted and only ${seen} can be seen anywhere`] : [];
};

const unackedBytes = ({ disk }: Machine): bigint => {
  let sum = 0n;
  for (const { payload, ackedAt } of disk.now().closed.values()) {
    if (ackedAt !== null) continue;
    for (const [, , up, down] of (JSON.parse(payload) as { rows: [number, number, number, number][] }).rows)
      sum += BigInt(up) + BigInt(down);
  }
  return sum;
};

/** The ledger sums up to nothing and agrees with every account; lines show what was billed on them. */
const ledgerProblems = ({ db }: Simulation): string[] => {
  const problems: string[] = [];
  const sum = total(db.all('balance'));
  if (sum !== 0n) problems.push(`the ledger sums up to ${sum}`);
  for (const { userNum, granted, spent, posted } of db.all('account').values()) {
    const balance = db.get('balance', `${userNum}/traffic/BYTE`) ?? 0n;
    if (posted !== spent)
      problems.push(`user ${userNum} has spent ${spent} bytes and the ledger was told of ${posted}`);
    if (balance !== BigInt(granted - spent))
      problems.push(`the ledger holds ${balance} bytes of user ${userNum}, who has ${granted - spent} left`);
  }
  const perLine: Sums = new Map();
  for (const [key, { up, down }] of db.all('usage')) add(perLine, key.split(' ')[2]!, up + down);
  for (const [line, bytes] of perLine)
    if (BigInt(db.get('hot', line) ?? 0) !== bytes)
      problems.push(`line ${line} shows ${db.get('hot', line)} bytes, not ${bytes}`);
  return problems;
};
