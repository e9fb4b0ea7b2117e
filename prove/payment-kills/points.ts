import { crashPoints, type CrashPoint } from '@skyport/server/platform/crash';

/** Crash points of paying by a provider, by their first word. */
const OURS = ['buy', 'ask', 'claim', 'query', 'watch', 'deposit'];
/** What a claim comes by beside those. */
const ALSO: readonly CrashPoint[] = ['settle.before-commit', 'grant.before-ledger', 'grant.after-ledger'];

/** Crash points of creating, notifying, settling, asking, and of watching chains. */
export const payPoints: readonly CrashPoint[] = crashPoints.filter(
  (point) => OURS.includes(point.split('.')[0] ?? '') || ALSO.includes(point),
);

/** Those of them that flows come by. */
export const pointsOf = (flows: readonly { readonly points: readonly CrashPoint[] }[]): readonly CrashPoint[] =>
  payPoints.filter((point) => flows.some(({ points }) => points.includes(point)));
