import { afterAll, describe, test } from 'vitest';
import { startAlipay } from '../../../../testkit/alipay/gateway.ts';
import { formOf, signNotice as signAlipay } from '../../../../testkit/alipay/signing.ts';
import { copiedFromAlipay } from '../../../../testkit/alipay/till.ts';
import { startEpayGateway } from '../../../../testkit/epay/gateway.ts';
import { buildQuery, documented, noticeParams, signNotice } from '../../../../testkit/epay/notices.ts';
import { freshPair } from '../../../../testkit/epay/php-signing.ts';
import { copiedFrom } from '../../../../testkit/epay/till.ts';
import { startWechat } from '../../../../testkit/wechat/gateway.ts';
import type { NoticeChanges } from '../../../../testkit/wechat/notices.ts';
import { copiedFromWechat } from '../../../../testkit/wechat/till.ts';
import { createTestApp } from '../testing.ts';
import { formMutations, posted, refuseMutations, RUBBISH, type MutationRow, type Params } from './testing/mutations.ts';

/* Mutated notifications over the real address: none is believed, answered 5xx, or acknowledged without being stored. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { clock } = app;
const given = { clock: () => clock.now() };
const [epay, alipay, wechat] = await Promise.all([startEpayGateway(given), startAlipay(given), startWechat(given)]);
afterAll(async () => {
  await Promise.all([epay, alipay, wechat].map((each) => each.close()));
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });

const epayRow = (version: 1 | 2): MutationRow => {
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

const alipayRow: MutationRow = {
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

const wechatRow: MutationRow = {
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

describe.each([epayRow(1), epayRow(2), alipayRow, wechatRow])('$name', (row) => {
  test('of mutated notifications none is believed, answered 5xx, or acknowledged', () =>
    refuseMutations(app, admin, row));
});
