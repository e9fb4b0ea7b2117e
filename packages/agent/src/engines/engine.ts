import type { AgentProblem, LineSpec, NodeSpec } from '@skyport/contract/fleet';

/** One user on one line as the engine knows it. */
export type EngineUser = { line: number; user: number; credential: string };

/** Everything an engine is to serve at this moment. */
export type EngineSetup = { node: NodeSpec; lines: readonly LineSpec[]; users: readonly EngineUser[] };

/** One counter of the engine. `user` 0 is nobody (an engine's own placeholder). `value` is in bytes since the start. */
export type Counter = { name: string; line: number; user: number; direction: 'up' | 'down'; value: number };

/** All counters at one moment, of exactly one engine process; `instance` names that process and no other, ever. */
export type Reading = {
  instance: string;
  counters: readonly Counter[];
  /** Those that differ from what reading number `turn - 1` of the same `reader` brought, for whoever took that one over. */
  news?: { reader: object; turn: number; changed: readonly Counter[] };
};

/** What is told to the panel about the engine. */
export type EngineStatus = {
  running: boolean;
  version: string;
  uptimeSeconds: number;
  restarts: number;
  lastError: string;
};

/** Who is told of engines' beginnings and ends, when their counters and the kernel's can be compared. */
export type EngineWitness = {
  /** The traffic of a process that is to be replaced has stopped: its counters can be read a last time. */
  lastWords(): Promise<void>;
  /** A process is about to be started. */
  starting(): Promise<void>;
  /** It was started and serves nobody yet. */
  started(instance: string): void;
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
  apply(setup: EngineSetup, witness: EngineWitness): Promise<void>;
  /** Closes what is left of removed users' connections. To be called every tick. */
  closeRemoved(): Promise<void>;
  /** All counters of users; undefined while no engine runs. Reads only, never resets. */
  readCounters(): Promise<Reading | undefined>;
  /** Users with live connections, counted per line. */
  online(): Promise<[line: number, count: number][]>;
  status(): EngineStatus;
  /** True when what runs was started for other settings than it would be now: it is to be applied anew. */
  outdated(): boolean;
  /**
   * Bytes on the wire through the lines' ports, counted by the kernel and not by the engine; undefined when unknown. It
   * grows a little faster than the engine's own counters, since it sees what wraps them.
   */
  wireBytes(): Promise<number | undefined>;
  /** True when live TCP connections of one user can be closed. */
  canCutTcp(): boolean;
  /** True when live sessions over UDP (QUIC among them) of one user can be ended. */
  canCutUdp(): boolean;
  /** What keeps the engine from being all that it was told to be. */
  problems(): AgentProblem[];
  /** Ends the flow of traffic but not the process, so that the counters can be read a last time. */
  quiesce(): Promise<void>;
  /** Ends the process. */
  stop(): Promise<void>;
};
