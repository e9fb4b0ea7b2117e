import type { Settings } from '@skyport/contract/settings-table';

/** Raw bytes of one user on one line, as a node reported them. */
export interface ReportedUse {
  readonly line: number;
  readonly user: number;
  readonly up: number;
  readonly down: number;
}

/** A line as billing sees it. */
export interface ScaledLine {
  readonly scalePpm: number;
  readonly isPublic: boolean;
}

/** One batch to bill. Every row's line must be in `lines`. */
export interface UseBatch {
  /** Whose report it is. */
  readonly nodeId: string;
  readonly rows: readonly ReportedUse[];
  readonly lines: ReadonlyMap<number, ScaledLine>;
  /** Business day, already held near the panel's own. */
  readonly day: string;
  /** The instant that decides about membership. */
  readonly at: Date;
  readonly now: Date;
  /** The panel's calendar day. */
  readonly today: string;
  readonly settings: Pick<
    Settings,
    | 'traffic_spend_scale'
    | 'upload_traffic_spend_scale'
    | 'noGlobalTrafficScaleLimit'
    | 'minestTrafficSpend'
    | 'vip_traffic_thred_rate_limit'
  >;
}

/** Why a user's rows could not be billed: no account that can be charged, or billed bytes beyond belief. */
export type Unbillable = 'noUser' | 'beyond';

/**
 * Billed bytes of all users who could be charged. `ranOut`: users who could use their lines before and cannot now.
 * `paused`: those of them who have only to wait for the next hour. Of users in `unbillable` nothing was written.
 */
export interface BillingOutcome {
  readonly billed: number;
  readonly ranOut: readonly number[];
  readonly paused: readonly number[];
  readonly unbillable: ReadonlyMap<number, Unbillable>;
}
