import { accountsCalls } from '@skyport/contract/accounts';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { startBaseline } from './baseline.ts';
import { runLoad } from './load.ts';
import { inRounds, neat, roundsOf, type Bench } from './measure.ts';
import { spread, startRig } from './rig.ts';

const REQUESTS = 19_200;

/** `userinfo` of random users through envelope, session, roles and limits, against one bare select. */
export const api: Bench = async (options) => {
  const rig = await startRig();
  const { rounds, seconds } = roundsOf(options);
  const body = JSON.stringify({ data: encodeEnvelope({}) });
  const baseline = await startBaseline(rig.panel.databaseUrl, 'x');
  try {
    const found = await inRounds(
      rounds,
      {
        select: async () => {
          const requests = spread(REQUESTS, rig.users, ({ id }) => ({ path: `/select/${id}` }));
          return (await runLoad({ url: baseline.url, requests, seconds, expect: 200 })).rps;
        },
        userinfo: async () => {
          const requests = spread(REQUESTS, rig.users, ({ cookie }, from) => ({
            path: accountsCalls.userInfo.path,
            method: 'POST' as const,
            headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': from },
            body,
          }));
          return (await runLoad({ url: rig.panel.url, requests, seconds, expect: 200 })).rps;
        },
      },
      options.say,
    );
    return {
      ratios: { userinfo: neat(found.userinfo / found.select) },
      figures: { userinfoRps: neat(found.userinfo) },
    };
  } finally {
    await baseline.stop();
    await rig.stop();
  }
};
