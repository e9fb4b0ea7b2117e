import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allRows } from '@skyport/contract';
import type { Call } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import { readAnswer } from '@skyport/contract/client';
import { makeSession, type TestApp, type TestSession } from '@skyport/server/testing-app';
import { benignOf, PASSWORD } from './benign.ts';
import { brokenBodies, heavyValues, hostileValues, placesOf, sealedBody, withValue, type Body } from './bodies.ts';

/** A call may cost so many times its benign body, in processor time of the thread that answers everybody. */
const MOST_TIMES = 20;
/** Benign calls that cost less count as this, in ms: below it, one tick of anything else is most of the cost. */
const LEAST_MS = 1;
const BENIGN_RUNS = 3;
/** A call that seems too dear is made again so often, and its cheapest run counts: garbage is collected at any time. */
const AGAIN = 3;
/** Memory that may be left over once all is done, in bytes. */
const MOST_LEFT = 24 * 1024 ** 2;
/** The clock goes on between calls, so that limits of the gate do not hide what stands behind them. */
const PAUSE_MS = 8000;
const GUESS_PAUSE_MS = 6 * 3_600_000;
/** Calls after which the actors have new sessions: bodies that happen to be right may end them. */
const FRESH_AFTER = 12;

const everybody = ['stranger', 'customer', 'yunying', 'admin'] as const;
export type Actor = (typeof everybody)[number];

/** How much is tried. */
export interface AttackOptions {
  /** Numbers in [0, 1) that decide which share is tried, and from which address. */
  readonly random: () => number;
  /** Share of the bodies that is sent, 1 for all. */
  readonly share: number;
  /** Paths of the rows that are attacked; all when left out. */
  readonly only?: readonly string[] | undefined;
  /** Who attacks them; everybody when left out. */
  readonly actors?: readonly Actor[] | undefined;
  readonly say: (line: string) => void;
}

export interface AttackResult {
  readonly calls: number;
  readonly failures: readonly string[];
  /** How many calls were answered with each code or HTTP status. */
  readonly answers: ReadonlyMap<string, number>;
}

/** What one call gave and cost. */
interface Sent {
  readonly status: number;
  readonly code: number | undefined;
  readonly ms: number;
}

interface Run extends AttackOptions {
  readonly app: TestApp;
  readonly people: ReadonlyMap<Actor, TestSession>;
  readonly failures: string[];
  readonly answers: Map<string, number>;
  /** The dearest call so far: how many times its benign body, and what it was. */
  worst: { times: number; what: string };
  /** Cookies by actor. */
  cookies: ReadonlyMap<Actor, string>;
  calls: number;
}

/** Sends hostile bodies to every row as everybody, one after the other, and says what each of them did wrong. */
export const attack = async (app: TestApp, options: AttackOptions): Promise<AttackResult> => {
  const people = new Map<Actor, TestSession>([
    ['customer', await app.account({ paid: true, password: PASSWORD })],
    ['yunying', await app.account({ type: 'yunying', password: PASSWORD })],
    ['admin', await app.account({ type: 'admin', password: PASSWORD })],
  ]);
  const run: Run = {
    ...options,
    app,
    people,
    failures: [],
    answers: new Map(),
    cookies: new Map(),
    calls: 0,
    worst: { times: 0, what: '' },
  };
  const rows = allRows().flatMap(({ row }) => (options.only?.includes(row.path) === false ? [] : [row]));
  // Once through, so that what is loaded, compiled and kept for good counts for nothing.
  for (const row of rows)
    await send(
      run,
      row,
      'admin',
      sealedBody('benign', () => (row.kind === 'call' ? benignOf(row) : {})),
    );
  const before = memory();
  for (const [at, row] of rows.entries()) {
    await attackRow(run, row);
    if (at % 10 === 9) run.say(`${at + 1} of ${rows.length} rows, ${run.calls} calls, ${run.failures.length} failures`);
  }
  const left = memory() - before;
  if (left > MOST_LEFT) run.failures.push(`${Math.round(left / 1024 ** 2)} MB are left over`);
  const limited = run.answers.get(String(codes.throttled.code)) ?? 0;
  if (limited > run.calls / 100) run.failures.push(`limits hid ${limited} of ${run.calls} calls`);
  run.say(`the dearest call: ${run.worst.times.toFixed(1)} times, ${run.worst.what}`);
  run.say(`${Math.round(left / 1024 ** 2)} MB more than before; answers ${JSON.stringify([...run.answers])}`);
  return { calls: run.calls, failures: run.failures, answers: run.answers };
};

/** Bytes that are held once the garbage is gone. */
const memory = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let n = 0; n < 3; n += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const attackRow = async (run: Run, row: Call): Promise<void> => {
  const payload = row.kind === 'call' ? benignOf(row) : {};
  for (const actor of run.actors ?? everybody) {
    const all = [...brokenBodies, ...(mayPass(row, actor) ? wrongValues(row, payload) : [])];
    const bodies = all.filter(() => run.random() < run.share);
    const benign = bodies.length === 0 ? 0 : await costOfBenign(run, row, actor, payload);
    for (const body of bodies) await attackWith(run, { row, actor, body, benign });
  }
};

const costOfBenign = async (run: Run, row: Call, actor: Actor, payload: object): Promise<number> => {
  const body = sealedBody('benign', () => payload);
  const costs: number[] = [];
  for (let n = 0; n < BENIGN_RUNS; n += 1) costs.push((await send(run, row, actor, body)).ms);
  return Math.max(LEAST_MS, costs.toSorted((x, y) => x - y)[Math.floor(BENIGN_RUNS / 2)] ?? 0);
};

/** Whether an actor gets as far as the payload of a row. */
const mayPass = ({ kind, access: { role } }: Call, actor: Actor): boolean => {
  if (kind !== 'call') return false;
  if (role === 'anyone') return true;
  if (role === 'account' || role === 'customer') return actor !== 'stranger';
  return actor === 'admin' || (role === 'yunying' && actor === 'yunying');
};

const wrongValues = (row: Call, payload: unknown): Body[] => {
  const staff = row.access.role === 'admin' || row.access.role === 'yunying';
  const values = [...hostileValues, ...(staff ? heavyValues : [])];
  const places = [[], ['not_in_the_contract'], ...placesOf(payload)];
  return places.flatMap((path) =>
    values.map(([what, value]) =>
      sealedBody(`${what} as ${path.join('.') || 'payload'}`, () => withValue(payload, path, value)),
    ),
  );
};

interface Attempt {
  readonly row: Call;
  readonly actor: Actor;
  readonly body: Body;
  /** Cost of a benign call, in ms. */
  readonly benign: number;
}

const attackWith = async (run: Run, { row, actor, body, benign }: Attempt): Promise<void> => {
  const fail = (problem: string): void => void run.failures.push(`${row.path} as ${actor}, ${body.what}: ${problem}`);
  const sent = await send(run, row, actor, body);
  const answer = String(sent.code ?? `HTTP ${sent.status}`);
  run.answers.set(answer, (run.answers.get(answer) ?? 0) + 1);
  if (sent.status >= 500) fail(`HTTP ${sent.status}, ${await newestFault(run.app)}`);
  else if (sent.code === undefined) fail(`HTTP ${sent.status} without the envelope`);
  let cost = sent.ms;
  for (let n = 0; n < AGAIN && cost > MOST_TIMES * benign; n += 1) {
    cost = Math.min(cost, (await send(run, row, actor, body)).ms);
  }
  const times = cost / benign;
  if (times > run.worst.times) {
    run.worst = {
      times,
      what: `${row.path} as ${actor}, ${body.what}: ${cost.toFixed(1)} ms, benign ${benign.toFixed(1)} ms`,
    };
  }
  if (times > MOST_TIMES) fail(`${cost.toFixed(1)} ms, its benign body ${benign.toFixed(1)} ms`);
};

const newestFault = async ({ deps: { db } }: TestApp): Promise<string> => {
  const row = await db.selectFrom('error_log').select('message').orderBy('at', 'desc').executeTakeFirst();
  return row?.message ?? 'of which nothing was written down';
};

/** One request through the real gate. Its cost is the processor time of this thread, which nothing else uses meanwhile. */
const send = async (run: Run, row: Call, actor: Actor, body: Body): Promise<Sent> => {
  const { app, random } = run;
  if (run.calls % FRESH_AFTER === 0) run.cookies = await freshCookies(run);
  run.calls += 1;
  app.clock.advance(row.rate === 'guess' ? GUESS_PAUSE_MS : PAUSE_MS);
  const cookie = run.cookies.get(actor);
  const payload = body.text();
  const began = process.threadCpuUsage();
  const response = await app.gate.app.inject({
    method: 'POST',
    url: row.path,
    remoteAddress: `10.${[0, 0, 0].map(() => Math.floor(random() * 250) + 1).join('.')}`,
    headers: {
      host: 'console.test',
      ...(body.type !== undefined && { 'content-type': body.type }),
      ...(cookie !== undefined && { cookie }),
    },
    payload,
  });
  const { user, system } = process.threadCpuUsage(began);
  return { status: response.statusCode, code: codeOf(response.body), ms: (user + system) / 1000 };
};

const codeOf = (text: string): number | undefined => {
  try {
    return readAnswer(JSON.parse(text)).code;
  } catch {
    return undefined;
  }
};

/** Sessions of this moment. */
const freshCookies = async ({ app, people }: Run): Promise<ReadonlyMap<Actor, string>> => {
  const cookies = new Map<Actor, string>();
  for (const [actor, { userId }] of people) cookies.set(actor, (await makeSession(app.deps, userId)).cookie);
  return cookies;
};
