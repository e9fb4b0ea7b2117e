import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAnswerReader } from './answer-reader.ts';
import { createLatencies } from './latencies.ts';

/** One request of a load. */
export interface LoadRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'HEAD';
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
  /**
   * Share of the highest load, which is measured right before: requests are sent when they are due, whether earlier
   * ones are answered or not. Without it, as many as possible.
   */
  readonly share?: number;
}

export interface Measured {
  readonly rps: number;
  /** From the instant a request was due (with a share) or sent to the last byte of its answer. */
  readonly p99Ms: number;
}

export const CONNECTIONS = 32;

/** Seconds in which this process' own first answers become quick, and those in which the highest load is measured. */
const LEAD_SECONDS = 1;
/** How long the last answers are waited for. */
const PATIENCE_MS = 3000;

/**
 * Runs the load from a process of its own. Throws when anything but the expected answer came: a figure for refusals
 * would be a figure for nothing.
 */
export const runLoad = async (load: Load): Promise<Measured> => {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const answer = JSON.parse(await text(child.stdout)) as Measured & { problem: string };
  if (answer.problem !== '') throw new Error(`${load.requests[0]?.path}: ${answer.problem}`);
  return { rps: answer.rps, p99Ms: answer.p99Ms };
};

const bytesOf = ({ method = 'GET', path, headers = {}, body = '' }: LoadRequest, host: string): Buffer => {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
};

/** A connection that is busy with one request at most. */
interface Line {
  readonly socket: Socket;
  /** The next request of its share. */
  readonly next: () => Buffer;
  /** When the request under way was due; undefined while there is none. */
  since: number | undefined;
}

/**
 * The load itself. Written on bare sockets: a general HTTP client spends more on each answer than the servers it is to
 * measure, on a machine that they all share, and then every server looks equally slow.
 */
const generate = async (load: Load): Promise<Measured & { problem: string }> => {
  const { hostname, port, host } = new URL(load.url);
  const bytes = load.requests.map((request) => bytesOf(request, host));
  const latencies = createLatencies();
  const statuses = new Map<number, number>();
  const problems = new Map<string, number>();
  const count = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const waiting: number[] = [];
  const idle: Line[] = [];
  let running = true;
  let rate: number | undefined;
  // The times of what is asked before it do not count.
  let began = Infinity;

  const send = (line: Line, since: number): void => {
    line.since = since;
    line.socket.write(line.next());
  };
  const release = (line: Line): void => {
    if (!running) return;
    if (rate === undefined) return send(line, performance.now());
    const due = waiting.shift();
    if (due === undefined) idle.push(line);
    else send(line, due);
  };
  const pick = (due: number): void => {
    const line = idle.pop();
    if (line) send(line, due);
    else waiting.push(due);
  };
  const open = (share: readonly Buffer[]): Promise<Line> => {
    let at = 0;
    const isHead = load.requests[0]?.method === 'HEAD';
    const reader = createAnswerReader(isHead, (status) => {
      if (line.since === undefined) return count(problems, 'answer without a request');
      if (running) count(statuses, status);
      if (line.since >= began) latencies.note(performance.now() - line.since);
      line.since = undefined;
      return release(line);
    });
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(1 << 18), callback: (size, buffer) => reader(buffer as Buffer, size) },
    });
    const line: Line = { socket, next: () => share[at++ % share.length]!, since: undefined };
    socket.on('close', () => running && count(problems, 'connection closed'));
    return new Promise((resolve, reject) => {
      socket.once('error', reject).once('connect', () => resolve(line));
      socket.on('error', (error) => running && count(problems, error.message));
    });
  };
  const size = Math.max(1, Math.floor(bytes.length / CONNECTIONS));
  const lines = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) => {
      const from = (index * size) % bytes.length;
      return open(bytes.slice(from, from + size));
    }),
  );
  for (const line of lines) release(line);
  const goodPerSecond = async (seconds: number): Promise<number> => {
    statuses.clear();
    const from = performance.now();
    await (rate === undefined ? sleep(seconds * 1000) : sendAtRate(rate, seconds, pick));
    return ((statuses.get(load.expect) ?? 0) * 1000) / (performance.now() - from);
  };
  if (load.share !== undefined) {
    await sleep(LEAD_SECONDS * 1000);
    rate = load.share * (await goodPerSecond(LEAD_SECONDS));
  }
  began = performance.now();
  const rps = await goodPerSecond(load.seconds);
  const patience = performance.now() + PATIENCE_MS;
  // The slowest answers are those that are still to come.
  while (rate !== undefined && idle.length < lines.length && performance.now() < patience) await sleep(10);
  running = false;
  for (const { socket } of lines) socket.destroy();
  const bad = [...statuses].filter(([status]) => status !== load.expect).map(([status, n]) => `${n} × ${status}`);
  const other = [...problems].map(([problem, n]) => `${n} × ${problem}`);
  if (rps === 0) other.push('no answer that counts');
  if (waiting.length > 0) other.push(`${waiting.length} × no answer at all`);
  return { rps, p99Ms: latencies.at(0.99), problem: [...bad, ...other].join(', ') };
};

/** Calls `pick` with the instant each request is due, a millisecond at a time. */
const sendAtRate = async (rate: number, seconds: number, pick: (due: number) => void): Promise<void> => {
  const apart = 1000 / rate;
  const began = performance.now();
  const end = began + seconds * 1000;
  for (let due = began; due < end;) {
    await sleep(1);
    const now = performance.now();
    for (; due <= now && due < end; due += apart) pick(due);
  }
};

if (import.meta.main) {
  const load = JSON.parse(await text(process.stdin)) as Load;
  process.stdout.write(JSON.stringify(await generate(load)));
}
