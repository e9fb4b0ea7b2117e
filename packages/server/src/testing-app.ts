import { decodeEnvelope, encodeEnvelope, type Answer } from '@skyport/contract/envelope';
import type { Settings } from '@skyport/contract/settings-table';
import { createAccount, hashPassword } from './accounts/index.ts';
import { createApp } from './gate/app.ts';
import type { Gate } from './gate/gate.ts';
import { DAY_MS, type Clock } from './platform/clock.ts';
import type { AccountType, Deps } from './platform/deps.ts';
import { readEnv } from './platform/env.ts';
import { createIds, systemRandom } from './platform/ids.ts';
import { sha256 } from './platform/secrets.ts';
import { changeSettings, type LivingSettingsReader } from './settings/index.ts';
import { wire } from './wiring.ts';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  set(instant: Date): void;
  advance(ms: number): void;
}

/** A clock at an instant, by default Saturday 21 November 2026, 12:00 in Shanghai. */
export const testClock = (start = new Date('2026-11-21T04:00:00Z')): TestClock => {
  let current = start;
  return {
    now: () => current,
    set: (instant) => {
      current = instant;
    },
    advance: (ms) => {
      current = new Date(current.getTime() + ms);
    },
  };
};

/** Both session parts of somebody, as a browser would send them. */
export interface TestSession {
  readonly userId: string;
  readonly num: number;
  readonly email: string;
  readonly token: string;
  readonly cookie: string;
}

/** What an answer was: HTTP status and the opened envelope. */
export interface TestAnswer extends Answer<TestData> {
  readonly status: number;
}

/** Whatever an answer holds: tests look into it freely. */
// oxlint-disable-next-line typescript/no-explicit-any -- the schema of every answer is checked by the gate in tests
export type TestData = any;

/** The product behind its gate, on a database of its own, without a listening socket. */
export interface TestApp {
  readonly gate: Gate;
  readonly deps: Deps;
  readonly clock: TestClock;
  readonly databaseUrl: string;
  /** One call, optionally with a session (or a bare Cookie header). */
  call(path: string, payload?: unknown, session?: TestSession | string): Promise<TestAnswer>;
  /** Makes an account and a session of it, without going through sign-up. */
  account(traits?: AccountTraits): Promise<TestSession>;
  /** Changes settings past the gate, and has this process know them at once. */
  changeSettings(changes: Partial<Settings>): Promise<void>;
  close(): Promise<void>;
}

/** What a call of a test carries beside its path: headers are added to those of every call, or replace them. */
export interface PostedCall {
  readonly payload?: unknown;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came back: HTTP status, the opened envelope, and the cookies that it sets. */
export interface PostedAnswer {
  readonly status: number;
  readonly answer: Answer<TestData>;
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly httpOnly?: boolean }[];
}

/** What an account of a test is like; unpaid and of type normal unless said otherwise. */
export interface AccountTraits {
  readonly email?: string;
  readonly type?: AccountType | 'none';
  readonly paid?: boolean;
  readonly isAgencyUser?: boolean;
  readonly disabled?: boolean;
  /** Hex SHA-256 as the page would send it. */
  readonly password?: string;
  /** Its session has passed a step-up that never ends: for tests of what comes after it. */
  readonly steppedUp?: boolean;
}

/** SECRET_KEY of every installation in tests. */
export const TEST_SECRET_KEY = 'a key for tests that is long enough to be taken';

let counter = 0;

/** Sessions whose step-up never ends, as hex of the stored hash: a stored one would end while the clock is moved. */
const steppedUp = new Set<string>();

/**
 * Starts the product on a migrated database. Answers are checked against their schemas, refusals against their rows.
 * Knows nothing of a test runner, so that provers can use it as well.
 */
export const startTestApp = async (databaseUrl: string, environment: Record<string, string> = {}): Promise<TestApp> => {
  const clock = testClock();
  const wired = await wire({
    env: readEnv({ LOG_LEVEL: 'silent', PUBLIC_URL: 'http://console.test', ...environment }),
    databaseUrl,
    secretKey: environment.SECRET_KEY ?? TEST_SECRET_KEY,
    consoleDir: undefined,
    checkAnswers: true,
    clock,
    // What a call notes is stored when it has answered.
    gatherMs: 0,
  });
  const { stepUp } = wired.gateParts;
  const gate = await createApp({
    ...wired.gateParts,
    stepUp: async (given) => (steppedUp.has(given.account.session.toString('hex')) ? 'right' : stepUp(given)),
  });
  await gate.app.ready();
  return {
    gate,
    deps: wired.deps,
    clock,
    databaseUrl,
    call: (path, payload = {}, session) => callApp(gate, path, payload, session),
    account: (traits = {}) => makeAccount(wired.deps, traits),
    changeSettings: async (changes) => {
      const { db, secrets, settings } = wired.deps;
      await changeSettings(db, changes, { at: clock.now(), secrets });
      await (settings as LivingSettingsReader).refresh();
    },
    close: async () => {
      await gate.app.close();
      await wired.close();
    },
  };
};

/** One call as a page sends it, with the address and headers of whoever a test plays. */
export const postCall = async (
  gate: Pick<Gate, 'app'>,
  path: string,
  { payload = {}, address, headers }: PostedCall,
): Promise<PostedAnswer> => {
  const response = await gate.app.inject({
    method: 'POST',
    url: path,
    ...(address !== undefined && { remoteAddress: address }),
    headers: { 'content-type': 'application/json', host: 'console.test', ...headers },
    payload: JSON.stringify({ data: encodeEnvelope(payload) }),
  });
  const answer = decodeEnvelope(response.json<{ data: string }>().data) as Answer<TestData>;
  return { status: response.statusCode, answer, cookies: response.cookies };
};

const callApp = async (
  gate: Gate,
  path: string,
  payload: unknown,
  session: TestSession | string | undefined,
): Promise<TestAnswer> => {
  const cookie = typeof session === 'string' ? session : session?.cookie;
  const { status, answer } = await postCall(gate, path, { payload, ...(cookie && { headers: { cookie } }) });
  return { status, ...answer };
};

const makeAccount = async (deps: Deps, traits: AccountTraits): Promise<TestSession> => {
  counter += 1;
  const email = traits.email ?? `person${counter}@example.com`;
  const passwordHash = traits.password ? await hashPassword(traits.password, deps) : 'no password';
  const type = traits.type === 'none' ? undefined : (traits.type ?? 'normal');
  const made = await createAccount(deps.db, { email, passwordHash, type: type ?? 'normal' }, deps);
  if (!made) throw new Error(`${email} exists already`);
  await deps.db
    .updateTable('users')
    .set({
      ...(type === undefined && { type: null }),
      paid: traits.paid ?? false,
      is_agency_user: traits.isAgencyUser ?? false,
      disabled: traits.disabled ?? false,
    })
    .where('id', '=', made.id)
    .execute();
  const { num } = await deps.db.selectFrom('users').select('num').where('id', '=', made.id).executeTakeFirstOrThrow();
  const session = await makeSession(deps, made.id, traits.steppedUp);
  return { userId: made.id, num, email, ...session };
};

/** A live session of an account, 30 days idle at most; with `stays` its step-up never ends. */
export const makeSession = async (
  deps: Deps,
  userId: string,
  stays = false,
): Promise<{ token: string; cookie: string }> => {
  const ids = createIds(deps.clock, systemRandom);
  const [token, secret] = [ids.token(), ids.token()];
  const now = deps.clock.now();
  if (stays) steppedUp.add(sha256(token).toString('hex'));
  await deps.db
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      secret_hash: sha256(secret),
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      idle_seconds: (30 * DAY_MS) / 1000,
      expires_at: new Date(now.getTime() + 180 * DAY_MS),
    })
    .execute();
  return { token, cookie: `token=${token}; sb=${secret}` };
};
