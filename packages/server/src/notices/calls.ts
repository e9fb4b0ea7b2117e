import type { noticesCalls } from '@skyport/contract/notices';
import type { HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { presentHost, presentNotice } from './present.ts';
import { clickNotice, listOpenNotices } from './store.ts';

/** The bell, and what every page needs to know about the host. */
export const noticesHandlers: HandlersOf<typeof noticesCalls> = {
  list: async (_input, { caller }, { db }) => (await listOpenNotices(db, caller.id)).map(presentNotice),

  clicked: async ({ noticeId }, { caller }, { db, clock }) => {
    if (!(await clickNotice(db, { id: noticeId, userId: caller.id, at: clock.now() }))) refuse('notFound');
    return {};
  },

  hostGet: async (_input, _context, { settings }) => presentHost(settings.current()),
};
