import { expect, test } from 'vitest';
import { accountsCalls } from './accounts.ts';
import { access, planned } from './call.ts';
import { CallError, makeClient, readAnswer, type Send } from './client.ts';
import { couponsCalls } from './coupons.ts';
import { EnvelopeError, decodeEnvelope, encodeEnvelope } from './envelope.ts';

const features = { accounts: accountsCalls, coupons: couponsCalls };

/** Answers every call with `answer` and notes what was asked. */
const recording = (answer: unknown): { send: Send; asked: [string, unknown][] } => {
  const asked: [string, unknown][] = [];
  const send: Send = async (path, { data }) => {
    asked.push([path, decodeEnvelope(data)]);
    return { data: encodeEnvelope(answer) };
  };
  return { send, asked };
};

test('a call is sent encoded to its path and comes back as its data', async () => {
  const data = { name: '新人券', traffic: 8 * 1024 ** 3, day: 0, type: 'freeUse' };
  const { send, asked } = recording({ code: 0, data, msg: '' });
  await expect(makeClient(features, send).coupons.redeem({ code: 'hello' })).resolves.toEqual(data);
  expect(asked).toEqual([['/api/coupon/redeem_coupon', { code: 'hello' }]]);
});

test('any other code is thrown with its message and path', async () => {
  const { send } = recording({ code: 1017, data: null, msg: '该体验券已经兑换过' });
  const refused = makeClient(features, send).coupons.redeem({ code: 'hello' });
  await expect(refused).rejects.toBeInstanceOf(CallError);
  await expect(refused).rejects.toMatchObject({
    code: 1017,
    msg: '该体验券已经兑换过',
    path: '/api/coupon/redeem_coupon',
  });
});

test('an answer that is no envelope is an error, never a success', async () => {
  const broken = async (): Promise<unknown> => '<html>502</html>';
  await expect(makeClient(features, broken).accounts.userInfo({})).rejects.toBeInstanceOf(EnvelopeError);
  expect(() => readAnswer({ data: encodeEnvelope({ msg: 'no code' }) })).toThrow(TypeError);
  expect(() => readAnswer({ data: encodeEnvelope(null) })).toThrow(TypeError);
});

test('a failing network passes through', async () => {
  const offline: Send = async () => {
    throw new TypeError('fetch failed');
  };
  await expect(makeClient(features, offline).accounts.logout({})).rejects.toThrow('fetch failed');
});

test('calls that are not built are no functions of the client', () => {
  const path = '/api/user/later';
  const later = planned({ path, access: access.anyone, rate: 'read', summary: 'Something of later.' });
  const client = makeClient({ accounts: { ...features.accounts, later } }, async () => undefined);
  expect(Object.keys(client.accounts)).toContain('login');
  expect(Object.keys(client.accounts)).not.toContain('later');
});
