import { accountsCalls } from '@skyport/contract/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { personCame, personNow, readOptions } from '../api/index.ts';
import { recordLogin } from '../device/local-db.ts';
import { sessionChangedHere } from '../device/session-tabs.ts';
import { pageUrl } from './session.ts';

/**
 * What follows a successful log-in or sign-up: the browser remembers it, its other tabs hear of it, and everything is
 * read anew for the account. Returns when the account was read, or could not be.
 */
export const afterLogin = async (client: QueryClient): Promise<void> => {
  void recordLogin(Date.now()).catch(() => undefined);
  sessionChangedHere();
  personCame();
  await client.prefetchQuery(readOptions(accountsCalls.userInfo, { page_url: pageUrl() }, personNow()));
};
