import { accountsCalls, type HeldPermission, type UserInfo } from '@skyport/contract/accounts';
import { CallError } from '@skyport/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { callKey, callServer, NETWORK_FAILURE, personLeft, toastCommonFailure, useCall } from '../api/index.ts';
import { readCookie, removeCookie } from '../device/cookies.ts';
import { goTo } from '../device/page-history.ts';
import { sessionChangedHere } from '../device/session-tabs.ts';
import { commonTexts as texts } from './common-texts.ts';

/** Whether the page holds a log-in token; the guard asks nothing else. */
export const hasToken = (): boolean => readCookie('token') !== undefined;

/** The logged-in account, with what can be done about it. */
export interface Session {
  readonly user: UserInfo | undefined;
  readonly permissions: readonly HeldPermission[];
  /** True until it is known whether somebody is logged in. */
  readonly loading: boolean;
  /** Somebody is logged in, but their account could not be read. */
  readonly failed: boolean;
  /** True when nobody is logged in. */
  readonly visitor: boolean;
  /** Reads the account again. */
  readonly refresh: () => Promise<void>;
  /** Ends the session here and on the server, and leads to the log-in page. */
  readonly logOut: () => Promise<void>;
}

/** The address that the account's read is told: origin and path of the console. */
export const pageUrl = (): string => `${window.location.origin}${window.location.pathname}`;

/** The browser forgets the session all the same, but its owner has to know that the server may not. */
const tellNetworkFailure = (problem: unknown): void => {
  if (problem instanceof CallError && problem.code === NETWORK_FAILURE) toastCommonFailure(problem);
};

/** The session of this browser: user info, then the permissions. */
export const useSession = (): Session => {
  const client = useQueryClient();
  const info = useCall(
    accountsCalls.userInfo,
    { page_url: pageUrl() },
    { enabled: hasToken(), failed: texts.tryLater },
  );
  const held = useCall(accountsCalls.myPermissions, {}, { enabled: info.data !== undefined, silent: true });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: callKey(accountsCalls.userInfo) });
  };
  const logOut = async (): Promise<void> => {
    await callServer(accountsCalls.logout, {}).catch(tellNetworkFailure);
    removeCookie('token');
    sessionChangedHere();
    goTo('/login');
    personLeft();
  };
  return {
    user: hasToken() ? info.data : undefined,
    permissions: held.data ?? [],
    loading: hasToken() && info.data === undefined && !info.isError,
    failed: hasToken() && info.isError && info.data === undefined,
    visitor: !hasToken(),
    refresh,
    logOut,
  };
};
