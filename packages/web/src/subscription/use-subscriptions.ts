import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { subscriptionCalls } from '@skyport/contract/subscription';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../accounts/index.ts';
import { callKey, useChange } from '../api/index.ts';
import { thisPlatform } from '../device/platform.ts';
import { useHost } from '../notices/index.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { showToast } from '../ui/toasts.ts';
import { clientLinks, linkBase, type ClientApp, type ClientLinks } from '@skyport/contract/client-links';
import { importRefusal, subscribeRefusal } from './rules.ts';
import { texts } from './texts.ts';

/** What every subscription menu of a page can do. */
export interface Subscriptions {
  /** True until it is known whether somebody is logged in. */
  readonly loading: boolean;
  /** Links of a client, made from the account as it is now; undefined for a visitor. */
  readonly linksOf: (app: ClientApp) => ClientLinks | undefined;
  /** Whether a client's menu may open; says why not. */
  readonly mayOpen: (app: ClientApp) => boolean;
  /** Whether a link may open the client on this device; says why not. */
  readonly mayImport: (app: ClientApp) => boolean;
  /** Replaces the subscription link; every link of the page is made anew. */
  readonly reset: () => Promise<unknown>;
}

/** The subscription of whoever looks at the page. */
export const useSubscriptions = (): Subscriptions => {
  const client = useQueryClient();
  const host = useHost();
  const { user, visitor, loading, refresh } = useSession();
  const keep = (userkey: string): void => {
    client.setQueriesData<UserInfo>({ queryKey: callKey(accountsCalls.userInfo) }, (old) => old && { ...old, userkey });
  };
  const change = useChange(subscriptionCalls.resetUserkey, {
    done: texts.resetDone,
    failed: ({ code }) => (code === codes.accountForbids.code ? texts.resetForbidden : texts.resetFailed),
    invalidates: [accountsCalls.userInfo],
    onDone: ({ userkey }) => keep(userkey),
  });
  const owner = user?.userkey && {
    base: linkBase(user.describe_host, host?.describe_host, window.location.origin),
    id: user._id,
    userkey: user.userkey,
    title: host?.site_name || commonTexts.product,
  };
  return {
    loading,
    linksOf: (app) => (owner ? clientLinks(app, owner) : undefined),
    mayOpen: (app) => {
      const refusal = subscribeRefusal(app, { visitor, user });
      if (!refusal) return true;
      showToast(refusal.message, 'warning');
      if (refusal.refresh) void refresh();
      return false;
    },
    mayImport: (app) => {
      const refusal = importRefusal(app, thisPlatform());
      if (refusal) showToast(refusal, 'warning');
      return !refusal;
    },
    reset: () => change.run({}),
  };
};
