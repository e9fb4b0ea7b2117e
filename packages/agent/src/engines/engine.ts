import type { AgentProblem, LineSpec, NodeSpec } from '@skyport/contract/fleet';

/** One user on one line as the engine knows it. */
export type EngineUser = { line: number; user: number; credential: string };

/** Everything an engine is to serve at this moment. */
export type EngineSetup = { node: NodeSpec; lines: readonly LineSpec[]; users: readonly EngineUser[] };

/** One counter of the engine. `user` 0 is an engine's own placeholder. `value` is in bytes since the start. */
export type Counter = { name: string; line: number; user: number; direction: 'up' | 'down'; value: number };

/** All counters at one moment, of exactly one engine process; `instance` names that process and no other, ever. */
export type Reading = {
  instance: string;
  counters: readonly Counter[];
  /**
   * Only what changed since this reader's preceding reading, whose `sequence` is one less; to be used only when exactly
   * that one was committed last.
   */
  changes?: { reader: object; sequence: number; changed: readonly Counter[] };
};

/** The engine's part of the agent's state. */
export type EngineStatus = {
  running: boolean;
  version: string;
  uptimeSeconds: number;
  restarts: number;
  lastError: string;
};

/** Called around an engine's start and end, when its counters and the kernel's can be compared. */
export type EngineHooks = {
  /** The process is to be replaced and its traffic has stopped: its counters can be read a last time. */
  beforeReplacing(): Promise<void>;
  /** A process is about to be started. */
  beforeStart(): Promise<void>;
  /** It was started and serves nobody yet. */
  afterStart(instance: string): void;
};

/**
 * The driver interface of an engine: another engine can be added behind it. Calls come one after the other; none of
 * them needs a panel.
 */
export type Engine = {
  /**
   * Makes the engine serve exactly `setup`. Adopts a process that an earlier agent left behind, starts one when there
   * is none, changes users and lines live, and begins to cut the connections of users that went away.
   */
  apply(setup: EngineSetup, hooks: EngineHooks): Promise<void>;
  /** Closes what is left of removed users' connections. To be called every tick. */
  closeRemoved(): Promise<void>;
  /** All counters of users; undefined while no engine runs. Reads only, never resets. */
  readCounters(): Promise<Reading | undefined>;
  /** Users with live connections, counted per line. */
  online(): Promise<[line: number, count: number][]>;
  status(): EngineStatus;
  /** True when what runs was started with other settings than it would be now: `apply` restarts it. */
  outdated(): boolean;
  /**
   * Bytes on the wire through the lines' ports, counted by the kernel and not by the engine; undefined when unknown. It
   * grows a little faster than the engine's own counters, since it sees what wraps them.
   */
  portBytes(): Promise<number | undefined>;
  /** True when live TCP connections of one user can be closed. */
  canCutTcp(): boolean;
  /** True when live sessions over UDP (QUIC among them) of one user can be ended. */
  canCutUdp(): boolean;
  /** What the engine was told to do and cannot do on this machine. */
  problems(): AgentProblem[];
  /** Ends the flow of traffic but not the process, so that the counters can be read a last time. */
  quiesce(): Promise<void>;
  /** Ends the process. */
  stop(): Promise<void>;
};
