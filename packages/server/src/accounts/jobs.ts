import { removeUsedCaptchas } from '../platform/captcha-store.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { removeOldAttempts } from '../platform/attempts-store.ts';
import { removeOldHandoffs } from './hand-off/store.ts';
import { removeExpiredRequests } from './mailed-links/store.ts';
import { removeExpired } from './store.ts';

const forgetExpired = job({
  name: 'accounts.forget-expired',
  input: NoInput,
  maxAttempts: 3,
  cron: '29 * * * *',
  run: async ({ db, clock }) => {
    const now = clock.now();
    await removeExpired(db, now);
    await removeExpiredRequests(db, now);
    await removeOldAttempts(db, now);
    await removeUsedCaptchas(db, now);
    await removeOldHandoffs(db, now);
  },
});

/** Jobs of this feature. */
export const accountsJobs = [forgetExpired];
