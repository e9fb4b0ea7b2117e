import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { allRows } from '@skyport/contract';
import type { Call } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import type { TestApp, TestSession } from '@skyport/server/testing-app';
import { benignOf, PASSWORD } from './benign.ts';
import { brokenBodies, encodedBody, heavyValues, hostileValues, placesOf, withValue, type Body } from './bodies.ts';
import { callGate, type Actor, type Client, type Sent } from './client.ts';
import { rawRoutes, type RawRoute } from './raw-routes.ts';

/** A call may cost so many times its benign body, in processor time of the thread that answers everybody. */
const MOST_TIMES = 20;
/** Benign calls that cost less count as this, in ms: below it, one tick of anything else is most of the cost. */
const LEAST_MS = 1;
const BENIGN_RUNS = 3;
/** A call that seems too dear is made again so often, and its cheapest run counts: garbage is collected at any time. */
const AGAIN = 3;
/** Memory that may be left over once all is done, in bytes. */
const MOST_LEFT = 24 * 1024 ** 2;

const everybody = ['stranger', 'customer', 'yunying', 'admin'] as const satisfies Actor[];

/** How much is tried. */
export interface AttackOptions {
  /** Numbers in [0, 1) that decide which share is tried, and from which address. */
  readonly random: () => number;
  /** Share of the bodies that is sent, 1 for all; of those to raw routes, if it is another one. */
  readonly share: number;
  readonly rawShare?: number;
  /** Paths of the rows and raw routes that are attacked; all when left out. */
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

interface Run extends AttackOptions {
  readonly app: TestApp;
  readonly client: Client;
  readonly failures: string[];
  readonly answers: Map<string, number>;
  /** The dearest call so far: how many times its benign body, and what it was. */
  worst: { times: number; what: string };
}

/**
 * Sends hostile bodies to every row and raw route as everybody, one after the other, and says what each
 * of them did wrong.
 */
export const attack = async (app: TestApp, options: AttackOptions): Promise<AttackResult> => {
  const people = new Map<Actor, TestSession>([
    ['customer', await app.account({ paid: true, password: PASSWORD })],
    ['yunying', await app.account({ type: 'yunying', password: PASSWORD })],
    ['admin', await app.account({ type: 'admin', password: PASSWORD })],
  ]);
  const client: Client = { app, people, random: options.random, sessions: new Map(), calls: 0 };
  const run: Run = {
    ...options,
    app,
    client,
    failures: [],
    answers: new Map(),
    worst: { times: 0, what: '' },
  };
  const isChosen = (path: string): boolean => options.only?.includes(path) !== false;
  const rows = allRows().flatMap(({ row }) => (isChosen(row.path) ? [row] : []));
  const routes = (await rawRoutes(app, people.get('customer')!)).filter(({ path }) => isChosen(path));
  await warmUp(run, rows, routes);
  const before = memory();
  for (const [at, row] of rows.entries()) {
    await attackRow(run, row);
    if (at % 10 === 9)
      run.say(`${at + 1} of ${rows.length} rows, ${client.calls} calls, ${run.failures.length} failures`);
  }
  for (const route of routes) await attackRoute(run, route);
  summarize(run, memory() - before);
  return { calls: client.calls, failures: run.failures, answers: run.answers };
};

/** Once through, so that what is loaded, compiled and kept for good counts for nothing. */
const warmUp = async ({ client }: Run, rows: readonly Call[], routes: readonly RawRoute[]): Promise<void> => {
  for (const row of rows) {
    const body = encodedBody('benign', () => (row.kind === 'call' ? benignOf(row) : {}));
    await callGate(client, row, { actor: 'admin', body });
  }
  for (const { benign, send } of routes) await send(client, benign);
};

/** Answers of the gate that hide what stands behind it, and the share of all calls that may be answered so. */
const HIDING = [
  [String(codes.throttled.code), 0.01, 'limits'],
  ['HTTP 429', 0.01, 'limits of raw routes'],
  [String(codes.stepUpNeeded.code), 0, 'the step-up'],
  [String(codes.captchaNeeded.code), 0.01, 'captchas'],
] as const;

const summarize = ({ client: { calls }, answers, failures, worst, say }: Run, left: number): void => {
  if (left > MOST_LEFT) failures.push(`${Math.round(left / 1024 ** 2)} MB are left over`);
  for (const [answer, most, what] of HIDING) {
    const hidden = answers.get(answer) ?? 0;
    if (hidden > calls * most) failures.push(`${what} hid ${hidden} of ${calls} calls`);
  }
  say(`the dearest call: ${worst.times.toFixed(1)} times, ${worst.what}`);
  say(`${Math.round(left / 1024 ** 2)} MB more than before; answers ${JSON.stringify([...answers])}`);
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
    if (bodies.length === 0) continue;
    const send = (body: Body) => callGate(run.client, row, { actor, body });
    const benign = await costOf(() => send(encodedBody('benign', () => payload)));
    for (const body of bodies)
      await attackWith(run, { what: `${row.path} as ${actor}, ${body.what}`, send: () => send(body), benign });
  }
};

const attackRoute = async (run: Run, { path, benign, hostile, send }: RawRoute): Promise<void> => {
  const requests = hostile.filter(() => run.random() < (run.rawShare ?? run.share));
  if (requests.length === 0) return;
  const cost = await costOf(() => send(run.client, benign));
  for (const request of requests)
    await attackWith(run, {
      what: `${path}, ${request.what}`,
      send: () => send(run.client, request),
      benign: cost,
      isRaw: true,
    });
};

/** The middle one of some runs, in ms. */
const costOf = async (send: () => Promise<Sent>): Promise<number> => {
  const costs: number[] = [];
  for (let n = 0; n < BENIGN_RUNS; n += 1) costs.push((await send()).ms);
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
      encodedBody(`${what} as ${path.join('.') || 'payload'}`, () => withValue(payload, path, value)),
    ),
  );
};

interface Attempt {
  readonly what: string;
  readonly send: () => Promise<Sent>;
  /** Cost of a benign call, in ms. */
  readonly benign: number;
  /** Its answer has no envelope. */
  readonly isRaw?: boolean;
}

const attackWith = async (run: Run, { what, send, benign, isRaw = false }: Attempt): Promise<void> => {
  const fail = (problem: string): void => void run.failures.push(`${what}: ${problem}`);
  const sent = await send();
  const answer = String(sent.code ?? `HTTP ${sent.status}`);
  run.answers.set(answer, (run.answers.get(answer) ?? 0) + 1);
  if (sent.status >= 500) fail(`HTTP ${sent.status}, ${await newestFault(run.app)}`);
  else if (sent.code === undefined && !isRaw) fail(`HTTP ${sent.status} without the envelope`);
  let cost = sent.ms;
  for (let n = 0; n < AGAIN && cost > MOST_TIMES * benign; n += 1) cost = Math.min(cost, (await send()).ms);
  const times = cost / benign;
  if (times > run.worst.times)
    run.worst = { times, what: `${what}: ${cost.toFixed(1)} ms, benign ${benign.toFixed(1)} ms` };
  if (times > MOST_TIMES) fail(`${cost.toFixed(1)} ms, its benign body ${benign.toFixed(1)} ms`);
};

const newestFault = async ({ deps: { db } }: TestApp): Promise<string> => {
  const row = await db.selectFrom('error_log').select('message').orderBy('at', 'desc').executeTakeFirst();
  return row?.message ?? 'of which nothing was written down';
};
