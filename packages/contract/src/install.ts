import { z } from 'zod';
import { access, call, raw } from './call.ts';
import { InstallMessage } from './install-messages.ts';
import { KitFile } from './node-kit.ts';
import { ById, Nothing } from './shapes.ts';
import { Id, Instant, TextOf } from './units.ts';

/**
 * What the panel is doing to a node over SSH. `queued`: waits for its turn; `waiting-host-key`: an admin must compare
 * and approve the server's fingerprint first; `done` and `failed` stay until the next time.
 */
export const InstallState = z.enum(['idle', 'queued', 'waiting-host-key', 'running', 'failed', 'done']);
export type InstallState = z.infer<typeof InstallState>;

/**
 * What is done: `upgrade` installs where nothing is there yet; `remove` keeps the node's usage journal unless purged.
 */
export const InstallAction = z.enum(['upgrade', 'rollback', 'remove']);
export type InstallAction = z.infer<typeof InstallAction>;

/** Steps in the order in which they come; rollback and removal pass over some. */
export const InstallStep = z.enum(['', 'connect', 'preflight', 'key', 'upload', 'script', 'enrol', 'verify']);
export type InstallStep = z.infer<typeof InstallStep>;

const FINGERPRINT_PROBLEM = '指纹格式应为 SHA256: 加 43 个字符';
/** A host key's fingerprint as `ssh-keygen -lf` shows it. */
export const Fingerprint = TextOf(50, FINGERPRINT_PROBLEM).regex(/^SHA256:[A-Za-z0-9+/]{43}$/, FINGERPRINT_PROBLEM);

/** Installation of one node. */
export const InstallView = z.object({
  _id: Id,
  state: InstallState,
  action: InstallAction,
  step: InstallStep,
  percent: z.number().int().min(0).max(100),
  /** Why it failed or what it waits for; null for nothing, and for a run from before there were reasons. */
  reason: InstallMessage.nullable(),
  /** The same in a sentence, of a run from before there were reasons; empty otherwise. */
  error: z.string(),
  /** The approved fingerprint; empty before. */
  host_key: z.string(),
  /** A fingerprint that was seen and is not approved; empty when there is none. */
  seen_host_key: z.string(),
  /** Whether the server lets the panel in by its own key, so that no password is kept. */
  key_installed: z.boolean(),
  /** Folder on the server; empty before the first install. */
  prefix: z.string(),
  /** What is installed now and what a rollback goes back to; empty when there is none. */
  version: z.string(),
  previous_version: z.string(),
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
});
export type InstallView = z.output<typeof InstallView>;

const many = z.array(Id).min(1).max(500);

export const installCalls = {
  upgradeAgentserver: call({
    path: '/api/admin/agents/upgrade_agentserver',
    access: access.admin,
    rate: 'change',
    audit: 'install',
    summary:
      'Installs or upgrades the agent of a node (_id) or of several (ids: the first goes ahead, the rest follow one after another) over SSH.',
    input: z
      .object({ _id: Id.optional(), ids: many.optional() })
      .refine(({ _id, ids }) => (_id === undefined) !== (ids === undefined), { message: '请指定一个节点或一组节点' }),
    output: z.array(InstallView),
    fails: ['notFound', 'conflict', 'invalidPayload'],
  }),
  rollback: call({
    path: '/api/admin/agents/rollback_agentserver',
    access: access.admin,
    rate: 'change',
    audit: 'install',
    summary: 'Puts the version back that a node ran before its last upgrade.',
    input: ById,
    output: InstallView,
    fails: ['notFound', 'conflict'],
  }),
  remove: call({
    path: '/api/admin/agents/remove_agentserver',
    access: access.admin,
    rate: 'change',
    audit: 'install',
    summary:
      'Takes the agent off a server; its usage journal stays there unless purge is asked for, which needs a node whose traffic is all billed.',
    input: ById.extend({ purge: z.boolean().default(false) }),
    output: InstallView,
    fails: ['notFound', 'conflict'],
  }),
  approveHostKey: call({
    path: '/api/admin/agents/approve_host_key',
    access: access.admin,
    rate: 'change',
    audit: 'install',
    stepUp: 'always',
    summary:
      "Pins a server's host key by its fingerprint, also before it was ever seen; what waited for it goes on by itself.",
    input: ById.extend({ fingerprint: Fingerprint }),
    output: InstallView,
    fails: ['notFound', 'conflict'],
  }),
  states: call({
    path: '/api/admin/agents/install_states',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'How far the installation of every node is.',
    input: Nothing,
    output: z.array(InstallView),
    fails: [],
  }),
  log: call({
    path: '/api/admin/agents/install_log',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: "The log of a node's last installation from an offset on, with the offset to ask for next.",
    input: ById.extend({ offset: z.number().int().nonnegative().default(0) }),
    output: z.object({
      install: InstallView,
      /** Where `text` begins: later than asked for when the beginning is no longer kept. */
      offset: z.number().int().nonnegative(),
      /**
       * Lines with a time in front; what the panel itself says follows `MESSAGE_MARK` as an `InstallMessage` in JSON.
       */
      text: z.string(),
      next: z.number().int().nonnegative(),
    }),
    fails: ['notFound'],
  }),
  kit: call({
    path: '/api/admin/agents/node_kit',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'The parts that nodes are installed from, with versions, and what is missing or damaged.',
    input: Nothing,
    output: z.object({
      /** Whether nodes of at least one kind of processor can be installed. */
      ready: z.boolean(),
      files: z.array(KitFile),
      /** One sentence for each missing or damaged part, with what to do; empty when the kit is whole. */
      problems: z.array(z.string()),
    }),
    fails: [],
  }),
} as const;

/** What a server fetches during an install that is done by hand. */
export const installRaw = {
  installScript: raw({
    method: 'GET',
    path: '/install/:file',
    access: access.anyone,
    rate: 'read',
    summary: 'The install script of a server type (`<serverType>.sh`), or its SHA-256 (`<serverType>.sh.sha256`).',
    built: true,
  }),
  installKit: raw({
    method: 'GET',
    path: '/install/kit/:file',
    access: access.anyone,
    rate: 'read',
    summary: 'A file of the node kit, by its name in the manifest.',
    built: true,
  }),
} as const;
