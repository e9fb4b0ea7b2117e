import { afterAll, describe, expect, test } from 'vitest';
import { startAlipay } from '../../../../testkit/alipay/gateway.ts';
import { formOf, signNotice as signAlipay } from '../../../../testkit/alipay/signing.ts';
import { copiedFromAlipay } from '../../../../testkit/alipay/till.ts';
import { startEpayGateway } from '../../../../testkit/epay/gateway.ts';
import { buildQuery, documented, noticeParams, signNotice } from '../../../../testkit/epay/notices.ts';
import { freshPair } from '../../../../testkit/epay/php-signing.ts';
import { copiedFrom } from '../../../../testkit/epay/till.ts';
import type { PayNotice } from '../../../../testkit/pay-server.ts';
import { startWechat } from '../../../../testkit/wechat/gateway.ts';
import type { NoticeChanges } from '../../../../testkit/wechat/notices.ts';
import { copiedFromWechat } from '../../../../testkit/wechat/till.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { SECOND_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import type { TestData } from '../testing-app.ts';

/* Mutated notifications over the real address: none is believed, answered 5xx, or acknowledged without being stored. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock, gate } = app;
const given = { clock: () => clock.now() };
const [epay, alipay, wechat] = await Promise.all([startEpayGateway(given), startAlipay(given), startWechat(given)]);
afterAll(async () => {
  await Promise.all([epay, alipay, wechat].map((each) => each.close()));
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, one } = shopOf(app, admin);

type Params = Record<string, string>;
/** A query for GET, or a body and headers for POST. */
type Sent = string | Pick<PayNotice, 'headers' | 'body'>;

const FORM = 'application/x-www-form-urlencoded';
const posted = (body: string, contentType = FORM): Sent => ({ headers: { 'content-type': contentType }, body });

/**
 * Each value changed, each field left out, and each field sent twice, under the old signature. Empty fields stay as
 * they are: EPay does not sign them.
 */
const formMutations = (valid: Params, asText: (params: Params) => string): string[] =>
  Object.keys(valid).flatMap((name) =>
    valid[name] === ''
      ? []
      : [
          asText({ ...valid, [name]: `${valid[name]}1` }),
          asText(Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name))),
          `${asText(valid)}&${name}=1`,
        ],
  );

/** Texts that are no notification of any provider. */
const RUBBISH = ['', '%', '%00', '&&==', 'sign=', '{}', '[]', 'null', '{"', '<xml/>', 'x'.repeat(20_000)];

/** Provider under test, and its mutated notifications. */
interface Row {
  readonly name: string;
  readonly mode: 'alipay' | 'wxpay';
  readonly form: object;
  pay(number: string): void;
  valid(number: string): Sent;
  mutations(number: string): readonly Sent[];
}

const epayRow = (version: 1 | 2): Row => {
  const params = (number: string): Params =>
    noticeParams(epay.books.orders.get(number)!, epay.keys, { shape: documented, now: clock.now().getTime() });
  const again = (number: string, changes: Params): string =>
    buildQuery(signNotice({ ...params(number), ...changes }, version, { keys: epay.keys, now: clock.now().getTime() }));
  return {
    name: `epay_v${version}`,
    mode: 'alipay',
    form: { kind: `epay_v${version}`, ...copiedFrom(epay, version) },
    pay: (number) => void epay.pay(number),
    valid: (number) => buildQuery(params(number)),
    mutations: (number) => {
      const changed = formMutations(params(number), buildQuery);
      const wellSigned = [
        { pid: '1002' },
        { out_trade_no: '' },
        { trade_no: '' },
        { money: '-1' },
        { money: '1e2' },
        { money: '9.9001' },
        { notify_url: 'https://a.cn/' },
        { param: 'a&trade_status=TRADE_SUCCESS' },
      ].map((changes) => again(number, changes));
      return [
        ...changed,
        ...wellSigned,
        ...RUBBISH.flatMap((text) => [posted(text), posted(text, 'application/json')]),
      ];
    },
  };
};

const alipayRow: Row = {
  name: 'alipay',
  mode: 'alipay',
  form: { kind: 'alipay_f2f', ...copiedFromAlipay(alipay) },
  pay: (number) => void alipay.pay(number),
  valid: (number) => alipay.envelope(number),
  mutations: (number) => {
    const bare = alipay.params(number);
    const valid = signAlipay(bare, alipay.keys.platformPrivate);
    const wellSigned = [
      { app_id: '2021000000000001' },
      { seller_id: '2088000000000001' },
      { out_trade_no: '' },
      { trade_no: '' },
      { total_amount: '-1' },
      { total_amount: '1e2' },
      { notify_url: 'x' },
      { subject: 'a&trade_status=TRADE_SUCCESS' },
    ].map((changes) => formOf(signAlipay({ ...bare, ...changes }, alipay.keys.platformPrivate)));
    return [
      ...[...formMutations(valid, formOf), ...wellSigned].map((text) => posted(text)),
      posted(formOf(signAlipay(bare, freshPair().privateKey))),
      posted(formOf(signAlipay(bare, alipay.keys.platformPrivate, 'RSA-SHA1'))),
      formOf(valid),
      posted(formOf(valid), 'application/json'),
      ...RUBBISH.map((text) => posted(text)),
    ];
  },
};

const wechatRow: Row = {
  name: 'wechat',
  mode: 'wxpay',
  form: { kind: 'wechat_native', ...copiedFromWechat(wechat) },
  pay: (number) => void wechat.pay(number),
  valid: (number) => wechat.envelope(number),
  mutations: (number) => {
    const valid = wechat.envelope(number);
    const signed = Object.keys(valid.headers).filter((name) => /^wechatpay-(?!signature-type)/.test(name));
    const headed = signed.flatMap((name) => [
      { ...valid, headers: { ...valid.headers, [name]: `${valid.headers[name]}1` } },
      { ...valid, headers: Object.fromEntries(Object.entries(valid.headers).filter(([each]) => each !== name)) },
    ]);
    const bodied = Array.from({ length: 20 }, (_, n) => Math.floor((valid.body.length * n) / 20)).map((at) => ({
      ...valid,
      body: valid.body.slice(0, at) + '~' + valid.body.slice(at + 1),
    }));
    const wellSigned: NoticeChanges[] = [
      { age: 600 },
      { age: -600 },
      { key: { serial: wechat.keys.publicKey.serial, privateKey: freshPair().privateKey } },
      { apiKey: 'x'.repeat(32) },
      { resource: { nonce: '' } },
      { resource: { algorithm: 'AEAD_SM4_GCM' } },
      { outside: { resource: undefined } },
      { inside: { mchid: '1900000110' } },
      { inside: { appid: 'wx0000000000000000' } },
      { inside: { out_trade_no: '' } },
      { inside: { transaction_id: undefined } },
      { inside: { amount: { total: -1, currency: 'CNY' } } },
      { inside: { amount: { total: 1e300, currency: 'CNY' } } },
      { inside: { amount: { total: 3000, currency: 'USD' } } },
    ];
    const rubbish = RUBBISH.map((body) => ({ ...valid, body }));
    return [...headed, ...bodied, ...wellSigned.map((changes) => wechat.envelope(number, changes)), ...rubbish];
  },
};

const claims = () => deps.db.selectFrom('claims').selectAll().execute();

describe.each([epayRow(1), epayRow(2), alipayRow, wechatRow])('$name', ({ mode, form, pay, valid, mutations }) => {
  test('of mutated notifications none is believed, answered 5xx, or acknowledged', async () => {
    const instance = await switchedOn(form, mode);
    const user = await app.account();
    const { _id: id } = await order(user, await makeCombo());
    const trade = (await buy(user, id, { pay_mode: mode })).data;
    const number: string = trade._id.replaceAll('-', '');
    pay(number);
    const path = new URL(instance.notify_url).pathname;
    const send = async (sent: Sent): Promise<readonly [number, string]> => {
      // Within the limit of the sender's address.
      clock.advance(SECOND_MS / 4);
      const { statusCode, body } = await gate.app.inject(
        typeof sent === 'string'
          ? { method: 'GET', url: `${path}?${sent}` }
          : { method: 'POST', url: path, headers: sent.headers, payload: sent.body },
      );
      return [statusCode, body];
    };
    const before = (await claims()).length;
    const all = mutations(number);
    expect(all.length).toBeGreaterThanOrEqual(25);
    for (const sent of all) {
      const [status, body] = await send(sent);
      const said = `${status} ${body} to ${JSON.stringify(sent).slice(0, 300)}`;
      expect(status, said).toBeGreaterThanOrEqual(400);
      expect(status, said).toBeLessThan(500);
      expect(body, said).not.toMatch(/success|ok/i);
    }
    expect(await claims()).toHaveLength(before);
    expect((await one(user, id)).status).toBe('topay');
    // The true one is stored before it is acknowledged.
    expect((await send(valid(number)))[0]).toBe(200);
    expect(await claims()).toHaveLength(before + 1);
  });
});

/** An instance that is switched on and chosen for a way to pay, in the place of the one before. */
const switchedOn = async (form: object, mode: Row['mode']): Promise<TestData> => {
  const ask = (what: string, payload: object) => app.call(`/api/admin/pay_instance/${what}`, payload, admin);
  for (const { _id, version, on } of (await ask('list', {})).data)
    if (on) await ask('switch', { _id, version, on: false });
  const { _id, version } = (await ask('create', { label: '通道', ...form })).data;
  const made = (await ask('switch', { _id, version, on: true })).data;
  expect((await app.call('/api/admin/config/set_config', { [mode]: made.name }, admin)).code).toBe(0);
  await expect.poll(() => deps.settings.current()[mode]).toBe(made.name);
  return made;
};
