import { TrafficPulled, type TrafficPull } from '@skyport/contract/fleet';
import { AgentFault } from '@skyport/server/fleet/agent/agent-fault';
import type { Served } from '@skyport/server/fleet/trust/validate-report';
import { pullInto } from '@skyport/server/fleet/pull/pull';
import { NOBODY, STRANGER, type AnswerTravel, type Event, type Step } from './events.ts';
import { contextOf, postUse, startTask } from './tasks.ts';
import { newMachine } from './machine.ts';
import { changeAccount, endTrial, grant, staffChange } from './staff-changes.ts';
import { batchKey, pullRepository } from './repositories.ts';
import { kill, type Task, type PanelPoint, type Process } from './process.ts';
import { FAILED, newProcess, runTasks, type Call, type SimulatedNode, type Simulation } from './simulation.ts';

const HOUR = 3_600_000;

/** Who is no customer at all is a stranger; who may use which line is not played here. */
const EVERYBODY: Served = { isServed: () => true, removedAfter: (since) => since };

/** Lets one event happen, and everything that follows from it. */
export const playStep = async (sim: Simulation, step: Step): Promise<void> => {
  sim.now += step.ms;
  await happen(sim, step);
  await runTasks(sim);
};

/** An event of that kind, also where several kinds share a shape. */
type EventOf<K extends Event['do']> = Event extends infer E
  ? E extends { do: infer D }
    ? K extends D
      ? E
      : never
    : never
  : never;
type Handlers = { [K in Event['do']]: (sim: Simulation, event: EventOf<K>) => unknown };

const nodeAt = ({ nodes }: Simulation, place: number): SimulatedNode => nodes[place % nodes.length]!;
const machineAt = (sim: Simulation, place: number) => {
  const node = nodeAt(sim, place);
  return node.machines[node.active]!;
};
const userAt = ({ users }: Simulation, place: number): number => {
  if (place === STRANGER) return STRANGER;
  return place === NOBODY ? 0 : users[place % users.length]!;
};
const processAt = (sim: Simulation, id: number): Process => {
  if (sim.processes[id]!.dead) {
    sim.processes[id] = newProcess(id);
    if (sim.fault === 'double-ack') forgetNewest(sim);
  }
  return sim.processes[id]!;
};

/** A fault: the panel does not remember the newest batch of a node any more. */
const forgetNewest = ({ db, nodes }: Simulation): void => {
  for (const { id } of nodes) {
    const agent = db.get('agent', id)!;
    if (agent.acked_seq === 0) continue;
    db.all('batch').delete(batchKey({ nodeId: id, epoch: agent.epoch, seq: agent.acked_seq }));
    db.change((trx) => trx.put('agent', id, { ...agent, acked_seq: agent.acked_seq - 1 }));
  }
};

const handlers: Handlers = {
  traffic: (sim, { node, user, line, up, down }) => {
    const { lines } = nodeAt(sim, node);
    const num = line === STRANGER ? STRANGER : lines[line % lines.length]!;
    machineAt(sim, node).move({ user: userAt(sim, user), line: num, up, down });
  },
  tick: (sim, { node, end }) => machineAt(sim, node).tick(sim.now, end),
  'engine dies': (sim, { node }) => machineAt(sim, node).killEngine(),
  'agent dies': (sim, { node }) => machineAt(sim, node).killAgent(),
  'power fails': (sim, { node }) => machineAt(sim, node).cutPower(),
  'copy of disk': (sim, { node }) => {
    const machine = machineAt(sim, node);
    nodeAt(sim, node).copy = { machine, state: machine.disk.now() };
  },
  'disk put back': (sim, { node }) => {
    const { copy } = nodeAt(sim, node);
    if (!copy) return;
    nodeAt(sim, node).disturbed = true;
    copy.machine.restore(copy.state);
  },
  clone: (sim, { node }) => cloneMachine(sim, nodeAt(sim, node)),
  'move to clone': (sim, { node: place }) => {
    const node = nodeAt(sim, place);
    node.active = (node.active + 1) % node.machines.length;
  },
  install: (sim, { node }) =>
    staffChange(sim, async (trx) => {
      const { id } = nodeAt(sim, node);
      await trx.lock('agent', id);
      trx.put('agent', id, { ...trx.get('agent', id)!, open: true });
      nodeAt(sim, node).newStoreExpected = true;
    }),
  'disk full': (sim, { node, full }) => {
    machineAt(sim, node).disk.full = full;
  },
  clock: (sim, { node, skew }) => {
    machineAt(sim, node).skew = skew;
  },
  'all is well': async (sim, { panel, ...use }) => {
    await happen(sim, { ...use, do: 'traffic' });
    machineAt(sim, use.node).tick(sim.now);
    await round(sim, nodeAt(sim, use.node), panel);
  },
  ask: async (sim, { node, panel, arrives }) => {
    const task = ask(sim, nodeAt(sim, node), processAt(sim, panel));
    await runTasks(sim);
    const one = callOf(sim, task);
    if (one && arrives) deliverRequest(sim, one, 'arrives');
  },
  request: (sim, { call, travel, end }) => {
    const waiting = sim.calls.filter(({ answer }) => answer === undefined);
    if (waiting.length > 0) deliverRequest(sim, waiting[call % waiting.length]!, travel, end);
  },
  answer: (sim, { call, travel }) => {
    const waiting = sim.calls.filter(({ answer }) => answer !== undefined);
    if (waiting.length > 0) deliverAnswer(sim, waiting[call % waiting.length]!, travel);
  },
  round: (sim, { node, panel, travel }) => round(sim, nodeAt(sim, node), panel, travel),
  arm: (sim, { panel, point, effect }) => {
    processAt(sim, panel).armed = { point, effect };
  },
  'panel goes on': (sim, { panel }) => resume(sim.processes[panel]!),
  'panel dies': (sim, { panel }) => end(sim, sim.processes[panel]!),
  settle: (sim, { panel }) => void postUse(sim, processAt(sim, panel)),
  backup: (sim) => {
    sim.backup = {
      at: sim.now,
      rows: sim.db.backUp(),
      newStoreExpected: sim.nodes.map(({ newStoreExpected }) => newStoreExpected),
    };
  },
  'database put back': (sim) => restore(sim),
  grant: (sim, { user, bytes }) => staffChange(sim, (trx) => grant(sim, trx, { user: userAt(sim, user), bytes })),
  member: (sim, { user, hours }) =>
    staffChange(sim, async (trx) => {
      const [num, until] = [userAt(sim, user), new Date(sim.now + hours * HOUR)];
      await changeAccount(trx, num, () => ({ vipUntil: until }));
      trx.log({ kind: 'member', user: num, until });
    }),
  trial: (sim, { user, bytes, hours }) =>
    staffChange(sim, async (trx) => {
      const [num, id, ends] = [
        userAt(sim, user),
        `t${String((sim.ids += 1)).padStart(6, '0')}`,
        sim.now + hours * HOUR,
      ];
      if (bytes === 0) return;
      await grant(sim, trx, { user: num, bytes, trial: true });
      trx.put('trial', id, { id, user: num, left: bytes, ends, closed: false });
      trx.log({ kind: 'trial', id, user: num, bytes, ends });
    }),
  'trials end': async (sim) => {
    for (const trial of sim.db.all('trial').values())
      if (!trial.closed && trial.ends <= sim.now) await staffChange(sim, (trx) => endTrial(sim, trx, trial.id));
  },
  'user scale': (sim, { user, ppm }) =>
    staffChange(sim, async (trx) => {
      const num = userAt(sim, user);
      await changeAccount(trx, num, () => ({ scalePpm: ppm }));
      trx.log({ kind: 'scale', user: num, ppm });
    }),
  line: (sim, { node: place, renumbered, ppm, isPublic }) => {
    const node = nodeAt(sim, place);
    const num = (sim.nextLine += 1);
    node.lines = renumbered ? [...node.lines.slice(1), num] : [...node.lines, num];
    sim.db.change((trx) => trx.put('line', num, { num, node: node.id, scalePpm: ppm, isPublic }));
  },
  settings: (sim, { settings }) =>
    sim.db.change((trx) => trx.put('settings', 'all', { ...trx.get('settings', 'all')!, ...settings })),
};

const happen = async (sim: Simulation, event: Event): Promise<void> => {
  await (handlers[event.do] as (sim: Simulation, event: Event) => unknown)(sim, event);
};

const cloneMachine = (sim: Simulation, node: SimulatedNode): void => {
  if (node.machines.length > 1) return;
  const original = node.machines[node.active]!;
  node.disturbed = true;
  const clone = newMachine(`${node.id}'`, '', original.parts);
  clone.restore(original.disk.now());
  node.machines.push(clone);
};

/** A pull of one process from one node, unless it has one under way. */
const ask = (sim: Simulation, node: SimulatedNode, process: Process): Task | undefined => {
  if ([...process.tasks].some((task) => task.node === node.id)) return undefined;
  const task = startTask(sim, process, async (own) => {
    own.node = node.id;
    await pullInto(pullRepository(contextOf(sim, own, node)), {
      node,
      client: { pull: (asked) => call(sim, own, node, asked) },
      deps: {
        clock: { now: () => new Date(sim.now) },
        ids: { next: () => String((sim.ids += 1)) },
        crash: { at: (point) => sim.points.at(own, point as PanelPoint) },
        log: { error: () => undefined },
      },
      quotas: process.quotas,
      reports: process.reports,
      served: EVERYBODY,
    });
  });
  return task;
};

const call = async (sim: Simulation, task: Task, node: SimulatedNode, asked: TrafficPull): Promise<TrafficPulled> => {
  await sim.points.pass(task, 'panel.before-ask');
  const text = await new Promise<string>((resolve, reject) => {
    task.blocked = true;
    const resolveAnswer = (answer: string): void => {
      task.blocked = false;
      if (answer === FAILED) reject(new AgentFault('unreachable', 'the call failed'));
      else resolve(answer);
    };
    sim.calls.push({ task, node, ask: JSON.stringify(asked), answer: undefined, resolve: resolveAnswer });
  });
  await sim.points.pass(task, 'panel.after-answer');
  const pulled = TrafficPulled.parse(JSON.parse(text));
  for (const { seq, sha256 } of pulled.batches) noteShown(sim, node, `${node.id} ${pulled.epoch} ${seq}`, sha256);
  return pulled;
};

const noteShown = (sim: Simulation, node: SimulatedNode, name: string, sha256: string): void => {
  const before = sim.shown.get(name);
  if (before !== undefined && before !== sha256 && !node.disturbed) sim.problems.push(`batch ${name} has changed`);
  sim.shown.set(name, sha256);
};

const deliverRequest = (
  sim: Simulation,
  one: Call,
  travel: EventOf<'request'>['travel'],
  end?: EventOf<'request'>['end'],
): void => {
  const machine = one.node.machines[one.node.active]!;
  if (travel === 'lost') return deliverAnswer(sim, Object.assign(one, { answer: FAILED }), 'lost');
  try {
    if (travel === 'twice') machine.answer(one.ask, sim.now);
    one.answer = machine.answer(one.ask, sim.now, end) ?? FAILED;
  } catch {
    // A full disk: the agent answers that it failed.
    one.answer = FAILED;
  }
};

const deliverAnswer = (sim: Simulation, one: Call, travel: AnswerTravel): void => {
  const { node, answer } = one;
  sim.calls.splice(sim.calls.indexOf(one), 1);
  const text = {
    arrives: answer,
    lost: FAILED,
    altered: travel === 'altered' ? altered(node, answer!) : answer,
    replayed: node.lastAnswer ?? answer,
  }[travel]!;
  if (travel === 'replayed') node.tampered = true;
  if (text !== FAILED) node.lastAnswer = text;
  if (!one.task.process.dead) one.resolve(text);
};

/** The same answer with one byte more in it, under the old digest. */
const altered = (node: SimulatedNode, text: string): string => {
  if (text === FAILED) return text;
  const pulled = TrafficPulled.parse(JSON.parse(text));
  const row = pulled.batches[0]?.rows[0];
  if (!row) return text;
  node.tampered = true;
  row[2] += 1;
  return JSON.stringify(pulled);
};

/** A whole pull, whose first answer travels as said. */
export const round = async (
  sim: Simulation,
  node: SimulatedNode,
  panel: number,
  travel: AnswerTravel = 'arrives',
): Promise<void> => {
  const task = ask(sim, node, processAt(sim, panel));
  await runTasks(sim);
  let how = travel;
  for (let one = callOf(sim, task); one; one = callOf(sim, task)) {
    deliverRequest(sim, one, 'arrives');
    deliverAnswer(sim, one, how);
    how = 'arrives';
    await runTasks(sim);
  }
};

const callOf = ({ calls }: Simulation, task: Task | undefined): Call | undefined =>
  calls.find((one) => one.task === task && !one.task.process.dead);

/** Lets paused work of a process go on. */
export const resume = (process: Process): void => {
  for (const task of process.tasks) {
    if (!task.resume) continue;
    task.blocked = false;
    task.resume();
    task.resume = undefined;
  }
};

const end = (sim: Simulation, process: Process): void => {
  kill(process);
  for (const task of sim.tasks) if (task.process === process) sim.tasks.delete(task);
};

const restore = (sim: Simulation): void => {
  const { backup } = sim;
  if (!backup) return;
  for (const process of [...sim.processes, ...[...sim.tasks].map((task) => task.process)]) end(sim, process);
  sim.db.restore(backup.rows);
  for (const [at, node] of sim.nodes.entries()) {
    node.newStoreExpected = backup.newStoreExpected[at]!;
    node.asksFrom = Math.min(node.asksFrom, backup.at);
  }
};
