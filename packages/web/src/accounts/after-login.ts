import { accountsCalls } from '@skyport/contract/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { callKey } from '../api/index.ts';
import { recordLogin } from '../device/local-db.ts';

/** What follows a successful log-in or sign-up: the browser remembers it, and everything is read anew for the account. */
export const afterLogin = async (client: QueryClient): Promise<void> => {
  void recordLogin(Date.now()).catch(() => undefined);
  await client.resetQueries({ queryKey: callKey(accountsCalls.userInfo) });
};
