import { expect } from 'vitest';
import type { PayNotice } from '../../../../../testkit/pay-server.ts';
import { until } from '../../../../../testkit/until.ts';
import { shopOf } from '../../orders/testing/shop.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { TestApp, TestData, TestSession } from '../../testing-app.ts';

export type Params = Record<string, string>;
/** A query for GET, or a body and headers for POST. */
export type Sent = string | Pick<PayNotice, 'headers' | 'body'>;

const FORM = 'application/x-www-form-urlencoded';
/** A body as it is posted. */
export const posted = (body: string, contentType = FORM): Sent => ({ headers: { 'content-type': contentType }, body });

/**
 * Each value changed, each field left out, and each field sent twice, under the old signature. Empty fields stay as
 * they are: EPay does not sign them.
 */
export const formMutations = (valid: Params, asText: (params: Params) => string): string[] =>
  Object.keys(valid).flatMap((name) =>
    valid[name] === ''
      ? []
      : [
          asText({ ...valid, [name]: `${valid[name]}1` }),
          asText(Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name))),
          `${asText(valid)}&${name}=1`,
        ],
  );

/** The same for an object in JSON, whose fields also become a list, an object and a text of another type. */
export const jsonMutations = (valid: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(valid).flatMap(([name, value]) =>
    value === ''
      ? []
      : [
          JSON.stringify({ ...valid, [name]: typeof value === 'number' ? value + 1 : `${value}1` }),
          JSON.stringify({ ...valid, [name]: undefined }),
          JSON.stringify({ ...valid, [name]: [value] }),
          JSON.stringify({ ...valid, [name]: { value } }),
          JSON.stringify(valid).replace(/}$/, `,${JSON.stringify(name)}:"1"}`),
        ],
  );

/** The text with another character at twenty places. */
export const spoiled = (text: string): string[] =>
  Array.from({ length: 20 }, (_, n) => Math.floor((text.length * n) / 20)).map(
    (at) => text.slice(0, at) + '~' + text.slice(at + 1),
  );

/** Texts that are no notification of any provider. */
export const RUBBISH = ['', '%', '%00', '&&==', 'sign=', '{}', '[]', 'null', '{"', '<xml/>', 'x'.repeat(20_000)];

/** Provider under test, and its mutated notifications. */
export interface MutationRow {
  readonly name: string;
  readonly mode: 'alipay' | 'wxpay' | 'usdt';
  readonly form: object;
  /** Hears where notifications go, of providers that are not told with each payment. */
  readonly placed?: (notifyUrl: string) => void;
  pay(number: string): void;
  valid(number: string): Sent;
  mutations(number: string): readonly Sent[];
}

/** Sends every mutation over the real address, then the true notification. */
export const refuseMutations = async (app: TestApp, admin: TestSession, row: MutationRow): Promise<void> => {
  const { deps, clock, gate } = app;
  const { makeCombo, order, buy, one } = shopOf(app, admin);
  const claims = () => deps.db.selectFrom('claims').selectAll().execute();
  const instance = await switchedOn(app, admin, row);
  row.placed?.(instance.notify_url);
  const user = await app.account();
  const { _id: id } = await order(user, await makeCombo());
  const trade = (await buy(user, id, { pay_mode: row.mode })).data;
  const number: string = trade._id.replaceAll('-', '');
  row.pay(number);
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
  const all = row.mutations(number);
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
  expect((await send(row.valid(number)))[0]).toBe(200);
  expect(await claims()).toHaveLength(before + 1);
};

/** An instance that is switched on and chosen for a way to pay, in the place of the one before. */
const switchedOn = async (
  { call, deps }: TestApp,
  admin: TestSession,
  { form, mode }: MutationRow,
): Promise<TestData> => {
  const ask = (what: string, payload: object) => call(`/api/admin/pay_instance/${what}`, payload, admin);
  for (const { _id, version, on } of (await ask('list', {})).data)
    if (on) await ask('switch', { _id, version, on: false });
  const { _id, version } = (await ask('create', { label: '通道', ...form })).data;
  const made = (await ask('switch', { _id, version, on: true })).data;
  expect((await call('/api/admin/config/set_config', { [mode]: made.name }, admin)).code).toBe(0);
  await until('the setting', () => deps.settings.current()[mode] === made.name);
  return made;
};
