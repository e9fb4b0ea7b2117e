import type { LineSpec, NodeSpec } from '@skyport/contract/fleet';

/** One user on one line as the engine knows it. */
export type EngineUser = { line: number; user: number; credential: string };

/** Everything an engine is to serve at this moment. */
export type EngineSetup = { node: NodeSpec; lines: readonly LineSpec[]; users: readonly EngineUser[] };

/** One counter of the engine. `user` 0 is nobody (an engine's own placeholder). `value` is in bytes since the start. */
export type Counter = { name: string; line: number; user: number; direction: 'up' | 'down'; value: number };

/** All counters at one moment, of exactly one engine process; `instance` names that process and no other, ever. */
export type Reading = { instance: string; counters: Counter[] };

/** What is told to the panel about the engine. */
export type EngineStatus = {
  running: boolean;
  version: string;
  uptimeSeconds: number;
  restarts: number;
  lastError: string;
};

/**
 * The small door behind which an engine stays, so that another one can be added. Calls come one after the other; none
 * of them needs a panel.
 */
export type Engine = {
  /**
   * Makes the engine serve exactly `setup`. Adopts a process that an earlier agent left behind, starts one when there
   * is none, changes users and lines live, and begins to cut the connections of users that went away.
   */
  apply(setup: EngineSetup): Promise<void>;
  /** Closes what is left of removed users' connections. To be called every tick. */
  closeRemoved(): Promise<void>;
  /** All counters of users; undefined while no engine runs. Reads only, never resets. */
  readCounters(): Promise<Reading | undefined>;
  /** Users with live connections, counted per line. */
  online(): Promise<[line: number, count: number][]>;
  status(): EngineStatus;
  /** True when the engine can close live TCP connections of one user. */
  canCutTcp(): boolean;
  /** Ends the flow of traffic but not the process, so that the counters can be read a last time. */
  quiesce(): Promise<void>;
  /** Ends the process. */
  stop(): Promise<void>;
};
