import { codes } from '@skyport/contract/codes';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../gate/app.ts';
import { removeUsedCaptchas } from '../../platform/captcha-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { readEnv } from '../../platform/env.ts';
import { addressAttempts } from '../../platform/attempt-limits.ts';
import { takeAttempts } from '../../platform/attempts.ts';
import { refundAttempts, recordAttempts, removeOldAttempts } from '../../platform/attempts-store.ts';
import { postCall, type PostedAnswer, TEST_SECRET_KEY } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { wire } from '../../wiring.ts';
import { solvedFor } from './captcha-testing.ts';
import { checkPassword } from './password.ts';

/*
 * Guessing, by whoever spreads it: over processes of the panel, spellings and networks of IPv6, accounts, and restarts.
 */

const app = await createTestApp();
const { deps, clock } = app;

/** Another process of the same panel: nothing but the database and the secret is shared. */
const startPanel = async () => {
  const wired = await wire({
    env: readEnv({ LOG_LEVEL: 'silent', PUBLIC_URL: 'http://console.test' }),
    databaseUrl: app.databaseUrl,
    secretKey: TEST_SECRET_KEY,
    consoleDir: undefined,
    checkAnswers: true,
    clock,
  });
  const gate = await createApp(wired.gateParts);
  await gate.app.ready();
  const close = async (): Promise<void> => {
    await gate.app.close();
    await wired.close();
  };
  return { deps: wired.deps, gate, close };
};

type Panel = Awaited<ReturnType<typeof startPanel>>;
const panels: Panel[] = [await startPanel(), await startPanel()];
afterAll(async () => {
  await Promise.all(panels.map((panel) => panel.close()));
  await app.close();
});

/** Every test starts in a network and an hour of its own. */
let network = 0;
beforeEach(() => {
  network += 1;
  clock.advance(HOUR_MS);
});
const v4 = (host: number): string => `10.40.${network}.${host}`;

const password = 'a'.repeat(64);
const wrong = 'b'.repeat(64);
const LOG_IN = '/api/user/login';

const post = async (
  path: string,
  payload: object,
  { address, panel = panels[0]! }: { address: string; panel?: Panel },
): Promise<PostedAnswer['answer']> => (await postCall(panel.gate, path, { payload, address })).answer;
const askFrom = (address: string) => (path: string, payload: object) => post(path, payload, { address });

/** How often each code was answered. */
const tally = (answers: readonly { code: number }[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ code }) => code)].map(([code, all]) => [code, all.length] as const));
const takenOf = (outcomes: readonly object[]): number => outcomes.filter((outcome) => 'taken' in outcome).length;

test('a hundred tries at once through two processes, in every spelling, are twenty; a restart gives none back', async () => {
  const spelling = (n: number): string =>
    [`2001:db8:${network}::${n + 1}`, `2001:0DB8:${network}:0000::${n}:1`, `2001:db8:${network}:0:0:0:0:${n}`][n % 3]!;
  const take = (panel: Panel, address: string) => takeAttempts(panel.deps, addressAttempts('handoff.address', address));
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => take(panels[n % 2]!, spelling(n))));
  expect(takenOf(outcomes)).toBe(20);
  await panels[1]!.close();
  panels[1] = await startPanel();
  expect(await take(panels[1], spelling(1))).toEqual({ kind: 'handoff.address', over: 'wait' });
  clock.advance(HOUR_MS);
  expect(takenOf([await take(panels[1], spelling(1))])).toBe(1);
});

test('who walks through the /64s of a /48 gets eight times the limit of one, and a neighbour is not touched', async () => {
  const take = (n: number) =>
    takeAttempts(panels[n % 2]!.deps, addressAttempts('handoff.address', `2001:db8:${network}:${n.toString(16)}::1`));
  const outcomes = [];
  for (let n = 0; n < 200; n += 20) {
    outcomes.push(...(await Promise.all(Array.from({ length: 20 }, (_, of) => take(n + of)))));
  }
  expect(takenOf(outcomes)).toBe(160);
  expect(takenOf([await takeAttempts(deps, addressAttempts('handoff.address', `2001:db8:${network + 1}::1`))])).toBe(1);
});

test('what was right is given back, and what no window holds any more is forgotten', async () => {
  const tries = addressAttempts('handoff.address', v4(1));
  const taken = await recordAttempts(deps.db, tries, { at: clock.now(), ids: deps.ids });
  await refundAttempts(deps.db, taken);
  await recordAttempts(deps.db, tries, { at: new Date(clock.now().getTime() - 3 * DAY_MS), ids: deps.ids });
  await removeOldAttempts(deps.db, clock.now());
  expect(await deps.db.selectFrom('tries').select('key').where('key', '=', v4(1)).execute()).toEqual([]);
});

test('log-in: five failures of a client, through both processes together, and a captcha is asked for', async () => {
  const user = await app.account({ password });
  const address = v4(1);
  const guesses = Array.from({ length: 20 }, (_, n) =>
    post(LOG_IN, { email: user.email, password: wrong }, { address, panel: panels[n % 2]! }),
  );
  expect(tally(await Promise.all(guesses))).toEqual({ [codes.loginFailed.code]: 5, [codes.captchaNeeded.code]: 15 });
  const right = { email: user.email, password };
  expect((await post(LOG_IN, right, { address, panel: panels[1]! })).code).toBe(codes.captchaNeeded.code);
  expect((await post(LOG_IN, right, { address: v4(2) })).code).toBe(0);
  const captcha = await solvedFor(askFrom(address), LOG_IN);
  expect((await post(LOG_IN, { ...right, captcha }, { address, panel: panels[1]! })).code).toBe(0);
});

test('log-in: right passwords count nowhere', async () => {
  const user = await app.account({ password });
  for (let n = 0; n < 8; n += 1) {
    expect((await post(LOG_IN, { email: user.email, password }, { address: v4(1) })).code).toBe(0);
  }
});

test('log-in: with captchas too, ten failures at one account from one client are a wait of a quarter of an hour', async () => {
  const user = await app.account({ password });
  const address = v4(1);
  const guess = async (secret: string) => {
    const captcha = await solvedFor(askFrom(address), LOG_IN);
    return post(LOG_IN, { email: user.email, password: secret, captcha }, { address });
  };
  for (let n = 0; n < 10; n += 1) expect((await guess(wrong)).code).toBe(codes.loginFailed.code);
  expect(await guess(password)).toMatchObject({ code: codes.throttled.code, msg: '尝试过多，请稍后再试' });
  clock.advance(15 * MINUTE_MS);
  expect((await guess(password)).code).toBe(0);
});

test('log-in: twenty failures at one account from anywhere ask for a captcha and never lock its owner out', async () => {
  const user = await app.account({ password });
  for (let n = 0; n < 20; n += 1) {
    const answer = await post(LOG_IN, { email: user.email, password: wrong }, { address: v4(10 + n) });
    expect(answer.code).toBe(codes.loginFailed.code);
  }
  const [right, address] = [{ email: user.email, password }, v4(1)];
  expect((await post(LOG_IN, right, { address })).code).toBe(codes.captchaNeeded.code);
  const captcha = await solvedFor(askFrom(address), LOG_IN);
  expect((await post(LOG_IN, { ...right, captcha }, { address })).code).toBe(0);
});

test('a solution is good once in all processes, for its call, its client and five minutes only', async () => {
  const [user, address] = [await app.account({ password }), v4(1)];
  const right = { email: user.email, password };
  await recordAttempts(deps.db, Array(5).fill(addressAttempts('login.address', address)[0]), {
    at: clock.now(),
    ids: deps.ids,
  });
  const fresh = () => solvedFor(askFrom(address), LOG_IN);
  const logIn = async (captcha: object | undefined, panel = panels[0]!) =>
    (await post(LOG_IN, { ...right, ...(captcha && { captcha }) }, { address, panel })).code;
  const needed = codes.captchaNeeded.code;
  expect(await logIn(undefined)).toBe(needed);

  const once = await fresh();
  const twice = await Promise.all(Array.from({ length: 10 }, (_, n) => logIn(once, panels[n % 2]!)));
  expect(twice.filter((code) => code === 0)).toHaveLength(1);
  expect(twice.filter((code) => code === needed)).toHaveLength(9);

  expect(await logIn(await solvedFor(askFrom(address), '/api/user/signup'))).toBe(needed);
  expect(await logIn(await solvedFor(askFrom(v4(2)), LOG_IN))).toBe(needed);
  const good = await fresh();
  const forged = [
    { ...good, number: good.number + 1 },
    { ...good, salt: good.salt.replace(/expires=\d+/, 'expires=9999999999') },
    { ...good, signature: 'a'.repeat(64) },
  ];
  for (const solution of forged) expect(await logIn(solution)).toBe(needed);
  for (const malformed of [{ ...good, number: -1 }, { ...good, algorithm: 'SHA-1' }, {}]) {
    expect(await logIn(malformed)).toBe(codes.invalidPayload.code);
  }
  clock.advance(5 * MINUTE_MS);
  expect(await logIn(good)).toBe(needed);
});

test('a clock that is put back lets no solution be used twice', async () => {
  const [user, address] = [await app.account({ password }), v4(1)];
  await recordAttempts(deps.db, Array(5).fill(addressAttempts('login.address', address)[0]), {
    at: clock.now(),
    ids: deps.ids,
  });
  const captcha = await solvedFor(askFrom(address), LOG_IN);
  const logIn = async () => (await post(LOG_IN, { email: user.email, password, captcha }, { address })).code;
  expect(await logIn()).toBe(0);
  await removeUsedCaptchas(deps.db, new Date(clock.now().getTime() + 23 * HOUR_MS));
  expect(await logIn()).toBe(codes.captchaNeeded.code);
  await removeUsedCaptchas(deps.db, new Date(clock.now().getTime() + 25 * HOUR_MS));
  expect(await deps.db.selectFrom('captchas_used').selectAll().execute()).toEqual([]);
});

test('challenges are made for the calls that may ask for one, and for no others', async () => {
  const ask = (call: string) => post('/api/user/captcha', { call }, { address: v4(1) });
  expect((await ask(LOG_IN)).data).toMatchObject({ algorithm: 'SHA-256', maxnumber: 50_000 });
  expect((await ask('/api/user/logout')).code).toBe(codes.invalidPayload.code);
});

test('sign-up: from the fourth of a client and day on a captcha is asked for', async () => {
  const address = v4(1);
  const signUp = (more: object = {}) =>
    post('/api/user/signup', { email: `fourth${(counter += 1)}@example.com`, password, ...more }, { address });
  for (let n = 0; n < 3; n += 1) expect((await signUp()).code).toBe(0);
  expect((await signUp()).code).toBe(codes.captchaNeeded.code);
  const captcha = await solvedFor(askFrom(address), '/api/user/signup');
  expect((await signUp({ captcha })).code).toBe(0);
  clock.advance(DAY_MS);
  expect((await signUp()).code).toBe(0);
});
let counter = 0;

test('sign-up: a day with far more new accounts than usual asks everybody for a captcha', async () => {
  clock.advance(2 * DAY_MS);
  for (let n = 0; n < 30; n += 1) await app.account();
  const address = v4(1);
  const form = { email: 'crowded@example.com', password };
  expect((await post('/api/user/signup', form, { address })).code).toBe(codes.captchaNeeded.code);
  const captcha = await solvedFor(askFrom(address), '/api/user/signup');
  expect((await post('/api/user/signup', { ...form, captcha }, { address })).code).toBe(0);
});

test('mailed keys, hand-off tokens and set-up codes: twenty wrong ones of a client an hour', async () => {
  const address = v4(1);
  const confirm = async (): Promise<number> => {
    const url = `/api/user/change_password?serial_id=${deps.ids.next()}&key=${deps.ids.token()}`;
    return (await panels[0]!.gate.app.inject({ url, remoteAddress: address })).json<{ Code: number }>().Code;
  };
  const handoff = async () =>
    (await post('/api/user/handoff_exchange', { token: `h.${deps.ids.token()}` }, { address })).code;
  const setup = async () =>
    (await post('/api/user/setup_admin', { email: 'x@example.com', password, code: deps.ids.key(32) }, { address }))
      .code;
  for (const [guess, said] of [
    [confirm, codes.notFound.code],
    [handoff, codes.handoffDead.code],
    [setup, codes.notFound.code],
  ] as const) {
    for (let n = 0; n < 20; n += 1) expect(await guess()).toBe(said);
    expect(await guess()).toBe(codes.throttled.code);
    clock.advance(MINUTE_MS * 2);
  }
});

test('whoever meets a full queue of passwords has used up no try', async () => {
  const user = await app.account({ password });
  let full = true;
  const fill = async (): Promise<void> => {
    while (full) await checkPassword(undefined, wrong, deps).catch(() => new Promise((resolve) => setTimeout(resolve)));
  };
  const filling = Array.from({ length: 60 }, fill);
  try {
    const answers = [
      await app.call(LOG_IN, { email: user.email, password }),
      await app.call('/api/user/setup_admin', { email: 'first@example.com', password, code: 'code' }),
      await app.call('/api/user/change_use_info', { email: 'third@example.com', password }, user),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array(3).fill(codes.throttled.code));
  } finally {
    full = false;
    await Promise.all(filling);
  }
  const counted = deps.db.selectFrom('tries').select(['kind', 'key']).where('at', '=', clock.now());
  expect(await counted.execute()).toEqual([]);
});
