import { expect, test } from 'vitest';
import { bareKey, freshPair, phpMd5, phpRsa, phpRsaIsRight } from '../../../../../testkit/epay/php-signing.ts';
import { milliOfText, yuanText } from './amounts.ts';
import type { EpayConfig } from './config.ts';
import { fieldsOfForm } from './fields.ts';
import { signerOf } from './signer.ts';
import { subjectOf } from './subject.ts';

const account = { instance: 'e1', label: '', gateway: 'https://a.cn', pid: '1001', subject: '' };
const v1 = (key: string, signKeyMode: 'plain' | 'amp_key' = 'plain'): EpayConfig => ({
  ...account,
  kind: 'epay_v1',
  key,
  signKeyMode,
});
const v2 = (privateKey: string, platformKey: string): EpayConfig => ({
  ...account,
  kind: 'epay_v2',
  privateKey,
  platformKey,
});

test.each([
  [
    'money=9.90&name=套餐-A1&notify_url=https://a.cn/api/pay/notify/e1&out_trade_no=T20261121001&pid=1001' +
      '&return_url=https://a.cn/&type=alipay',
    '28b3ca130dd851ba3c66d2d760e36436',
  ],
  [
    'money=9.90&name=套餐-A1&out_trade_no=T20261121001&pid=1001&trade_no=2026112100010001' +
      '&trade_status=TRADE_SUCCESS&type=alipay',
    'c43d80500f9209b4c608f57d51c68214',
  ],
])('the known signatures of version 1 are ours: %s', (text, sign) => {
  const fields = [...fieldsOfForm(text)];
  expect(signerOf(v1('k3y'))?.sign(new Map(fields))).toBe(sign);
  expect(phpMd5(Object.fromEntries(fields), 'k3y')).toBe(sign);
  // Neither the order in which fields come nor what is empty or unsigned changes it.
  const more = new Map([...fields.toReversed(), ['param', ''], ['sign', sign], ['sign_type', 'MD5']]);
  expect(signerOf(v1('k3y'))?.sign(more)).toBe(sign);
  expect(signerOf(v1('k3y'))?.isSigned(more)).toBe(true);
  expect(signerOf(v1('k3z'))?.isSigned(more)).toBe(false);
  expect(signerOf(v1('k3y', 'amp_key'))?.sign(more)).toBe(phpMd5(Object.fromEntries(fields), 'k3y', 'amp_key'));
});

test('without its secrets an instance signs and verifies nothing', () => {
  const [own, theirs, short] = [freshPair(), freshPair(), freshPair(1024)];
  for (const config of [
    v1(''),
    v1('  '),
    v2('', theirs.publicKey),
    v2(own.privateKey, ''),
    v2('not a key', theirs.publicKey),
    v2(own.privateKey, own.privateKey),
    v2(own.privateKey, own.publicKey),
    v2(short.privateKey, theirs.publicKey),
    v2(own.privateKey, short.publicKey),
  ])
    expect(signerOf(config)).toBeUndefined();
});

test('version 2 signs raw values by RSA and SHA-256, with keys as PEM or bare', () => {
  const [own, theirs] = [freshPair(), freshPair()];
  const fields = new Map([
    ['name', '套餐-A1 / 1'],
    ['notify_url', 'https://a.cn/n'],
    ['pid', '1001'],
    ['param', ' '],
  ]);
  for (const keys of [own.privateKey, bareKey(own.privateKey)]) {
    const sign = signerOf(v2(keys, bareKey(theirs.publicKey)))?.sign(fields) ?? '';
    expect(phpRsaIsRight({ ...Object.fromEntries(fields), sign }, own.publicKey)).toBe(true);
    // Of the other side's key nothing of ours is believed.
    expect(signerOf(v2(keys, theirs.publicKey))?.isSigned(new Map([...fields, ['sign', sign]]))).toBe(false);
  }
  const verifier = signerOf(v2(own.privateKey, theirs.publicKey));
  const sign = phpRsa(Object.fromEntries(fields), theirs.privateKey);
  expect(verifier?.isSigned(new Map([...fields, ['sign', sign]]))).toBe(true);
  for (const other of [`${sign}\n`, sign.replace(/=*$/, ''), sign.replaceAll('/', '_'), '', 'AAAA'])
    if (other !== sign) expect(verifier?.isSigned(new Map([...fields, ['sign', other]]))).toBe(false);
});

test.each([
  ['9.9', 9900],
  ['9.90', 9900],
  ['10', 10_000],
  ['9.9000', 9900],
  ['0.01', 10],
  ['9.905', 9905],
  ['123456789.99', 123_456_789_990],
])('%s yuan are %d thousandths', (text, milli) => expect(milliOfText(text)).toBe(milli));

test.each([
  '',
  '0',
  '0.00',
  '-9.9',
  '+9.9',
  '1e2',
  '9,9',
  '.9',
  '9.',
  ' 9.9',
  '9.9001',
  '0x10',
  '9.9.9',
  '1'.repeat(10),
])('%j is no amount', (text) => expect(milliOfText(text)).toBeUndefined());

test('what is asked for has two decimals, and is whole fen', () => {
  expect([10, 9900, 10_000, 123_450].map(yuanText)).toEqual(['0.01', '9.90', '10.00', '123.45']);
  for (const amount of [0, -10, 9905, 0.5, Number.NaN]) expect(() => yuanText(amount)).toThrow(RangeError);
});

test('a subject is the template with a short number, without what splits texts, cut between characters', () => {
  const number = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';
  expect(subjectOf('', number)).toBe('商品-2c3d4e5f');
  expect(subjectOf(' 会员&name=x\n {id}', number)).toBe('会员namex 2c3d4e5f');
  const long = subjectOf('套'.repeat(80), number);
  expect(long).toBe('套'.repeat(42));
});
