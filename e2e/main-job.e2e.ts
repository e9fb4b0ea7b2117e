import { MIB } from '@skyport/contract/units';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountDifferences, differences, engineBook, ledgerProblems, panelBook, totals } from './support/books.ts';
import type { Client } from './support/clients.ts';
import { AGENTS, openClient, setUpByCalls, startSite, type Site } from './support/installation.ts';
import { netAvailable } from './support/net.ts';
import { becomeAdmin, linkOf, signUp, type Person } from './support/people.ts';
import { until } from './support/until.ts';

const possible = netAvailable();
const DOWNLOAD = 50 * MIB;
const CUT_WITHIN_MS = 5000;

describe.skipIf(!possible.ok)(`the main job${possible.ok ? '' : ` (skipped: ${possible.reason})`}`, () => {
  let site: Site;
  let operator: Person;
  let customer: Person;
  let friend: Person;
  const clients: Client[] = [];

  let broken = false;
  beforeEach(({ skip }) => skip(broken, 'a step before it failed'));
  afterEach(({ task }) => {
    broken ||= task.result?.state === 'fail';
  });
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(async () => {
    for (const client of clients) await client.stop();
    await site?.stop();
  });

  test('an operator sets up nodes, an entry, lines and a coupon', async () => {
    operator = await becomeAdmin(site.panel);
    await setUpByCalls(site, operator.actor);
    expect(await operator.actor.nodes.lineList({})).toHaveLength(3);
  });

  test('customers sign up and redeem the coupon', async () => {
    customer = await signUp(site.panel, 'xiaoming@example.com');
    friend = await signUp(site.panel, 'xiaohong@example.com');
    for (const { actor } of [customer, friend]) {
      const { traffic } = await actor.coupons.redeem({ code: site.plan.coupon.code });
      expect(traffic).toBe(site.plan.coupon.traffic);
    }
  });

  for (const program of ['sing-box', 'mihomo'] as const) {
    test(`${program} loads the subscription and downloads 50 MB through every line`, async () => {
      const client = await openClient(site, customer, program);
      clients.push(client);
      for (const { form } of site.plan.lines) {
        await client.choose(form.name);
        const got = await until(
          `a first answer through ${form.name}`,
          async () => {
            const first = await client.download(`${site.origin.url}/bytes?n=1`);
            return first.end === 'complete' && first;
          },
          { withinMs: 15_000, everyMs: 500 },
        );
        expect(got.bytes).toBe(1);
        const whole = await client.download(`${site.origin.url}/bytes?n=${DOWNLOAD}`);
        expect(whole).toMatchObject({ bytes: DOWNLOAD, end: 'complete' });
      }
    });
  }

  test('what is billed is what the engines counted, to the byte', async () => {
    const counted = await settled();
    const booked = await panelBook(site.panel);
    expect(differences(counted, booked)).toEqual([]);
    expect(await accountDifferences(site.panel, booked)).toEqual([]);
    expect(await ledgerProblems(site.panel)).toEqual([]);
    const { spendTraffic } = await customer.actor.accounts.userInfo({});
    expect(spendTraffic).toBe(Math.max(...totals(counted).values()));
    expect(spendTraffic).toBeGreaterThanOrEqual(2 * 3 * DOWNLOAD);
  });

  test('a reset key ends the old link and the old traffic, and nobody else notices', async () => {
    const [old] = clients;
    if (!old) throw new Error('no client of the customer runs');
    const other = await openClient(site, friend, 'mihomo');
    clients.push(other);
    const oldLink = await linkOf(customer, site.panel, 'singbox');
    for (const client of [old, other]) await client.choose('香港 SS');
    const running = old.begin(`${site.origin.url}/stream?rate=${2 * MIB}`);
    const undisturbed = other.begin(`${site.origin.url}/stream?rate=${2 * MIB}`);
    await until('both streams to run', () => running.bytes() > MIB && undisturbed.bytes() > MIB);

    await customer.actor.subscription.resetUserkey({});
    const resetAt = Date.now();
    await until('the old link to end', async () => (await fetch(oldLink)).status === 404, { withinMs: 1500 });
    await until('the stream to stop', () => Date.now() - running.lastByteAt() > 2000, { withinMs: 15_000 });
    expect(running.lastByteAt() - resetAt).toBeLessThan(CUT_WITHIN_MS);
    const afterwards = await old.download(`${site.origin.url}/bytes?n=1`);
    expect(afterwards.bytes).toBe(0);

    const before = undisturbed.bytes();
    await until('the other stream to go on', () => undisturbed.bytes() > before + 2 * MIB, { withinMs: 5000 });
    expect(Date.now() - undisturbed.lastByteAt()).toBeLessThan(1000);
    undisturbed.cancel();
    const fresh = await fetch(await linkOf(customer, site.panel, 'singbox'), {
      headers: { 'user-agent': AGENTS['sing-box'] },
    });
    expect(fresh.status).toBe(200);
  });

  /** The engines' counters once they stand still and the panel has asked for everything. */
  const settled = async () => {
    let counted = await engineBook(site.panel);
    await until(
      'the books to agree',
      async () => {
        counted = await engineBook(site.panel);
        return differences(counted, await panelBook(site.panel)).length === 0;
      },
      { withinMs: 30_000, everyMs: 1000 },
    ).catch(() => undefined);
    return counted;
  };
});
