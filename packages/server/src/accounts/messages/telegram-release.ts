import type { Db } from '@skyport/db';
import { botOf, queueChat } from '../../chat/index.ts';
import { notify } from '../../notices/index.ts';
import { timeText } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { removeBinding } from './telegram-release-store.ts';

/** Why a binding ends: its owner wanted it, on the site or in the chat, or it fell with the password or the link. */
export type ReleaseReason = 'site' | 'chat' | 'password' | 'link';

const REASONS: Readonly<Record<ReleaseReason, string>> = {
  site: '在网站上解除',
  chat: '在 Telegram 中解除',
  password: '登录密码已修改',
  link: '订阅链接已重置',
};

/** Texts about the end of a binding, in the bell and in the chat. */
export const releaseTexts = {
  bell: (name: string, time: string, reason: ReleaseReason): string =>
    `Telegram 账号 ${name} 已于 ${time} 解除绑定（${REASONS[reason]}）`,
  chat: (site: string, reason: ReleaseReason): string => `已与${site}账号解除绑定（${REASONS[reason]}）`,
} as const;

/**
 * Ends an account's binding to Telegram, in the caller's transaction, with every code and request that could make
 * another one; tells the owner, and the chat that was bound. False when nothing was bound.
 */
export const releaseTelegram = async (
  trx: Db,
  deps: Deps,
  { userId, reason }: { userId: string; reason: ReleaseReason },
): Promise<boolean> => {
  const bound = await removeBinding(trx, userId);
  if (!bound) return false;
  const { chatId, name } = bound;
  const { site_name: site, timezone } = deps.settings.current();
  const text = releaseTexts.bell(name || String(chatId), timeText(deps.clock.now(), timezone), reason);
  await notify(trx, deps, { userId, kind: 'security', href: '#/user_info', text, name: 'telegram_unbound' });
  if (botOf(deps.settings.current())) {
    await queueChat(trx, deps, { chatId, kind: 'unbound', text: releaseTexts.chat(site, reason) });
  }
  return true;
};
