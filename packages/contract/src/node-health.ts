import { z } from 'zod';
import { access, call } from './call.ts';
import { AgentProblem } from './fleet.ts';
import { nodeReportCalls } from './node-reports.ts';
import { NodeTrouble, NodeHealth } from './node-trouble.ts';
import { AlarmReason } from './quarantine-reasons.ts';
import { AllOrOne, ById, Done } from './shapes.ts';
import { ByteCount, Id, Instant } from './units.ts';

const Count = z.number().int().nonnegative();

/** What a node's agent said when it answered last. Bytes and ms. */
export const AgentFacts = z.object({
  agent_version: z.string(),
  agent_uptime_seconds: Count,
  /** Whether connections of removed users can be cut at once, over TCP and over QUIC. */
  can_cut_tcp: z.boolean(),
  can_cut_udp: z.boolean(),
  engine_version: z.string(),
  engine_running: z.boolean(),
  engine_uptime_seconds: Count,
  engine_restarts: Count,
  engine_error: z.string(),
  /** What keeps the agent from doing all of its work. */
  problems: z.array(AgentProblem),
  /** Closed batches that are not acknowledged, and bytes of open usage. */
  unacked_batches: Count,
  open_bytes: ByteCount,
  /** Bytes that were counted but are no account's; never billed. */
  unattributed_bytes: ByteCount,
  load1: z.number().nonnegative(),
  memory_free: ByteCount,
  disk_free: ByteCount,
  /** The node's clock minus the panel's at that moment. */
  clock_offset_ms: z.number().int(),
  certificate_expires: Instant,
  /** Users with live connections, over all lines. */
  online_users: Count,
  /** Generation of the desired set that the agent holds. */
  generation: Count,
});
export type AgentFacts = z.infer<typeof AgentFacts>;

/** Lost reports: numbers that neither agent nor panel has. Billing waits until an admin agrees to skip them. */
export const MissingReports = z.object({
  /** Epoch of the usage journal that they are missing from. */
  books: Id,
  first: Count,
  last: Count,
  /** The time that the lost reports covered; null where unknown. */
  since: Instant.nullable(),
  until: Instant.nullable(),
});
export type MissingReports = z.infer<typeof MissingReports>;

/** A node as it is right now. */
export const NodeLive = z.object({
  node_id: Id,
  node_name: z.string(),
  enrolled: z.boolean(),
  health: NodeHealth,
  /** Why it is not healthy; empty when it is. */
  troubles: z.array(NodeTrouble),
  reached_at: Instant.nullable(),
  /** Intervals without an answer. */
  missed: Count,
  /** Median of the last probes, ms; null when none came back. */
  speed: Count.nullable(),
  /** Open alarms, and batches that wait for a decision. */
  open_alarms: Count,
  quarantined_batches: Count,
  /** Epoch of the agent's journal when it differs from the billed one (nothing of it is billed); else null. */
  new_books: Id.nullable(),
  /** What is missing from the billed journal, as long as that holds up everything behind it; else null. */
  missing: MissingReports.nullable(),
  /** Bytes a second over the last five whole minutes. */
  up_rate: Count,
  down_rate: Count,
  /** Null before the agent has answered for the first time. */
  agent: AgentFacts.nullable(),
});
export type NodeLive = z.infer<typeof NodeLive>;

/** A node is degraded when its clock differs from the panel's by more, in ms. */
export const CLOCK_OFF_MS = 30_000;
/** A node is degraded when less is free on its disk, in bytes. */
export const DISK_LOW = 200 * 1024 ** 2;
/** A node is degraded when its certificate ends sooner, in ms: by then it was to have been renewed for two weeks. */
export const CERTIFICATE_SOON_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Intervals without an answer after which an alarm goes up, and without a health check after which nobody knows how
 * a node is.
 */
export const MISSED_FOR_ALARM = 3;

/** Seconds of one point of a node's history. */
export const POINT_SECONDS = 300;
/** Days that the history goes back. */
export const HISTORY_DAYS = 14;

/** Five minutes of a node. Bytes and ms; null where nothing was measured. */
export const NodePoint = z.object({
  at: Instant,
  up: ByteCount,
  down: ByteCount,
  load: z.number().nonnegative().nullable(),
  memory_free: ByteCount.nullable(),
  disk_free: ByteCount.nullable(),
  online: Count,
  /** Median of the probes that came back. */
  latency_ms: Count.nullable(),
  /** Probes that did not. */
  lost: Count,
});
export type NodePoint = z.infer<typeof NodePoint>;

/**
 * Kinds of alarm: `unreachable` for 3 intervals; bytes flow and are `unbilled`; a batch in `quarantine`; a batch in
 * `conflict` with another; a `gap` in the numbers of batches; a journal of an unknown `epoch`; no room for what is
 * quarantined any more (`held-full`); a server that shows another `host-key`.
 */
export const AlarmKind = z.enum([
  'unreachable',
  'unbilled',
  'quarantine',
  'conflict',
  'gap',
  'epoch',
  'held-full',
  'host-key',
]);
export type AlarmKind = z.infer<typeof AlarmKind>;

/** Something about a node that an operator should know. */
export const NodeAlarm = z.object({
  _id: Id,
  node_id: Id,
  node_name: z.string(),
  kind: AlarmKind,
  /** Why, where it is about reports; null for the other kinds, which have a sentence instead. */
  reason: AlarmReason.nullable(),
  message: z.string(),
  at: Instant,
  /** Null while it is open. */
  closed_at: Instant.nullable(),
});
export type NodeAlarm = z.infer<typeof NodeAlarm>;

/** The feature `fleet`: what the panel sees of its nodes. */
export const nodeHealthCalls = {
  live: call({
    path: '/api/admin/agents/live',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Health of all nodes, or of one, with what their agents last said.',
    input: AllOrOne,
    output: z.array(NodeLive),
    fails: ['notFound'],
  }),
  history: call({
    path: '/api/admin/agents/history',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary:
      'Load, bandwidth and latency of a node in points of five minutes, oldest first; empty points are left out.',
    input: z.object({
      id: Id,
      hours: z
        .number()
        .int()
        .min(1)
        .max(HISTORY_DAYS * 24)
        .default(24),
    }),
    output: z.array(NodePoint),
    fails: ['notFound'],
  }),
  alarms: call({
    path: '/api/admin/agents/alarms',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Alarms of nodes, newest first: the open ones, or those of the past too.',
    input: z.object({ closed: z.boolean().default(false), limit: z.number().int().min(1).max(1000).default(100) }),
    output: z.array(NodeAlarm),
    fails: [],
  }),
  closeAlarm: call({
    path: '/api/admin/agents/close_alarm',
    access: access.admin,
    rate: 'change',
    audit: 'alarm',
    summary: 'Closes an alarm that was dealt with; it goes up again when its cause is still there.',
    input: ById,
    output: Done,
    fails: ['notFound'],
  }),
  ...nodeReportCalls,
} as const;
