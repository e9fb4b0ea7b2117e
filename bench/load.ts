import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** One request of a load. */
export interface LoadRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A load: every connection sends its own share of the requests, over and over. */
export interface Load {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly seconds: number;
  /** Status that counts; any other spoils the measurement. */
  readonly expect: number;
  /** Requests a second in all; as many as possible when absent. */
  readonly rate?: number;
}

export interface Measured {
  readonly rps: number;
  readonly p99Ms: number;
}

export const CONNECTIONS = 32;

/**
 * Runs the load from a process of its own. Throws when anything but the expected answer came: a figure for refusals would
 * be a figure for nothing.
 */
export const runLoad = async (load: Load): Promise<Measured> => {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const answer = JSON.parse(await text(child.stdout)) as Measured & { problem: string };
  if (answer.problem !== '') throw new Error(`${load.requests[0]?.path}: ${answer.problem}`);
  return { rps: answer.rps, p99Ms: answer.p99Ms };
};

const generate = async (load: Load): Promise<Measured & { problem: string }> => {
  const { default: autocannon } = await import('autocannon');
  let next = 0;
  const share = Math.max(1, Math.floor(load.requests.length / CONNECTIONS));
  const result = await autocannon({
    url: load.url,
    connections: CONNECTIONS,
    duration: load.seconds,
    timeout: 10,
    ...(load.rate !== undefined && { overallRate: load.rate }),
    setupClient: (client) => {
      const from = (next * share) % load.requests.length;
      next += 1;
      client.setRequests(load.requests.slice(from, from + share).map((request) => ({ ...request })));
    },
  });
  const good = result.statusCodeStats[String(load.expect)]?.count ?? 0;
  const bad = Object.entries(result.statusCodeStats)
    .filter(([status]) => status !== String(load.expect))
    .map(([status, { count }]) => `${count} × ${status}`);
  if (result.errors > 0) bad.push(`${result.errors} errors`);
  return { rps: good / result.duration, p99Ms: result.latency.p99, problem: bad.join(', ') };
};

if (import.meta.main) {
  const load = JSON.parse(await text(process.stdin)) as Load;
  process.stdout.write(JSON.stringify(await generate(load)));
}
