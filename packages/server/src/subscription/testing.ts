import { GIB } from '@skyport/contract/units';
import type { TestApp, TestSession } from '../testing-app.ts';

/** How a test fetches a link: by default as mihomo, with GET, from the machine itself. */
export interface LinkFetch {
  readonly address?: string;
  readonly agent?: string;
  readonly method?: 'GET' | 'HEAD';
  /** Cookies, where a browser fetches it. */
  readonly cookie?: string;
}

/** What tests of subscription links do on a panel. */
export const linkTools = (app: TestApp) => {
  const keyOf = async (user: TestSession): Promise<string> =>
    (await app.call('/api/user/userinfo', {}, user)).data.userkey;
  return {
    /** The current key of an account's link. */
    keyOf,
    /** Path of an account's link. */
    pathOf: async (user: TestSession, kind = 'singbox'): Promise<string> =>
      `/api/subscript/${kind}/${user.userId}/${await keyOf(user)}`,
    /** A customer with 1 GiB of permanent traffic. */
    customer: async (): Promise<TestSession> => {
      const user = await app.account();
      const granted = app.deps.db.updateTable('traffic_account').set({ granted: GIB });
      await granted.where('user_num', '=', user.num).execute();
      return user;
    },
    /** Fetches a link as a client does. */
    fetch: (url: string, { address, agent = 'mihomo/1.19.15', method = 'GET', cookie }: LinkFetch) =>
      app.gate.app.inject({
        method,
        url,
        ...(address !== undefined && { remoteAddress: address }),
        headers: { host: 'console.test', 'user-agent': agent, ...(cookie !== undefined && { cookie }) },
      }),
  };
};
