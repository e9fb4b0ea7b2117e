import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LineSpec } from '@skyport/contract/fleet';
import { cutPort } from '../cut.ts';
import { diffUsers, userKey } from '../desired.ts';
import type { EngineSetup, EngineUser } from './engine.ts';
import { closeRemovedUsers, type CutTools, noteRemoved, type Removals, unblock } from './xray-cut.ts';
import { inboundOf } from './xray-inbound.ts';
import { engineNameOf, portOfTag, tagOf } from './xray-names.ts';
import { placeholder, type RunningXray } from './xray-state.ts';
import { addUser, removeUser } from './xray-users.ts';

/** A running engine with what is still to be cut there. */
export type LiveEngine = { xray: RunningXray; removals: Removals; tools: CutTools; enginePath: string };

const CALLS_AT_ONCE = 32;
/** Above this many changes at once a Shadowsocks 2022 inbound is opened anew. */
const LIVE_AT_MOST = 100;
/**
 * A user whose credential changes is added again once no old connection is left, or after this many checks.
 */
const MOST_CUT_CHECKS = 10;
const CUT_PAUSE_MS = 50;

/** Changes a running engine into `setup` without a restart: inbounds first, then users. */
export const applyLive = async (engine: LiveEngine, setup: EngineSetup): Promise<void> => {
  const wanted = new Map(setup.lines.map((spec) => [tagOf(spec), spec]));
  await closeInbounds(engine, wanted);
  await closeForManyChanges(engine, wanted, setup.users);
  const failures = await openInbounds(engine, wanted, setup.users);
  const served = new Set([...engine.xray.state.inbounds.values()].map((spec) => spec?.line));
  await changeUsers(engine, setup, served);
  if (failures.length > 0) throw new Error(failures.join('; '));
};

/** Takes away inbounds that are no longer wanted in this form, with every connection through them. */
const closeInbounds = async ({ xray, tools }: LiveEngine, wanted: ReadonlyMap<string, LineSpec>): Promise<void> => {
  for (const [tag, spec] of xray.state.inbounds) {
    if (wanted.has(tag)) continue;
    await xray.api.removeInbound(tag);
    xray.state.inbounds.delete(tag);
    for (const [key, u] of xray.state.users) if (u.line === spec?.line) xray.state.users.delete(key);
    const port = portOfTag(tag);
    if (tools.tcp && port !== undefined) await cutPort(port);
  }
};

/**
 * Adding one user to the pinned engine's Shadowsocks 2022 inbound costs it a pass over all of them. So for a crowd of
 * changes its inbound is taken away here and opened again by the next step with its new users: a moment without new
 * connections, while those under way go on and only those of removed users are cut.
 */
const closeForManyChanges = async (
  { xray, removals, tools }: LiveEngine,
  wanted: ReadonlyMap<string, LineSpec>,
  users: readonly EngineUser[],
): Promise<void> => {
  for (const [tag, spec] of wanted) {
    if (spec.protocol !== 'ss' || !xray.state.inbounds.has(tag)) continue;
    const own = [...xray.state.users].filter(([, u]) => u.line === spec.line);
    const { remove, add } = diffUsers(
      new Map(own),
      users.filter(({ line }) => line === spec.line),
    );
    if (remove.length + add.length <= LIVE_AT_MOST) continue;
    await xray.api.removeInbound(tag);
    xray.state.inbounds.delete(tag);
    for (const [key] of own) xray.state.users.delete(key);
    for (const u of remove) noteRemoved(removals, u, spec);
    await closeRemovedUsers(xray, removals, tools);
  }
};

/** Opens what is missing. A line whose port is taken must not keep the others shut: it is reported at the end. */
const openInbounds = async (
  engine: LiveEngine,
  wanted: ReadonlyMap<string, LineSpec>,
  users: readonly EngineUser[],
): Promise<string[]> => {
  const { state, process, api } = engine.xray;
  const failures: string[] = [];
  for (const [tag, spec] of wanted) {
    if (state.inbounds.has(tag)) continue;
    const own = users.filter(({ line }) => line === spec.line);
    const said = await addInbound(engine.enginePath, process.apiPort, inboundOf(spec, own, placeholder()));
    if (said === undefined) {
      state.inbounds.set(tag, spec);
      for (const u of own) {
        state.users.set(userKey(u), u);
        await unblock(engine.xray, engine.removals, engineNameOf(u));
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
  const { xray, removals, tools } = engine;
  const specs = new Map(setup.lines.map((spec) => [spec.line, spec]));
  const wanted = setup.users.filter(({ line }) => served.has(line));
  const { remove, add } = diffUsers(xray.state.users, wanted);
  const specOf = (u: EngineUser): LineSpec => {
    const spec = specs.get(u.line);
    if (!spec) throw new Error(`user ${u.user} belongs to line ${u.line}, which is not served`);
    return spec;
  };
  await inGroups(remove, async (u) => {
    const spec = specOf(u);
    await removeUser(xray.api, spec, u);
    xray.state.users.delete(userKey(u));
    noteRemoved(removals, u, spec);
  });
  if (remove.length > 0) await closeRemovedUsers(xray, removals, tools);
  const back = new Set(add.map(engineNameOf).filter((name) => removals.has(name)));
  for (let checks = 0; checks < MOST_CUT_CHECKS && back.size > 0; checks++) {
    await new Promise((resolve) => setTimeout(resolve, CUT_PAUSE_MS));
    await closeRemovedUsers(xray, removals, tools);
    // Whoever is no longer watched has no connection left.
    for (const name of back) if ((removals.get(name)?.idleTicks ?? 1) > 0) back.delete(name);
  }
  await inGroups(add, async (u) => {
    await unblock(xray, removals, engineNameOf(u));
    await addUser(xray.api, specOf(u), u);
    xray.state.users.set(userKey(u), u);
  });
};

const inGroups = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  for (let at = 0; at < items.length; at += CALLS_AT_ONCE) {
    await Promise.all(items.slice(at, at + CALLS_AT_ONCE).map(work));
  }
};
