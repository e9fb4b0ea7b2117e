import { allRows } from '@skyport/contract';
import { codes } from '@skyport/contract/codes';
import { MAX_REQUEST_TEXT, decodeEnvelope, encodeEnvelope } from '@skyport/contract/envelope';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { makeSession, type TestApp, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

describe('the gate', () => {
  let app: TestApp;
  let person: TestSession;
  let admin: TestSession;
  beforeAll(async () => {
    app = await createTestApp();
    person = await app.account();
    admin = await app.account({ type: 'admin' });
  });
  afterAll(() => app.close());

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    app.gate.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', host: 'console.test', ...headers },
      payload: body,
    });
  const codeOf = (text: string): number => (decodeEnvelope(JSON.parse(text).data) as { code: number }).code;
  const logIn = '/api/user/login';

  test('unknown paths and methods answer 404 with the envelope', async () => {
    const response = await post('/api/no/such/thing', '{}');
    expect([response.statusCode, codeOf(response.body)]).toEqual([404, codes.notFound.code]);
    const got = await app.gate.app.inject({ method: 'GET', url: logIn });
    expect([got.statusCode, codeOf(got.body)]).toEqual([404, codes.notFound.code]);
  });

  test.each([
    ['no body', ''],
    ['not JSON', '{'],
    ['no data', '{}'],
    ['a number as data', '{"data":5}'],
    ['malformed base64', '{"data":"%%%"}'],
    ['base64 of no JSON', `{"data":"${btoa('hello')}"}`],
    ['bytes that are not UTF-8', `{"data":"${btoa('"\xff\xfe"')}"}`],
    ['a NUL', JSON.stringify({ data: encodeEnvelope({ email: 'a\u0000b', password: 'x' }) })],
    ['an array', JSON.stringify({ data: encodeEnvelope([1, 2]) })],
    ['wrong types', JSON.stringify({ data: encodeEnvelope({ email: 5, password: {} }) })],
    ['a prototype key', JSON.stringify({ data: btoa('{"__proto__":{"email":"a"}}') })],
  ])('a body with %s is refused with 1100', async (_name, body) => {
    const response = await post(logIn, body);
    expect([response.statusCode, codeOf(response.body)]).toEqual([200, codes.invalidPayload.code]);
  });

  test.each([
    ['/api/user/login', 16],
    ['/api/coupon/redeem_coupon', 64],
    ['/api/rules/save', 512],
  ])('an oversized body to %s is refused with 413 and the envelope', async (path, kilobytes) => {
    const around = '{"data":""}'.length;
    const bodyOf = (bytes: number): string => `{"data":"${'A'.repeat(bytes - around)}"}`;
    const refused = await post(path, bodyOf(kilobytes * 1024 + 1));
    expect([refused.statusCode, codeOf(refused.body)]).toEqual([413, codes.invalidPayload.code]);
    expect((await post(path, bodyOf(kilobytes * 1024))).statusCode).toBe(200);
  });

  test('no text of a request is longer than the longest of the contract, wherever it stands', async () => {
    const longest = 'x'.repeat(MAX_REQUEST_TEXT);
    const answerTo = async (payload: object): Promise<unknown> =>
      decodeEnvelope(
        JSON.parse((await post('/api/host/get', JSON.stringify({ data: encodeEnvelope(payload) }))).body).data,
      );
    expect(await answerTo({ anything: [longest] })).toMatchObject({ code: 0 });
    for (const payload of [{ anything: [{ deep: `${longest}x` }] }, { ['k'.repeat(101)]: 1 }]) {
      expect(await answerTo(payload)).toMatchObject({ code: codes.invalidPayload.code, msg: '文本过长' });
    }
  });

  test.each([
    ['address', `/api/host/get?${'q'.repeat(2048)}`, {}],
    ['Referer', '/api/host/get', { referer: `http://console.test/${'r'.repeat(4096)}` }],
    ['Cookie', '/api/host/get', { cookie: `token=${'c'.repeat(4096)}` }],
    ['name of a header', '/api/host/get', { ['h'.repeat(4097)]: 'x' }],
  ])('a request with an endless %s is refused with 1100', async (_what, path, headers) => {
    const response = await post(path, JSON.stringify({ data: encodeEnvelope({}) }), headers);
    expect([response.statusCode, codeOf(response.body)]).toEqual([200, codes.invalidPayload.code]);
  });

  test('a form of another site cannot make a call, with whatever content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const response = await post(logIn, JSON.stringify({ data: encodeEnvelope({}) }), { 'content-type': type });
      expect(codeOf(response.body)).toBe(codes.invalidPayload.code);
    }
  });

  test.each([
    ['http://evil.test', codes.foreignSite.code],
    ['null', codes.foreignSite.code],
    ['http://sub.console.test', codes.foreignSite.code],
    ['http://console.test', codes.invalidPayload.code],
  ])('a call from a page of %s answers %i', async (origin, code) => {
    const response = await post(logIn, JSON.stringify({ data: encodeEnvelope('x') }), { origin });
    expect(codeOf(response.body)).toBe(code);
  });

  test('a proxy that keeps the host back is named, with Host and Origin', async () => {
    const response = await post(logIn, JSON.stringify({ data: encodeEnvelope('x') }), {
      origin: 'https://panel.example.com',
      host: '127.0.0.1:3000',
    });
    expect(decodeEnvelope(JSON.parse(response.body).data)).toMatchObject({
      code: codes.foreignSite.code,
      msg: '站点设置有误，与您的操作无关：页面地址是 https://panel.example.com，服务器收到的 Host 是 127.0.0.1:3000。请管理员让反向代理传递 Host（nginx：proxy_set_header Host $host;）。',
    });
  });

  test('a wrong setting is logged, however many pairs of Host and Origin strangers make up', async () => {
    const warn = vi.spyOn(app.deps.log, 'warn');
    const from = (remoteAddress: string, origin: string) =>
      app.gate.app.inject({ method: 'POST', url: logIn, remoteAddress, headers: { host: '127.0.0.1:3000', origin } });
    for (let n = 0; n < 30; n++) await from('203.0.113.7', `https://made-up-${n}.test`);
    warn.mockClear();
    for (let again = 0; again < 2; again++) await from('198.51.100.7', 'https://panel.wrong.test');
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.lastCall?.[0]).toMatchObject({ origin: 'https://panel.wrong.test' });
    warn.mockRestore();
  });

  test.each(['a b', 'x'.repeat(3000), 'evil/path', 'a:b:c', '<script>', '例子.test'])(
    'a Host that is no host name answers 400: %s',
    async (host) => {
      const before = await faultCount();
      const link = '/api/subscript/clash/0198a1b2-0000-7000-8000-000000000001/Qm7ZxT2vB9nK4rWc8LhYd3Gf6JpSaE1u';
      for (const url of [link, '/']) {
        const response = await app.gate.app.inject({ url, headers: { host } });
        expect([response.statusCode, codeOf(response.body)]).toEqual([400, codes.invalidPayload.code]);
      }
      expect(await faultCount()).toBe(before);
    },
  );

  test('without Origin, a cross-site fetch is refused', async () => {
    const response = await post(logIn, JSON.stringify({ data: encodeEnvelope('x') }), {
      'sec-fetch-site': 'cross-site',
    });
    expect(codeOf(response.body)).toBe(codes.foreignSite.code);
  });

  test('hostile payloads never fault, whoever sends them to whichever call', async () => {
    const rows = allRows().filter(({ row }) => row.kind === 'call' && row.path !== '/api/user/logout');
    const before = await faultCount();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...rows),
        fc.object({ maxDepth: 3 }),
        fc.boolean(),
        async ({ row }, payload, staff) => {
          const session = staff ? await fresh(admin) : await fresh(person);
          const answer = await app.call(row.path, JSON.parse(JSON.stringify(payload)), session);
          expect(answer.status === 200 || answer.status === 429).toBe(true);
          app.clock.advance(30_000);
        },
      ),
      { numRuns: 300 },
    );
    expect(await faultCount()).toBe(before);
  });
  const faultCount = async (): Promise<number> =>
    (await app.deps.db.selectFrom('error_log').select('id').execute()).length;
  /** Time runs during the property: a session that is never idle. */
  const fresh = async (session: TestSession): Promise<string> => (await makeSession(app.deps, session.userId)).cookie;

  test('answers carry the security headers, and calls are never cached', async () => {
    const response = await post(logIn, '{}');
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a session ends after 30 idle days, and staff sessions after two hours', async () => {
    const { cookie } = await makeSession(app.deps, person.userId);
    app.clock.advance(29 * DAY_MS);
    expect((await app.call('/api/user/userinfo', {}, cookie)).code).toBe(0);
    app.clock.advance(31 * DAY_MS);
    expect((await app.call('/api/user/userinfo', {}, cookie)).code).toBe(codes.sessionExpired.code);
    const staff = await logInAs('staff@example.com', 'admin');
    app.clock.advance(HOUR_MS);
    expect((await app.call('/api/user/userinfo', {}, staff)).code).toBe(0);
    app.clock.advance(2 * HOUR_MS + 1000);
    expect((await app.call('/api/user/userinfo', {}, staff)).code).toBe(codes.sessionExpired.code);
  });
  const logInAs = async (email: string, type: 'admin' | 'normal'): Promise<string> => {
    const password = 'a'.repeat(64);
    await app.account({ email, type, password });
    const response = await post(logIn, JSON.stringify({ data: encodeEnvelope({ email, password }) }));
    return [response.headers['set-cookie']]
      .flat()
      .map((line) => line!.split(';')[0])
      .join('; ');
  };

  test('two different tokens in one request are no session', async () => {
    const { token, cookie } = await makeSession(app.deps, person.userId);
    expect((await app.call('/api/user/userinfo', {}, `${cookie}; token=${'A'.repeat(43)}`)).code).toBe(1002);
    expect((await app.call('/api/user/userinfo', {}, `${cookie}; token=${token}`)).code).toBe(0);
  });

  test('a role that is taken away is gone with the next call', async () => {
    const staff = await app.account({ type: 'admin' });
    expect((await app.call('/api/admin/agents/list', {}, staff)).code).toBe(0);
    await app.deps.db.updateTable('users').set({ type: 'normal' }).where('id', '=', staff.userId).execute();
    expect((await app.call('/api/admin/agents/list', {}, staff)).code).toBe(codes.roleForbidden.code);
  });

  test('limits refuse with 429 and let calls pass again as time goes by', async () => {
    let person = 0;
    const wrong = () => app.call(logIn, { email: `a${(person += 1)}@b.co`, password: 'b'.repeat(64) });
    app.clock.advance(HOUR_MS);
    const answers = [];
    for (let n = 0; n < 35; n += 1) answers.push((await wrong()).status);
    expect(answers.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(answers.at(-1)).toBe(429);
    app.clock.advance(HOUR_MS);
    expect((await wrong()).status).toBe(200);
  });

  test('an address that asks too much costs no read of a session', async () => {
    app.clock.advance(HOUR_MS);
    const reads = vi.spyOn(app.gate.reader, 'find');
    const stranger = `token=${'x'.repeat(43)}`;
    const ask = () => app.call('/api/coupon/redeem_coupon', { code: 'NONE' }, stranger);
    for (let n = 0; n < 30; n += 1) expect((await ask()).code).toBe(codes.sessionExpired.code);
    expect(reads).toHaveBeenCalledTimes(30);
    expect((await ask()).status).toBe(429);
    expect(reads).toHaveBeenCalledTimes(30);
    reads.mockRestore();
  });

  test('a fault of ours answers 500 with 1199, leaves a row with a stack and tells the caller nothing', async () => {
    const { handlers } = app.gate;
    const original = handlers.notices.hostGet;
    Object.assign(handlers.notices, {
      hostGet: () => Promise.reject(new Error(`secret ${'k3yK3y'.repeat(8)} was here`)),
    });
    const answer = await app.call('/api/host/get');
    Object.assign(handlers.notices, { hostGet: original });
    expect(answer).toMatchObject({ status: 500, code: codes.fault.code, data: null });
    const row = await app.deps.db.selectFrom('error_log').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow();
    expect(row.stack).toContain('at ');
    expect(row.message).not.toContain('k3y');
  });

  test('health says alive, readiness needs the database, figures are for loopback only', async () => {
    expect((await app.gate.app.inject('/healthz')).statusCode).toBe(200);
    expect((await app.gate.app.inject('/readyz')).statusCode).toBe(200);
    expect((await app.gate.app.inject('/metrics')).body).toContain('skyport_http_request_duration_seconds');
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
      const proxied = await app.gate.app.inject({ url: '/metrics', headers: { [header]: '1.2.3.4' } });
      expect([header, proxied.statusCode]).toEqual([header, 404]);
    }
  });
});
