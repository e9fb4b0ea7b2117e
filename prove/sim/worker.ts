import { parentPort, workerData } from 'node:worker_threads';
import { runMany, type Share } from './run.ts';

/*
 * One thread of the simulator: runs its share of the schedules and says how it went.
 */

// Most faults of a schedule are calls that fail as they should: nobody reads where those came from.
Error.stackTraceLimit = 0;

const deaths = new Map<string, number>();
const result = await runMany(workerData as Share, {
  struck: (point) => deaths.set(point, (deaths.get(point) ?? 0) + 1),
  progress: (done) => parentPort?.postMessage({ done }),
});
parentPort?.postMessage({ ...result, deaths });
