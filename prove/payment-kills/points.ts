import { crashPoints, type CrashPoint } from '@skyport/server/platform/crash';

/**
 * Crash points of paying by a gateway, by their first word. Those of watching a chain (`watch`, `deposit`) have no flow
 * here yet: issue 18 asks for one.
 */
const OURS = ['buy', 'ask', 'claim', 'query'];
/** What a claim comes by beside those. */
const ALSO: readonly CrashPoint[] = ['settle.before-commit', 'grant.before-ledger', 'grant.after-ledger'];

/** Crash points of creating, notifying, settling and asking. */
export const payPoints: readonly CrashPoint[] = crashPoints.filter(
  (point) => OURS.includes(point.split('.')[0] ?? '') || ALSO.includes(point),
);
