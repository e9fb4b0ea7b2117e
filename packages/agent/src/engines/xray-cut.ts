import type { LineSpec } from '@skyport/contract/fleet';
import { connectedPeers, cutConnections, cutPeers, planCut } from '../cut.ts';
import { userKey } from '../desired.ts';
import type { Flows } from '../flows.ts';
import type { Netfilter } from '../netfilter.ts';
import type { Peer, Stop } from '../netfilter-table.ts';
import type { EngineSetup, EngineUser } from './engine.ts';
import { engineNameOf, parseEngineName } from './xray-names.ts';
import type { RunningXray } from './xray-state.ts';

/** The port of a line, and over which protocols clients reach it. */
type LinePort = { line: number; port: number; tcp: boolean; udp: boolean };

/**
 * A removed user whose connections are watched until there are none: `idleTicks` counts the latest ticks without any,
 * `rounds` all of them, `stopped` the ends whose datagrams are dropped already.
 */
export type Removal = LinePort & { idleTicks: number; rounds: number; stopped: Set<string> };

/** Removed users by the engine's name for them. */
export type Removals = Map<string, Removal>;

/** The means of cutting connections on this machine; `tcp`: whether the kernel closes TCP connections for us. */
export type CutTools = { tcp: boolean; netfilter: Netfilter; flows: Flows };

const IDLE_TICKS = 2;
/**
 * Longer than a QUIC session lives without packets (30 s in the pinned engine): let through earlier, it would go on.
 */
const FLOW_STOP_SECONDS = 45;
/** A whole address is stopped just long enough for the engine to fail at sending, which ends the session. */
const ADDRESS_STOP_SECONDS = 3;
/** The newest ends of a user are kept even when nothing shows that they live: datagrams have no connections. */
const NEWEST_KEPT = 64;

const linePortOf = (spec: LineSpec): LinePort => {
  const { line, port, protocol } = spec;
  return { line, port, tcp: protocol !== 'h2', udp: protocol === 'h2' || protocol === 'ss' || protocol === 'compat' };
};

/** Begins to watch a user who was just removed from an inbound. */
export const noteRemoved = (removals: Removals, u: Pick<EngineUser, 'user' | 'line'>, spec: LineSpec): void => {
  removals.set(engineNameOf(u), { ...linePortOf(spec), idleTicks: 0, rounds: 0, stopped: new Set() });
};

/**
 * Adds users to the removed ones who are online but unknown to the engine: an earlier agent removed them and ended
 * before it could cut their connections, or a session that was silent at the time has sent again.
 */
export const findStrays = async (
  { api, state }: RunningXray,
  removals: Removals,
  setup: EngineSetup,
): Promise<void> => {
  for (const name of await api.onlineUsers()) {
    const userOnLine = parseEngineName(name);
    const spec = setup.lines.find(({ line }) => line === userOnLine?.line);
    if (!userOnLine || !spec || userOnLine.user === 0 || state.users.has(userKey(userOnLine)) || removals.has(name))
      continue;
    noteRemoved(removals, userOnLine, spec);
  }
};

/**
 * Closes the live connections of removed users and of nobody else. Known ends are cut one by one, which spares whoever
 * shares the address. What is left is cut by its address where nobody else is online there; else only new requests are
 * blocked, until the others have gone.
 */
export const closeRemovedUsers = async (xray: RunningXray, removals: Removals, tools: CutTools): Promise<void> => {
  if (removals.size === 0) return;
  await cutKnownEnds(removals, tools);
  const online = new Set(await xray.api.onlineUsers());
  const others = new Map<number, Promise<Set<string>>>();
  for (const [name, removal] of removals) {
    const mine = online.has(name) ? await xray.api.addressesOf(name) : [];
    removal.rounds++;
    if (mine.length > 0) {
      removal.idleTicks = 0;
      const stay = others.get(removal.line) ?? addressesOfStaying(xray, removals, { online, line: removal.line });
      others.set(removal.line, stay);
      const { cut, shared } = planCut(mine, await stay);
      await cutAddresses(removal, cut, tools);
      if (shared.length > 0 || !canCut(removal, tools)) await block(xray, name);
    } else if (++removal.idleTicks >= IDLE_TICKS) {
      await endWatch(xray, { removals, tools }, name);
    }
  }
};

const cutAddresses = async (removal: Removal, addresses: readonly string[], tools: CutTools): Promise<void> => {
  if (removal.tcp && tools.tcp) await cutConnections(removal.port, addresses);
  // Give the cut of known ends one round to take effect first.
  if (!removal.udp || removal.rounds < 2 || addresses.length === 0) return;
  const peers = addresses.map((ip) => ({ ip }));
  await tools.netfilter.stop([{ port: removal.port, peers, seconds: ADDRESS_STOP_SECONDS }]);
};

const canCut = (linePort: LinePort, { tcp, netfilter }: CutTools): boolean =>
  (!linePort.tcp || tcp) && (!linePort.udp || netfilter.problem() === '');

const cutKnownEnds = async (removals: Removals, { tcp, netfilter, flows }: CutTools): Promise<void> => {
  const stops: Stop[] = [];
  const closing = new Map<number, Peer[]>();
  for (const [name, { port, stopped, ...reached }] of removals) {
    const peers = flows.of(name).filter(({ ip, port: at }) => !stopped.has(`${ip} ${at}`));
    for (const { ip, port: at } of peers) stopped.add(`${ip} ${at}`);
    if (reached.udp) stops.push({ port, peers, seconds: FLOW_STOP_SECONDS });
    if (reached.tcp && tcp) closing.set(port, [...(closing.get(port) ?? []), ...peers]);
  }
  await netfilter.stop(stops.filter(({ peers }) => peers.length > 0));
  for (const [port, peers] of closing) await cutPeers(port, peers);
};

/** Addresses of everybody who is online on a line and may stay there. */
const addressesOfStaying = async (
  xray: RunningXray,
  removals: Removals,
  { online, line }: { readonly online: ReadonlySet<string>; readonly line: number },
): Promise<Set<string>> => {
  const stay = [...online].filter((name) => parseEngineName(name)?.line === line && !removals.has(name));
  const addresses = await Promise.all(stay.map((name) => xray.api.addressesOf(name)));
  return new Set(addresses.flat());
};

const block = async (xray: RunningXray, name: string): Promise<void> => {
  if (xray.state.blocked.has(name)) return;
  xray.state.blocked.add(name);
  await xray.api.blockUser(name);
};

/**
 * A session of datagrams that could not be ended may be quiet and still alive: its user stays blocked until the engine
 * is told to serve them again.
 */
const endWatch = async (
  xray: RunningXray,
  { removals, tools }: { readonly removals: Removals; readonly tools: CutTools },
  name: string,
): Promise<void> => {
  const removal = removals.get(name);
  tools.flows.forget(name);
  if (removal?.udp === true && tools.netfilter.problem() !== '') {
    await block(xray, name);
    removals.delete(name);
  } else {
    await unblock(xray, removals, name);
  }
};

/** Ends the watch over a user and the block on new requests, if there is one. */
export const unblock = async (xray: RunningXray, removals: Removals, name: string): Promise<void> => {
  removals.delete(name);
  if (xray.state.blocked.delete(name)) await xray.api.unblockUser(name);
};

/** Forgets ends that are no longer connected, of users who have had very many. */
export const pruneFlows = async ({ flows }: CutTools, lines: readonly LineSpec[]): Promise<void> => {
  const connected = new Map<number, Promise<Set<string>>>();
  for (const name of flows.crowded()) {
    const spec = lines.find(({ line }) => line === parseEngineName(name)?.line);
    if (!spec) {
      flows.forget(name);
      continue;
    }
    const peers = connected.get(spec.port) ?? connectedPeers(spec.port);
    connected.set(spec.port, peers);
    const alive = await peers;
    const newest = new Set(flows.of(name).slice(-NEWEST_KEPT).map(nameOf));
    flows.prune(name, (peer) => newest.has(nameOf(peer)) || alive.has(nameOf(peer)));
  }
};

const nameOf = ({ ip, port }: Peer): string => `${ip} ${port}`;
