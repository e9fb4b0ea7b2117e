import { codes } from '@skyport/contract/codes';
import { prizesCalls } from '@skyport/contract/prizes';
import { pushCalls } from '@skyport/contract/push';
import { GIB } from '@skyport/contract/units';
import { giveTraffic } from '@skyport/server/push/testing/people';
import type { TestData, TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import type { ShopServer } from '../shop/client.ts';
import { allAtOnce, codeOf, dataOf, type Round } from './round.ts';

/* Transfers of traffic and draws. Whoever has traffic here buys nothing. */

const GIVEN = 20;
const LEAST_PAUSE_MS = 11_000;

/** An account that was given so many G. */
export const holder = async ({ shop: { app } }: Round, gigabytes: number): Promise<TestSession> => {
  const user = await app.account({ paid: true });
  if (gigabytes > 0) await giveTraffic(app, user, gigabytes);
  return user;
};

const create = async ({ servers }: Round, user: TestSession): Promise<TestData> =>
  dataOf(await servers[0]!.call(pushCalls.create.path, { pushNumber: GIVEN }, user));

const receiving =
  (user: TestSession, { code }: TestData) =>
  (server: ShopServer) =>
    server.call(pushCalls.receive.path, { code }, user);

/** Bytes of permanent traffic that accounts were given in all, less what they gave. */
export const grantedOf = async ({ shop: { app } }: Round, users: readonly TestSession[]): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(granted), 0)::bigint as sum from traffic_account
     where user_num = any(${users.map(({ num }) => num)}::bigint[])`.execute(app.deps.db);
  return rows[0]!.sum;
};

/** What the ledger finds wrong with itself. */
export const healthOf = async ({ shop: { app } }: Round): Promise<string[]> => {
  const { rows } = await sql<{ problem: string; detail: string }>`select * from ledger_health`.execute(app.deps.db);
  return rows.map(({ problem, detail }) => `${problem}: ${detail}`);
};

/** Many receive one code: one gets it. */
export const sameTransfer = async (round: Round): Promise<string[]> => {
  const sender = await holder(round, GIVEN);
  const push = await create(round, sender);
  const people: TestSession[] = [];
  for (let n = 0; n < round.crowd.buyers; n += 1) people.push(await holder(round, 0));
  const heard = await allAtOnce(
    round,
    people.map((user) => receiving(user, push)),
  );
  const got = heard.filter((each) => codeOf(each) === 0).length;
  const late = heard.filter((each) => codeOf(each) === codes.pushCodeInvalid.code).length;
  const came = await grantedOf(round, people);
  const isRight = got === 1 && got + late === people.length && came === push.receiveNumber * GIB;
  return [
    ...(isRight ? [] : [`${got} of ${people.length} received one transfer, ${late} were late, ${came} bytes came`]),
    ...(await healthOf(round)),
  ];
};

/** Transfers are made, taken back and received at the same time: each ends once, and no byte is lost or made. */
export const transfers = async (round: Round): Promise<string[]> => {
  const senders: TestSession[] = [];
  for (let n = 0; n < round.crowd.accounts; n += 1) senders.push(await holder(round, 3 * GIVEN));
  const receivers = await Promise.all(senders.map(() => holder(round, 0)));
  const made: TestData[] = [];
  for (const sender of senders) made.push(await create(round, sender));
  const ahead = round.shop.advance(LEAST_PAUSE_MS);
  for (const server of round.servers) await server.goAhead(ahead);
  const heard = await allAtOnce(
    round,
    Array.from({ length: 20 }, () =>
      senders.flatMap((sender, n) => [
        receiving(receivers[n]!, made[n]),
        receiving(sender, made[n]),
        (server: ShopServer) => server.call(pushCalls.takeBack.path, { id: made[n]._id }, sender),
        (server: ShopServer) => server.call(pushCalls.create.path, { pushNumber: GIVEN }, sender),
      ]),
    ).flat(),
  );
  const right = [0, ...[codes.pushCodeInvalid, codes.conflict, codes.tooFrequent].map(({ code }) => code)];
  const wrong = heard.filter((each) => !right.includes(codeOf(each) ?? -1));
  const done = heard.filter((each) => codeOf(each) === 0).length;
  return [
    ...wrong.map((each) => `an answer about a transfer: ${JSON.stringify(each)}`),
    // Each first transfer ended once, and each sender made one more.
    ...(done === 2 * senders.length ? [] : [`${done} calls of ${senders.length} transfers had success`]),
    ...(await healthOf(round)),
  ];
};

const DRAWS = 3;

/** Many draws of accounts whose traffic is for few: no more are made, and each click once. */
export const draws = async (round: Round): Promise<string[]> => {
  const { app } = round.shop;
  const admin = await app.account({ type: 'admin', steppedUp: true });
  await app.call('/api/yunying/prize/update', { name: '谢谢参与', gainTraffic: 0 }, admin);
  const users: TestSession[] = [];
  for (let n = 0; n < round.crowd.accounts; n += 1) users.push(await holder(round, DRAWS));
  const heard = await allAtOnce(
    round,
    Array.from({ length: 8 }, (_, n) =>
      users.map(
        (user) => (server: ShopServer) =>
          // Every click is sent twice.
          server.call(prizesCalls.draw.path, { click: `click-${Math.floor(n / 2)}-of-${user.num}-draws` }, user),
      ),
    ).flat(),
  );
  const right = [0, codes.notEnoughTraffic.code, codes.tooFrequent.code];
  const ids = new Set(heard.flatMap((each) => (codeOf(each) === 0 ? [dataOf(each)._id as string] : [])));
  const wrong = heard.filter((each) => !right.includes(codeOf(each) ?? -1));
  const left = await grantedOf(round, users);
  return [
    ...wrong.map((each) => `an answer about a draw: ${JSON.stringify(each)}`),
    ...(ids.size === users.length * DRAWS
      ? []
      : [`${ids.size} draws of ${users.length} accounts with traffic for ${DRAWS}`]),
    ...(left === 0 ? [] : [`${left} bytes are left of what all draws cost`]),
    ...(await healthOf(round)),
  ];
};
