import { TrafficPulled, type TrafficPull } from '@skyport/contract/fleet';
import { AgentFault } from '@skyport/server/fleet/agent-client';
import type { Served } from '@skyport/server/fleet/judge';
import { pullInto } from '@skyport/server/fleet/pull';
import { NOBODY, STRANGER, type AnswerTravel, type Event, type Step } from './events.ts';
import { groundOf, settleUse, startFlight } from './flights.ts';
import { newMachine } from './machine.ts';
import { changeAccount, endTrial, grant, office } from './office.ts';
import { batchKey, panelBooks } from './panel-books.ts';
import { kill, type Flight, type PanelPoint, type Process } from './process.ts';
import { FAILED, newProcess, settle, type Call, type NodeWorld, type World } from './world.ts';

const HOUR = 3_600_000;

/** Who is no customer at all is a stranger; who may use which line is not played here. */
const EVERYBODY: Served = { isServed: () => true, removedAfter: (since) => since };

/** Lets one event happen, and everything that follows from it. */
export const play = async (world: World, step: Step): Promise<void> => {
  world.now += step.ms;
  await happen(world, step);
  await settle(world);
};

/** An event of that kind, also where several kinds share a shape. */
type EventOf<K extends Event['do']> = Event extends infer E
  ? E extends { do: infer D }
    ? K extends D
      ? E
      : never
    : never
  : never;
type Doing = { [K in Event['do']]: (world: World, event: EventOf<K>) => unknown };

const nodeAt = ({ nodes }: World, place: number): NodeWorld => nodes[place % nodes.length]!;
const machineAt = (world: World, place: number) => {
  const node = nodeAt(world, place);
  return node.machines[node.active]!;
};
const userAt = ({ people }: World, place: number): number => {
  if (place === STRANGER) return STRANGER;
  return place === NOBODY ? 0 : people[place % people.length]!;
};
const processAt = (world: World, id: number): Process => {
  if (world.processes[id]!.dead) {
    world.processes[id] = newProcess(id);
    if (world.fault === 'double-ack') forgetNewest(world);
  }
  return world.processes[id]!;
};

/** A fault: the panel does not remember the newest batch of a node any more. */
const forgetNewest = ({ db, nodes }: World): void => {
  for (const { id } of nodes) {
    const agent = db.get('agent', id)!;
    if (agent.acked_seq === 0) continue;
    db.all('batch').delete(batchKey({ nodeId: id, epoch: agent.epoch, seq: agent.acked_seq }));
    db.change((trx) => trx.put('agent', id, { ...agent, acked_seq: agent.acked_seq - 1 }));
  }
};

const doing: Doing = {
  traffic: (world, { node, user, line, up, down }) => {
    const { lines } = nodeAt(world, node);
    const num = line === STRANGER ? STRANGER : lines[line % lines.length]!;
    machineAt(world, node).move({ user: userAt(world, user), line: num, up, down });
  },
  tick: (world, { node, end }) => machineAt(world, node).tick(world.now, end),
  'engine dies': (world, { node }) => machineAt(world, node).killEngine(),
  'agent dies': (world, { node }) => machineAt(world, node).killAgent(),
  'power fails': (world, { node }) => machineAt(world, node).cutPower(),
  'copy of disk': (world, { node }) => {
    const machine = machineAt(world, node);
    nodeAt(world, node).copy = { machine, state: machine.disk.now() };
  },
  'disk put back': (world, { node }) => {
    const { copy } = nodeAt(world, node);
    if (!copy) return;
    nodeAt(world, node).disturbed = true;
    copy.machine.restore(copy.state);
  },
  clone: (world, { node }) => cloneMachine(world, nodeAt(world, node)),
  'move to clone': (world, { node: place }) => {
    const node = nodeAt(world, place);
    node.active = (node.active + 1) % node.machines.length;
  },
  install: (world, { node }) =>
    office(world, async (trx) => {
      const { id } = nodeAt(world, node);
      await trx.lock('agent', id);
      trx.put('agent', id, { ...trx.get('agent', id)!, open: true });
      nodeAt(world, node).welcome = true;
    }),
  'disk full': (world, { node, full }) => {
    machineAt(world, node).disk.full = full;
  },
  clock: (world, { node, skew }) => {
    machineAt(world, node).skew = skew;
  },
  'all is well': async (world, { panel, ...use }) => {
    await happen(world, { ...use, do: 'traffic' });
    machineAt(world, use.node).tick(world.now);
    await round(world, nodeAt(world, use.node), panel);
  },
  ask: async (world, { node, panel, arrives }) => {
    const flight = ask(world, nodeAt(world, node), processAt(world, panel));
    await settle(world);
    const one = callOf(world, flight);
    if (one && arrives) deliver(world, one, 'arrives');
  },
  request: (world, { call, travel, end }) => {
    const waiting = world.calls.filter(({ answer }) => answer === undefined);
    if (waiting.length > 0) deliver(world, waiting[call % waiting.length]!, travel, end);
  },
  answer: (world, { call, travel }) => {
    const waiting = world.calls.filter(({ answer }) => answer !== undefined);
    if (waiting.length > 0) hear(world, waiting[call % waiting.length]!, travel);
  },
  round: (world, { node, panel, travel }) => round(world, nodeAt(world, node), panel, travel),
  arm: (world, { panel, point, fate }) => {
    processAt(world, panel).armed = { point, fate };
  },
  'panel goes on': (world, { panel }) => goOn(world.processes[panel]!),
  'panel dies': (world, { panel }) => end(world, world.processes[panel]!),
  settle: (world, { panel }) => void settleUse(world, processAt(world, panel)),
  backup: (world) => {
    world.backup = { at: world.now, rows: world.db.backUp(), welcome: world.nodes.map(({ welcome }) => welcome) };
  },
  'database put back': (world) => restore(world),
  grant: (world, { user, bytes }) => office(world, (trx) => grant(world, trx, { user: userAt(world, user), bytes })),
  member: (world, { user, hours }) =>
    office(world, async (trx) => {
      const [num, until] = [userAt(world, user), new Date(world.now + hours * HOUR)];
      await changeAccount(trx, num, () => ({ vipUntil: until }));
      trx.log({ kind: 'member', user: num, until });
    }),
  trial: (world, { user, bytes, hours }) =>
    office(world, async (trx) => {
      const [num, id, ends] = [
        userAt(world, user),
        `t${String((world.ids += 1)).padStart(6, '0')}`,
        world.now + hours * HOUR,
      ];
      if (bytes === 0) return;
      await grant(world, trx, { user: num, bytes, trial: true });
      trx.put('trial', id, { id, user: num, left: bytes, ends, closed: false });
      trx.log({ kind: 'trial', id, user: num, bytes, ends });
    }),
  'trials end': async (world) => {
    for (const trial of world.db.all('trial').values())
      if (!trial.closed && trial.ends <= world.now) await office(world, (trx) => endTrial(world, trx, trial.id));
  },
  'user scale': (world, { user, ppm }) =>
    office(world, async (trx) => {
      const num = userAt(world, user);
      await changeAccount(trx, num, () => ({ scalePpm: ppm }));
      trx.log({ kind: 'scale', user: num, ppm });
    }),
  line: (world, { node: place, renumbered, ppm, isPublic }) => {
    const node = nodeAt(world, place);
    const num = (world.nextLine += 1);
    node.lines = renumbered ? [...node.lines.slice(1), num] : [...node.lines, num];
    world.db.change((trx) => trx.put('line', num, { num, node: node.id, scalePpm: ppm, isPublic }));
  },
  settings: (world, { settings }) =>
    world.db.change((trx) => trx.put('settings', 'all', { ...trx.get('settings', 'all')!, ...settings })),
};

const happen = async (world: World, event: Event): Promise<void> => {
  await (doing[event.do] as (world: World, event: Event) => unknown)(world, event);
};

const cloneMachine = (world: World, node: NodeWorld): void => {
  if (node.machines.length > 1) return;
  const original = node.machines[node.active]!;
  node.disturbed = true;
  const clone = newMachine(`${node.id}'`, '', original.parts);
  clone.restore(original.disk.now());
  node.machines.push(clone);
};

/** A flight of one process to one node, unless it has one under way. */
const ask = (world: World, node: NodeWorld, process: Process): Flight | undefined => {
  if ([...process.flights].some((flight) => flight.node === node.id)) return undefined;
  const flight = startFlight(world, process, async (own) => {
    own.node = node.id;
    await pullInto(panelBooks(groundOf(world, own, node)), {
      node,
      client: { pull: (asked) => call(world, own, node, asked) },
      deps: {
        clock: { now: () => new Date(world.now) },
        ids: { next: () => String((world.ids += 1)) },
        crash: { at: (point) => world.gate.at(own, point as PanelPoint) },
        log: { error: () => undefined },
      },
      quotas: process.quotas,
      served: EVERYBODY,
    });
  });
  return flight;
};

const call = async (world: World, flight: Flight, node: NodeWorld, asked: TrafficPull): Promise<TrafficPulled> => {
  await world.gate.pass(flight, 'panel.before-ask');
  const text = await new Promise<string>((resolve, reject) => {
    flight.blocked = true;
    const heard = (answer: string): void => {
      flight.blocked = false;
      if (answer === FAILED) reject(new AgentFault('unreachable', 'the call failed'));
      else resolve(answer);
    };
    world.calls.push({ flight, node, ask: JSON.stringify(asked), answer: undefined, end: heard });
  });
  await world.gate.pass(flight, 'panel.after-answer');
  const pulled = TrafficPulled.parse(JSON.parse(text));
  for (const { seq, sha256 } of pulled.batches) noteShown(world, node, `${node.id} ${pulled.epoch} ${seq}`, sha256);
  return pulled;
};

const noteShown = (world: World, node: NodeWorld, name: string, sha256: string): void => {
  const before = world.shown.get(name);
  if (before !== undefined && before !== sha256 && !node.disturbed) world.problems.push(`batch ${name} has changed`);
  world.shown.set(name, sha256);
};

const deliver = (
  world: World,
  one: Call,
  travel: EventOf<'request'>['travel'],
  end?: EventOf<'request'>['end'],
): void => {
  const machine = one.node.machines[one.node.active]!;
  if (travel === 'lost') return hear(world, Object.assign(one, { answer: FAILED }), 'lost');
  try {
    if (travel === 'twice') machine.answer(one.ask, world.now);
    one.answer = machine.answer(one.ask, world.now, end) ?? FAILED;
  } catch {
    // A full disk: the agent answers that it failed.
    one.answer = FAILED;
  }
};

const hear = (world: World, one: Call, travel: AnswerTravel): void => {
  const { node, answer } = one;
  world.calls.splice(world.calls.indexOf(one), 1);
  const text = {
    arrives: answer,
    lost: FAILED,
    altered: travel === 'altered' ? altered(node, answer!) : answer,
    replayed: node.heard ?? answer,
  }[travel]!;
  if (travel === 'replayed') node.lied = true;
  if (text !== FAILED) node.heard = text;
  if (!one.flight.process.dead) one.end(text);
};

/** The same answer with one byte more in it, under the old seal. */
const altered = (node: NodeWorld, text: string): string => {
  if (text === FAILED) return text;
  const pulled = TrafficPulled.parse(JSON.parse(text));
  const row = pulled.batches[0]?.rows[0];
  if (!row) return text;
  node.lied = true;
  row[2] += 1;
  return JSON.stringify(pulled);
};

/** A whole flight, whose first answer travels as said. */
export const round = async (
  world: World,
  node: NodeWorld,
  panel: number,
  travel: AnswerTravel = 'arrives',
): Promise<void> => {
  const flight = ask(world, node, processAt(world, panel));
  await settle(world);
  let how = travel;
  for (let one = callOf(world, flight); one; one = callOf(world, flight)) {
    deliver(world, one, 'arrives');
    hear(world, one, how);
    how = 'arrives';
    await settle(world);
  }
};

const callOf = ({ calls }: World, flight: Flight | undefined): Call | undefined =>
  calls.find((one) => one.flight === flight && !one.flight.process.dead);

/** Lets paused work of a process go on. */
export const goOn = (process: Process): void => {
  for (const flight of process.flights) {
    if (!flight.resume) continue;
    flight.blocked = false;
    flight.resume();
    flight.resume = undefined;
  }
};

const end = (world: World, process: Process): void => {
  kill(process);
  for (const flight of world.flights) if (flight.process === process) world.flights.delete(flight);
};

const restore = (world: World): void => {
  const { backup } = world;
  if (!backup) return;
  for (const process of [...world.processes, ...[...world.flights].map((flight) => flight.process)])
    end(world, process);
  world.db.restore(backup.rows);
  for (const [at, node] of world.nodes.entries()) {
    node.welcome = backup.welcome[at]!;
    node.asksFrom = Math.min(node.asksFrom, backup.at);
  }
};
