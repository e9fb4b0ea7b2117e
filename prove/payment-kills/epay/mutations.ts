import { buildQuery } from '../../../testkit/epay/notices.ts';
import type { Params } from '../../../testkit/epay/php-signing.ts';

/** Changes a notification whose signature was right. */
type Mutation = (query: string, params: Params) => string;

const withField =
  (name: string, change: (value: string) => string): Mutation =>
  (_, params) =>
    buildQuery({ ...params, [name]: change(params[name] ?? '') });

const without =
  (name: string): Mutation =>
  (_, params) =>
    buildQuery(Object.fromEntries(Object.entries(params).filter(([each]) => each !== name)));

/** What is done to notifications on their way, each with its name: none of them may be believed afterwards. */
export const mutations: readonly (readonly [what: string, mutate: Mutation])[] = [
  ['more money', withField('money', (money) => `9${money}`)],
  ['less money', withField('money', () => '0.01')],
  ['a negative amount', withField('money', (money) => `-${money}`)],
  ['an amount in exponents', withField('money', () => '1e5')],
  ["another payment's number", withField('trade_no', (number) => `${number}9`)],
  [
    'another trade',
    withField('out_trade_no', (number) => number.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))),
  ],
  ['another merchant', withField('pid', () => '1002')],
  ['another state', withField('trade_status', () => 'WAIT_BUYER_PAY')],
  ['another kind of signature', withField('sign_type', (kind) => (kind === 'MD5' ? 'RSA' : 'MD5'))],
  ['no signature', without('sign')],
  ['an empty signature', withField('sign', () => '')],
  ['half a signature', withField('sign', (sign) => sign.slice(0, sign.length / 2))],
  ['a signature of zeros', withField('sign', (sign) => sign.replaceAll(/[1-9a-f]/g, '0'))],
  ['a list of signatures', (query) => query.replace('sign=', 'sign[]=')],
  ['no amount', without('money')],
  ['a field twice', (query) => `${query}&money=0.01`],
  ['a field of requests', (query) => `${query}&notify_url=https%3A%2F%2Fexample.com`],
  ['a field beside those that are signed', (query) => `${query}&attach=1`],
  ['a sign that splits it', withField('name', (name) => `${name}&money=0.01`)],
  ['its end cut off', (query) => query.slice(0, -20)],
  ['nothing', () => ''],
];
