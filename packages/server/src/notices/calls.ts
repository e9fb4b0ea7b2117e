import type { noticesCalls } from '@skyport/contract/notices';
import { inTransaction } from '@skyport/db';
import { mailIsOn } from '../mail/index.ts';
import type { HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { channelsOf } from './channel-rules.ts';
import { findOwner, listChannels, saveChannel } from './channel-store.ts';
import { presentHost, presentNotice } from './present.ts';
import { clickNotice, listOpenNotices } from './store.ts';

/** The bell, and what every page needs to know about the host. */
export const noticesHandlers: HandlersOf<typeof noticesCalls> = {
  list: async (_input, { caller }, { db }) => (await listOpenNotices(db, caller.id)).map(presentNotice),

  clicked: async ({ noticeId }, { caller }, { db, clock }) => {
    if (!(await clickNotice(db, { id: noticeId, userId: caller.id, at: clock.now() }))) refuse('notFound');
    return {};
  },

  channels: async (_input, { caller }, { db, settings }) => {
    const [owner, stored] = await Promise.all([findOwner(db, caller.id), listChannels(db, caller.id)]);
    return {
      mail_ready: mailIsOn(settings.current()),
      telegram_bound: caller.isAgencyUser ? null : owner?.telegramId !== null,
      channels: channelsOf(stored, { isAgencyUser: caller.isAgencyUser, isAdmin: caller.type === 'admin' }),
    };
  },

  saveChannels: async ({ channels }, { caller }, { db }) => {
    await inTransaction(db, async (trx) => {
      for (const channel of channels) await saveChannel(trx, caller.id, channel);
    });
    return {};
  },

  hostGet: async (_input, { host }, { settings }) => presentHost(settings.current(), host),
};
