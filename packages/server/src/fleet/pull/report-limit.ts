import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { createTokenBuckets } from '../../platform/token-buckets.ts';

/** Nodes whose buckets are remembered at most. */
const MAX_NODES = 10_000;
/**
 * An agent merges what nobody asked for, so it closes one report an interval: two at midnight, more with
 * very many users.
 */
const REPORTS_AN_INTERVAL = 4;
/**
 * A panel that was put back from a backup asks for a week of reports again, as long as agents keep them: one a minute.
 */
const SAVED_UP = 7 * 24 * 60;

/** How many reports each node may show, by the panel's clock, in this process. */
export interface ReportLimit {
  /** Takes a report of a node at an instant; false when it has none left now. */
  allows(nodeId: string, at: Date): boolean;
}

/**
 * A limit by the seconds between two pulls: every report is a row that is kept for weeks, and without it only the node
 * would say how many there are. `savedUp` is how many may come at once.
 */
export const createReportLimit = (intervalSeconds: () => number, savedUp = SAVED_UP): ReportLimit => {
  const buckets = createTokenBuckets<string>(MAX_NODES);
  return {
    allows: (nodeId, at) => {
      const perMinute = (REPORTS_AN_INTERVAL * MINUTE_MS) / (intervalSeconds() * SECOND_MS);
      return buckets.take(nodeId, at.getTime(), { burst: savedUp, perMinute });
    },
  };
};
