import { AgentFault } from '@skyport/server/fleet/agent/agent-fault';
import { postUseInto } from '@skyport/server/traffic/posting';
import { Killed } from './machine.ts';
import { postingRepository, type TaskContext } from './repositories.ts';
import { CommitUnknown, transact, type Task, type Process } from './process.ts';
import type { SimulatedNode, Simulation } from './simulation.ts';

/** Begins work in a process. The failures that are allowed are known; any other is a problem. */
export const startTask = (sim: Simulation, process: Process, work: (task: Task) => Promise<unknown>): Task => {
  const task: Task = { process, blocked: false, trx: undefined, resume: undefined };
  process.tasks.add(task);
  sim.tasks.add(task);
  const ended = (): void => {
    process.tasks.delete(task);
    sim.tasks.delete(task);
  };
  work(task).then(ended, (fault: unknown) => {
    ended();
    if (process.dead || fault instanceof AgentFault || fault instanceof Killed || fault instanceof CommitUnknown)
      return;
    sim.problems.push(`the panel threw ${fault instanceof Error ? fault.message : String(fault)}`);
  });
  return task;
};

/** What the repositories of a task work with. */
export const contextOf = (sim: Simulation, task: Task, node: SimulatedNode): TaskContext => ({
  db: sim.db,
  task,
  points: sim.points,
  fault: sim.fault,
  node,
  adopted: () => {
    if (!node.newStoreExpected) sim.problems.push(`node ${node.id}: an epoch was adopted that nobody installed`);
    node.newStoreExpected = false;
    node.renewed = true;
  },
  alarmed: (_node, kind) => node.alarms.add(kind),
});

/** Posts what was used to the ledger. */
export const postUse = (sim: Simulation, process: Process): Task =>
  startTask(sim, process, async (task) => {
    const context = contextOf(sim, task, sim.nodes[0]!);
    await transact(context, { unanswered: undefined }, async (trx) => {
      await postUseInto(postingRepository(context, trx), {}, new Date(sim.now));
      await sim.points.pass(task, 'settle.before-commit');
    });
    await sim.points.pass(task, 'settle.after-commit');
  });
