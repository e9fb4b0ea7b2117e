import type { Db } from '@skyport/db';
import type { MailMessage } from '../../mail/index.ts';
import { notify, type NotifyDeps } from '../../notices/index.ts';
import { timeText } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { HolderRow } from '../mailed-links/store.ts';

/** When and from where something was asked, in the form that messages take. */
export const messageContext = (address: string, { clock, settings }: Pick<Deps, 'clock' | 'settings'>) => {
  const { site_name: site, timezone } = settings.current();
  return { site, time: timeText(clock.now(), timezone), address };
};

/** Tells an account's owner what concerns its safety: in the bell, by mail, and on Telegram unless that is unwanted. */
export const notifyOwner = async (
  trx: Db,
  deps: NotifyDeps,
  { user, text, mail, kind }: { user: HolderRow; text: string; mail: MailMessage; kind: string },
): Promise<void> => {
  await notify(trx, deps, { userId: user.id, kind: 'security', href: '#/user_info', text, mail, name: kind });
};
