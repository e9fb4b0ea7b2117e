import { z } from 'zod';
import { Count, Host, Moment, MOST_SMALL, Pem, Port, Sha256, SmallInt, Uuid, Version, Words } from './fleet-values.ts';
import { MOST_NETWORKS, Network } from './shapes.ts';
import { Day, Instant, TextOf } from './units.ts';

/**
 * The wire between panel and node agent. The panel dials `https://ip:ctrl_port` with TLS 1.3 and certificates on both
 * sides; bodies are JSON. Users and lines are small integers (`num` columns of the panel's database).
 *
 * - `POST /v1/enrol`, `POST /v1/enrol/finish`: only while the agent has no certificate (see Enrol* below).
 * - `GET /v1/state` → AgentState
 * - `PUT /v1/desired` (Desired) → DesiredApplied, or HTTP 409 with DesiredConflict
 * - `PUT /v1/desired/part` (DesiredPart) → DesiredPartTaken, by agents that list `parts` in their state; HTTP 409 with
 *   DesiredConflict for a part that does not follow the one before
 * - `POST /v1/traffic/pull` (TrafficPull) → TrafficPulled
 * - `PUT /v1/filter` (PanelFilter) → PanelFilterState, by agents that tell a `filter` in their state; 409 when the
 *   caller itself would be shut out
 * - `PUT /v1/certificate` (CertificateRenewal) → CertificateRenewed, by agents that list `certificate` in their state
 */
export const fleetPaths = {
  state: '/v1/state',
  desired: '/v1/desired',
  desiredPart: '/v1/desired/part',
  pull: '/v1/traffic/pull',
  certificate: '/v1/certificate',
  filter: '/v1/filter',
  enrol: '/v1/enrol',
  enrolFinish: '/v1/enrol/finish',
} as const;

/** Lines of a node at most. */
const MOST_LINES = 64;
/** Users on lines of a node at most: far above what any of them serves. */
const MOST_USERS = 8_000_000;

/** The panel's own user, who tests lines: no account has this number, and nobody is billed for what it uses. */
export const PROBE_USER = 2_147_483_647;

/** Protocols of lines, with the specification's spelling. */
export const LineProtocol = z.enum(['vmesh_tcp', 'vmesh_ws', 'ss', 'compat', 'h2', 'reality']);
export type LineProtocol = z.infer<typeof LineProtocol>;

const lineBase = { line: SmallInt, port: Port };

/** What the engine must be told to open one inbound. Keys are in the engine's own text forms. */
export const LineSpec = z.discriminatedUnion('protocol', [
  z.object({ ...lineBase, protocol: z.literal('vmesh_tcp') }),
  z.object({ ...lineBase, protocol: z.literal('vmesh_ws'), path: TextOf(260).startsWith('/') }),
  /** Shadowsocks 2022; `serverKey` is base64 of 16 bytes. */
  z.object({
    ...lineBase,
    protocol: z.literal('ss'),
    method: z.literal('2022-blake3-aes-128-gcm'),
    serverKey: TextOf(64),
  }),
  /** Shadowsocks AEAD, one password a user. */
  z.object({ ...lineBase, protocol: z.literal('compat'), method: z.literal('aes-256-gcm') }),
  /** VLESS with Vision; `privateKey` is base64url of 32 bytes, short ids are hex, `target` is host:port. */
  z.object({
    ...lineBase,
    protocol: z.literal('reality'),
    privateKey: TextOf(64),
    shortIds: z
      .array(TextOf(16).regex(/^(?:[0-9a-f]{2}){1,8}$/))
      .min(1)
      .max(16),
    serverNames: z.array(Host).min(1).max(64),
    target: TextOf(260),
  }),
  /** Hysteria2; PEM texts of the served certificate. */
  z.object({
    ...lineBase,
    protocol: z.literal('h2'),
    certificate: Pem,
    privateKey: Pem,
    serverName: Host,
  }),
]);
export type LineSpec = z.infer<typeof LineSpec>;

/** Settings of the whole node. `allowPrivate` lets clients reach private addresses (demo and tests only). */
export const NodeSpec = z.object({
  /** IANA zone whose calendar day is the business day of usage. */
  timezone: TextOf(60),
  openLog: z.boolean(),
  warp: z.boolean(),
  allowPrivate: z.boolean(),
});
export type NodeSpec = z.infer<typeof NodeSpec>;

/**
 * One user on one line. `credential` is ready for the engine: a UUID (VMess, VLESS), base64 of 16 bytes (Shadowsocks
 * 2022), or a password (AEAD, Hysteria2). `not_after` is in seconds since 1970, `quota_left` in raw bytes on this line;
 * null means without limit. Both stay outside the digest because they change all the time.
 */
export const DesiredUser = z.object({
  user: SmallInt,
  line: SmallInt,
  credential: TextOf(128).min(1),
  not_after: Count.nullable(),
  quota_left: Count.nullable(),
});
export type DesiredUser = z.infer<typeof DesiredUser>;

/**
 * The set of users and lines that the agent must serve from now on. `full` replaces everything; `delta` holds `upserts`
 * and `removes` ([user, line]) on top of generation `base_gen`, and always the whole `node` and `lines`. `digest` is
 * that of the resulting set (fleet-digest.ts). Removes come before upserts; a line that is no longer listed takes its
 * users along on both sides, and an upsert of an unlisted line is a conflict.
 */
export const Desired = z.object({
  gen: Count,
  base_gen: Count,
  kind: z.enum(['delta', 'full']),
  node: NodeSpec,
  lines: z.array(LineSpec).max(MOST_LINES),
  upserts: z.array(DesiredUser).max(MOST_USERS),
  removes: z.array(z.tuple([SmallInt, SmallInt])).max(MOST_USERS),
  digest: Sha256,
  /** Only with `full`: so many parts of the same generation came before, and their users belong to the set. */
  parts: Count.optional(),
});
export type Desired = z.infer<typeof Desired>;

export const DesiredApplied = z.object({ applied_gen: Count, digest: Sha256 });
export type DesiredApplied = z.infer<typeof DesiredApplied>;
/** Body of a 409: what the agent really has; the panel then sends the full set. */
export const DesiredConflict = z.object({ gen: Count, digest: Sha256 });
export type DesiredConflict = z.infer<typeof DesiredConflict>;

/**
 * What keeps an agent from doing all of its work; `detail` is one sentence in plain English. `cutTcp` and `cutUdp`:
 * connections of removed users live on. `guard`: the kernel does not keep clients from private addresses. `warp`:
 * traffic goes out directly instead. `accessLog`: the log on disk has gaps. `journal`: what is counted cannot be
 * written down; it waits in the engine and nothing is acknowledged.
 */
export const AgentProblem = z.object({
  kind: z.enum(['cutTcp', 'cutUdp', 'guard', 'warp', 'accessLog', 'journal']),
  detail: Words(500),
});
export type AgentProblem = z.infer<typeof AgentProblem>;

/**
 * Addresses and networks from which the agent's port may be reached; none: from everywhere. An hour without a call from
 * one of them, and the port is open to everybody until the next.
 */
export const PanelFilter = z.object({ networks: z.array(Network).max(MOST_NETWORKS) });
export type PanelFilter = z.infer<typeof PanelFilter>;
/** `active`: the kernel keeps everybody else out right now. `problem`: why it cannot, in plain English. */
export const PanelFilterState = PanelFilter.extend({ active: z.boolean(), problem: Words(300) });
export type PanelFilterState = z.infer<typeof PanelFilterState>;

/** Load of a node at most: no machine comes near, and sums of it stay numbers. */
const MOST_LOAD = 1_000_000;

/** Users with live connections over all lines of a node. */
export const onlineOf = (online: readonly (readonly [line: number, users: number])[]): number =>
  online.reduce((sum, [, users]) => sum + users, 0);

export const AgentState = z.object({
  gen: Count,
  digest: Sha256,
  /** Epoch of the usage journal: another one after an install, or when the disk was put back or copied. */
  epoch: Uuid,
  /** Closed batches that are not acknowledged, and bytes of open usage. */
  unacked: Count,
  openBytes: Count,
  /**
   * Unattributed bytes, billed to nobody: counted ones of a disk that was put back or of no known user, and those that
   * went through the lines' ports unread when an engine died, estimated by the kernel's own count.
   */
  unattributed: Count,
  engine: z.object({
    running: z.boolean(),
    version: Version,
    uptimeSeconds: Count,
    restarts: Count,
    lastError: Words(1000),
  }),
  agent: z.object({ version: Version, uptimeSeconds: Count, canCutTcp: z.boolean(), canCutUdp: z.boolean() }),
  /**
   * What this agent can be asked beyond the first version of the wire; agents of an earlier version say nothing here.
   */
  features: z.array(Words(40)).max(40).default([]),
  /** Agents of an earlier version say nothing here. */
  filter: PanelFilterState.optional(),
  /** Agents of an earlier version say nothing here. */
  problems: z.array(AgentProblem).max(20).default([]),
  load1: z.number().nonnegative().max(MOST_LOAD),
  memoryFree: Count,
  diskFree: Count,
  /** The agent's clock, ms since 1970. */
  clock: Moment,
  certificateExpires: Instant,
  /** Users with live connections, counted per line. */
  online: z
    .array(z.tuple([SmallInt, Count]))
    .max(10 * MOST_LINES)
    .refine((counts) => onlineOf(counts) <= MOST_USERS, 'more users than a node serves'),
});
export type AgentState = z.infer<typeof AgentState>;

/** [line, user, upload bytes, download bytes] */
export type UsageRow = [line: number, user: number, up: number, down: number];
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
/**
 * By one function a row: there are a million of them a minute, and a schema of each column takes several times as long.
 */
export const UsageRow = z.custom<UsageRow>(
  (row) =>
    Array.isArray(row) &&
    row.length === 4 &&
    isWhole(row[0], 1, MOST_SMALL) &&
    isWhole(row[1], 1, MOST_SMALL) &&
    isWhole(row[2], 0, Number.MAX_SAFE_INTEGER) &&
    isWhole(row[3], 0, Number.MAX_SAFE_INTEGER),
  'not a row of use',
);

/** Rows of a batch at most: an agent makes several of a larger day. */
export const MOST_ROWS = 100_000;

/**
 * An immutable numbered report of one business day: asked for again, it is byte-identical. `from` and `to` are ms since
 * 1970. `sha256` is the hex digest of `batchText`.
 */
export const UsageBatch = z.object({
  seq: z.number().int().min(1),
  /** Not before the clocks of computers begin: a calendar's year 0 is none of the database's. */
  day: Day.refine((day) => day >= '1970', 'not a day of use'),
  from: Moment,
  to: Moment,
  rows: z.array(UsageRow).max(MOST_ROWS),
  sha256: Sha256,
});
export type UsageBatch = z.infer<typeof UsageBatch>;

/** The text of a batch whose SHA-256 proves that it was not changed. */
export const batchText = (b: Omit<UsageBatch, 'sha256'>): string =>
  JSON.stringify([b.seq, b.day, b.from, b.to, b.rows]);

/**
 * Acknowledges all batches up to `ack_seq` of this epoch (0 = none) and asks for what comes after. `ack_sha256` is the
 * digest under which the panel knows the batch `ack_seq`: an agent that knows another one, or has never closed that
 * many, has had its disk put back or is a copy, acknowledges nothing and begins a new epoch.
 */
export const TrafficPull = z.object({
  epoch: Uuid.nullable(),
  ack_seq: Count,
  ack_sha256: Sha256.optional(),
  max_bytes: z.number().int().min(1024).max(16_777_216),
});
export type TrafficPull = z.infer<typeof TrafficPull>;
/**
 * `batches` start at ack_seq + 1, in order. When `epoch` differs from the one asked for, nothing was acknowledged. The
 * panel takes the first batch of an answer only and asks again; agents of today send no more than that.
 */
export const TrafficPulled = z.object({
  epoch: Uuid,
  batches: z.array(UsageBatch).max(10_000),
  more: z.boolean(),
  applied_gen: Count,
  clock: Moment,
});
export type TrafficPulled = z.infer<typeof TrafficPulled>;

/**
 * A new certificate for the key that the agent has, from the same authority. It comes over a connection on which the
 * agent proved that key, so no request for it travels. Both sides know each other by their keys: this call alone is
 * still made when one of the two certificates is over, or not valid yet by one of the clocks.
 */
export const CertificateRenewal = z.object({ certificate: Pem.min(1) });
export type CertificateRenewal = z.infer<typeof CertificateRenewal>;
/** When the certificate in use ends now, and the agent's clock (ms since 1970). */
export const CertificateRenewed = z.object({ expires: Instant, clock: Moment });
export type CertificateRenewed = z.infer<typeof CertificateRenewed>;
