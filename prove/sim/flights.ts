import { AgentFault } from '@skyport/server/fleet/agent-client';
import { postUseInto } from '@skyport/server/traffic/posting';
import { Killed } from './machine.ts';
import { postingRepository, type Ground } from './panel-books.ts';
import { CommitUnknown, transact, type Flight, type Process } from './process.ts';
import type { NodeWorld, World } from './world.ts';

/** Begins work in a process; how it may fail is known, anything else is a problem. */
export const startFlight = (world: World, process: Process, work: (flight: Flight) => Promise<unknown>): Flight => {
  const flight: Flight = { process, blocked: false, trx: undefined, resume: undefined };
  process.flights.add(flight);
  world.flights.add(flight);
  const ended = (): void => {
    process.flights.delete(flight);
    world.flights.delete(flight);
  };
  work(flight).then(ended, (fault: unknown) => {
    ended();
    if (process.dead || fault instanceof AgentFault || fault instanceof Killed || fault instanceof CommitUnknown)
      return;
    world.problems.push(`the panel threw ${fault instanceof Error ? fault.message : String(fault)}`);
  });
  return flight;
};

/** What the books of a flight stand on. */
export const groundOf = (world: World, flight: Flight, node: NodeWorld): Ground => ({
  db: world.db,
  flight,
  gate: world.gate,
  fault: world.fault,
  node,
  adopted: () => {
    if (!node.welcome) world.problems.push(`node ${node.id}: books were taken over that nobody installed`);
    node.welcome = false;
    node.renewed = true;
  },
  alarmed: (_node, kind) => node.alarms.add(kind),
});

/** Posts what was used to the ledger. */
export const settleUse = (world: World, process: Process): Flight =>
  startFlight(world, process, async (flight) => {
    const ground = groundOf(world, flight, world.nodes[0]!);
    await transact(ground, { unanswered: undefined }, async (trx) => {
      await postUseInto(postingRepository(ground, trx), {}, new Date(world.now));
      await world.gate.pass(flight, 'settle.before-commit');
    });
    await world.gate.pass(flight, 'settle.after-commit');
  });
