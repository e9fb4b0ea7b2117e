/** A provider says that money arrived for a trade; milli-yuan. */
export interface Told {
  readonly reference: string;
  readonly tradeId: string;
  readonly amount: number;
}

/** What a server process hears on its second socket, by the path of each. */
export const sidePaths = {
  /** A provider's word (`Told`). */
  tell: '/tell',
  /** The process is to kill itself at a crash point (`Armed`). */
  arm: '/arm',
  /** The clock of the process is to be so far ahead (`Clocked`). */
  clock: '/clock',
} as const;

/** Where a server process kills itself, as `CRASH_AT` says it: the name of a crash point and which of its visits. */
export interface Armed {
  readonly at: string;
}

/** How far the clock of a process is ahead, in milliseconds. */
export interface Clocked {
  readonly aheadMs: number;
}

/** What a process says as it kills itself. */
export const CRASHED = /^crashed at (\S+)$/;
