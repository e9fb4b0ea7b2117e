import { crashPoints, type CrashPoint } from '@skyport/server/platform/crash';

/** Crash points of paying, by their first word. */
const OURS = ['buy', 'ask', 'claim', 'query', 'watch'];
/** What a claim comes by beside those. */
const ALSO: readonly CrashPoint[] = ['settle.before-commit', 'grant.before-ledger', 'grant.after-ledger'];

/** Crash points of creating, notifying, settling, asking and watching. */
export const payPoints: readonly CrashPoint[] = crashPoints.filter(
  (point) => OURS.includes(point.split('.')[0] ?? '') || ALSO.includes(point),
);
