import { accountsCalls } from '@skyport/contract/accounts';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { startBaseline } from './baseline.ts';
import { runLoad } from './load.ts';
import { inRounds, neat, roundsOf, type Bench } from './measure.ts';
import { microsecondsEach } from './process-time.ts';
import { recordPurchases } from './bare-purchases.ts';
import { LANES, makeBuyers, runPurchases } from './purchases.ts';
import { spread, startRig } from './rig.ts';

const REQUESTS = 19_200;

/**
 * `userinfo` of random users through envelope, session, roles and limits against one bare select: how many are answered
 * in a second, and what each costs the server's process, a figure that hardly knows how busy the machine is. Purchases
 * (an order, a coupon, what it costs, paid by the wallet: four calls), one after the other, against the statements of
 * such purchases from a bare client; and how many there are in a second when many buy at a time.
 */
export const api: Bench = async (options) => {
  const rig = await startRig();
  const { rounds, seconds } = roundsOf(options);
  const body = JSON.stringify({ data: encodeEnvelope({}) });
  const baseline = await startBaseline(rig.panel.databaseUrl, 'x');
  const bare = await recordPurchases();
  const buyers = await makeBuyers(rig.panel.databaseUrl, rig.users);
  const cost = { select: 0, userinfo: 0, purchase: 0 };
  /** Answers a second; notes the processor microseconds that the server's process spent on each. */
  const measured = async (which: keyof typeof cost, pid: number, load: Parameters<typeof runLoad>[0]) => {
    let rps = 0;
    cost[which] = await microsecondsEach(pid, async () => {
      ({ rps } = await runLoad(load));
      return rps * seconds;
    });
    return rps;
  };
  try {
    const found = await inRounds(
      rounds,
      {
        select: async () => {
          const requests = spread(REQUESTS, rig.users, ({ id }) => ({ path: `/select/${id}` }));
          return measured('select', baseline.pid, { url: baseline.url, requests, seconds, expect: 200 });
        },
        userinfo: async () => {
          const requests = spread(REQUESTS, rig.users, ({ cookie }, from) => ({
            path: accountsCalls.userInfo.path,
            method: 'POST' as const,
            headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': from },
            body,
          }));
          return measured('userinfo', rig.pid, { url: rig.panel.url, requests, seconds, expect: 200 });
        },
        barePurchase: bare.run,
        purchase: async () => (await runPurchases(buyers, { url: rig.panel.url, seconds, lanes: 1 })) / seconds,
        purchases: async () => {
          let bought = 0;
          cost.purchase = await microsecondsEach(rig.pid, async () => {
            bought = await runPurchases(buyers, { url: rig.panel.url, seconds, lanes: LANES });
            return bought;
          });
          return bought / seconds;
        },
        selectCost: async () => cost.select,
        userinfoCost: async () => cost.userinfo,
        purchaseCost: async () => cost.purchase,
      },
      options.say,
    );
    return {
      ratios: {
        userinfo: neat(found.userinfo / found.select),
        userinfoCpu: neat(found.selectCost / found.userinfoCost),
        purchase: neat(found.purchase / found.barePurchase),
      },
      figures: {
        userinfoRps: neat(found.userinfo),
        userinfoCpuUs: neat(found.userinfoCost),
        purchaseRps: neat(found.purchases),
        purchaseMs: neat(1000 / found.purchase),
        barePurchaseMs: neat(1000 / found.barePurchase),
        purchaseCpuUs: neat(found.purchaseCost),
      },
    };
  } finally {
    await baseline.stop();
    await bare.stop();
    await rig.stop();
  }
};
