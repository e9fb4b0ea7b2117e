import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { LineSpec } from '@skyport/contract/fleet';
import { cutPort } from '../cut.ts';
import { diffUsers, userKey } from '../desired.ts';
import type { EngineSetup, EngineUser } from './engine.ts';
import type { XrayApi } from './xray-api.ts';
import {
  accountOf,
  credentialOf,
  emailOf,
  inboundOf,
  nobodyEmail,
  portOfTag,
  parseEmail,
  type Placeholder,
  tagOf,
} from './xray-config.ts';
import { closeRemovedUsers, type CutTools, noteRemoved, type Removals, unblock } from './xray-cut.ts';
import type { EngineProcess } from './process.ts';

/** What a running engine holds: inbounds by tag (undefined: of settings we no longer know), users, blocked names. */
export type Held = {
  inbounds: Map<string, LineSpec | undefined>;
  users: Map<string, EngineUser>;
  blocked: Set<string>;
};

/** A process together with its API and what it is known to hold. */
export type XrayRun = { process: EngineProcess; api: XrayApi; held: Held };

/** A running engine with what is still to be cut there. */
export type LiveEngine = { run: XrayRun; removals: Removals; tools: CutTools; enginePath: string };

const CALLS_AT_ONCE = 32;
/** Above this many changes at once a Shadowsocks 2022 inbound is opened anew. */
const LIVE_AT_MOST = 100;
/** A user whose credential changes comes back after the old connections are gone, at the latest after this many tries. */
const CUT_TRIES = 10;
const CUT_PAUSE_MS = 50;

/** Secrets of nobody, for inbounds that cannot be without a user. They are forgotten at once. */
export const placeholder = (): Placeholder => ({
  key16: randomBytes(16).toString('base64'),
  password: randomBytes(24).toString('base64url'),
});

/** Asks an engine what it holds. Throws when it does not answer. */
export const readHeld = async (api: XrayApi, setup: EngineSetup): Promise<Held> => {
  const known = new Map(setup.lines.map((spec) => [tagOf(spec), spec]));
  const held: Held = { inbounds: new Map(), users: new Map(), blocked: new Set(await api.blockedUsers()) };
  for (const tag of await api.inboundTags()) {
    const spec = known.get(tag);
    held.inbounds.set(tag, spec);
    if (!spec) continue;
    for (const { email, account } of await api.usersOf(tag)) {
      const owner = parseEmail(email);
      if (!owner || owner.user === 0) continue;
      const user = { ...owner, credential: credentialOf(spec.protocol, account) };
      held.users.set(userKey(user), user);
    }
  }
  return held;
};

/** Changes a running engine into `setup` without a restart: inbounds first, then users. */
export const applyLive = async (engine: LiveEngine, setup: EngineSetup): Promise<void> => {
  const wanted = new Map(setup.lines.map((spec) => [tagOf(spec), spec]));
  await closeInbounds(engine, wanted);
  await closeCrowded(engine, wanted, setup.users);
  const failures = await openInbounds(engine, wanted, setup.users);
  const served = new Set([...engine.run.held.inbounds.values()].map((spec) => spec?.line));
  await changeUsers(engine, setup, served);
  if (failures.length > 0) throw new Error(failures.join('; '));
};

/** Takes away inbounds that are no longer wanted in this form, with every connection through them. */
const closeInbounds = async ({ run, tools }: LiveEngine, wanted: ReadonlyMap<string, LineSpec>): Promise<void> => {
  for (const [tag, spec] of run.held.inbounds) {
    if (wanted.has(tag)) continue;
    await run.api.removeInbound(tag);
    run.held.inbounds.delete(tag);
    for (const [key, u] of run.held.users) if (u.line === spec?.line) run.held.users.delete(key);
    const port = portOfTag(tag);
    if (tools.tcp && port !== undefined) await cutPort(port);
  }
};

/**
 * Adding one user to the pinned engine's Shadowsocks 2022 inbound costs it a pass over all of them. So for a crowd of
 * changes its inbound is taken away here and opened again by the next step with its new users: a moment without new
 * connections, while those under way go on and only those of removed users are cut.
 */
const closeCrowded = async (
  { run, removals, tools }: LiveEngine,
  wanted: ReadonlyMap<string, LineSpec>,
  users: readonly EngineUser[],
): Promise<void> => {
  for (const [tag, spec] of wanted) {
    if (spec.protocol !== 'ss' || !run.held.inbounds.has(tag)) continue;
    const own = [...run.held.users].filter(([, u]) => u.line === spec.line);
    const { remove, add } = diffUsers(
      new Map(own),
      users.filter(({ line }) => line === spec.line),
    );
    if (remove.length + add.length <= LIVE_AT_MOST) continue;
    await run.api.removeInbound(tag);
    run.held.inbounds.delete(tag);
    for (const [key] of own) run.held.users.delete(key);
    for (const u of remove) noteRemoved(removals, u, spec);
    await closeRemovedUsers(run, removals, tools);
  }
};

/** Opens what is missing. A line whose port is taken must not keep the others shut: it is reported at the end. */
const openInbounds = async (
  engine: LiveEngine,
  wanted: ReadonlyMap<string, LineSpec>,
  users: readonly EngineUser[],
): Promise<string[]> => {
  const { held, process, api } = engine.run;
  const failures: string[] = [];
  for (const [tag, spec] of wanted) {
    if (held.inbounds.has(tag)) continue;
    const own = users.filter(({ line }) => line === spec.line);
    const said = await addInbound(engine.enginePath, process.apiPort, inboundOf(spec, own, placeholder()));
    if (said === undefined) {
      held.inbounds.set(tag, spec);
      for (const u of own) {
        held.users.set(userKey(u), u);
        await unblock(engine.run, engine.removals, emailOf(u));
      }
    } else {
      // The engine keeps the name of an inbound that it could not open; it is taken back for the next try.
      await api.removeInbound(tag).catch(() => undefined);
      failures.push(`line ${spec.line} on port ${spec.port}: ${said}`);
    }
  }
  return failures;
};

/** The engine's own command turns an inbound's JSON into its message and sends it; gives what it said on failure. */
const addInbound = async (enginePath: string, apiPort: number, inbound: object): Promise<string | undefined> => {
  const child = spawn(enginePath, ['api', 'adi', `--server=127.0.0.1:${apiPort}`, '--timeout=10', 'stdin:'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 20_000,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ inbounds: [inbound] }));
  const [code] = await once(child, 'close');
  return code === 0 ? undefined : said.trim().slice(-300);
};

const changeUsers = async (engine: LiveEngine, setup: EngineSetup, served: ReadonlySet<number | undefined>) => {
  const { run, removals, tools } = engine;
  const specs = new Map(setup.lines.map((spec) => [spec.line, spec]));
  const wanted = setup.users.filter(({ line }) => served.has(line));
  const { remove, add } = diffUsers(run.held.users, wanted);
  const specOf = (u: EngineUser): LineSpec => {
    const spec = specs.get(u.line);
    if (!spec) throw new Error(`user ${u.user} belongs to line ${u.line}, which is not served`);
    return spec;
  };
  await inGroups(remove, async (u) => {
    const spec = specOf(u);
    await removeUser(run.api, spec, u);
    run.held.users.delete(userKey(u));
    noteRemoved(removals, u, spec);
  });
  if (remove.length > 0) await closeRemovedUsers(run, removals, tools);
  const back = new Set(add.map(emailOf).filter((email) => removals.has(email)));
  for (let tries = 0; tries < CUT_TRIES && back.size > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, CUT_PAUSE_MS));
    await closeRemovedUsers(run, removals, tools);
    for (const email of back) if ((removals.get(email)?.quiet ?? 1) > 0) back.delete(email);
  }
  await inGroups(add, async (u) => {
    await unblock(run, removals, emailOf(u));
    await addUser(run.api, specOf(u), u);
    run.held.users.set(userKey(u), u);
  });
};

/**
 * Takes a user out. The pinned engine's Shadowsocks 2022 inbound knows users by their place in a list and fills a gap
 * with the last one; a connection that is still in its handshake then belongs to whoever got the place, or to a place
 * that is no longer there, which ends the whole process. So somebody who is nobody is put last first: it is he who
 * moves, no customer's place ever changes, and such a connection is counted as unattributed.
 */
const removeUser = async (api: XrayApi, spec: LineSpec, u: EngineUser): Promise<void> => {
  if (spec.protocol === 'ss') {
    const { key16 } = placeholder();
    const email = nobodyEmail(spec.line, randomBytes(8).toString('hex'));
    await api.addUser(tagOf(spec), email, accountOf(spec.protocol, key16));
  }
  await api.removeUser(tagOf(spec), emailOf(u)).catch(unlessSays('not found'));
};

/** Adds a user; a name that is there already (an answer that was lost) is replaced, since its secret may differ. */
const addUser = async (api: XrayApi, spec: LineSpec, u: EngineUser): Promise<void> => {
  const account = accountOf(spec.protocol, u.credential);
  try {
    await api.addUser(tagOf(spec), emailOf(u), account);
  } catch (cause) {
    unlessSays('already exists')(cause);
    await removeUser(api, spec, u);
    await api.addUser(tagOf(spec), emailOf(u), account);
  }
};

const unlessSays =
  (words: string) =>
  (cause: unknown): void => {
    if (!(cause instanceof Error && cause.message.includes(words))) throw cause;
  };

const inGroups = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  for (let at = 0; at < items.length; at += CALLS_AT_ONCE) {
    await Promise.all(items.slice(at, at + CALLS_AT_ONCE).map(work));
  }
};
