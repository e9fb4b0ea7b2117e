import type { AgentState, Desired } from '@skyport/contract/fleet';
import { MISSED_FOR_ALARM } from '@skyport/contract/node-health';
import { trouble } from '@skyport/contract/node-trouble';
import { addPush } from '../nodes/index.ts';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { AgentFault, type AgentClient } from './agent-client.ts';
import { closeAlarms, nextGeneration, raiseAlarm, writeHealth, writeSighting } from './store.ts';
import type { Controller } from './controller.ts';
import { createExclusive } from './exclusive.ts';
import { bringFilter } from './panel-filter.ts';
import { healthOf, healthOfFault, withTrouble } from './health.ts';
import { addLook } from './history-store.ts';
import { openAlarmKinds } from './live-store.ts';
import { wantedDigest, type Change, type NodeModel } from './model.ts';
import type { Pki } from './pki.ts';
import { renewWhenDue, stateRenewing } from './renewal.ts';
import { noteTold, noteUntold } from './told.ts';

/** The controller's hold on one enrolled agent. */
export interface NodeLink {
  readonly nodeId: string;
  readonly client: AgentClient;
  /** Tells the agent whatever it should have and has not; a failure is tried again by itself. */
  sync(): void;
  /** Asks the agent for its state, notes its health, and mends what differs. */
  look(): Promise<void>;
  /** Settles when nothing is under way. */
  idle(): Promise<unknown>;
  close(): void;
}

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'crash' | 'log'>;

/** What the agent has, as far as we know. */
interface Known {
  readonly gen: number;
  readonly digest: string;
}

/** What one link remembers between calls. */
interface Memory {
  known: Known | undefined;
  /** What the agent last confirmed: when it has that still, the model's changes lead on from there. */
  confirmed: Known | undefined;
  /** Version of the model whose changes lead on from `confirmed`. */
  version: number;
}

interface Parts {
  readonly nodeId: string;
  readonly client: AgentClient;
  readonly controller: Controller;
  readonly pki: Pki;
  readonly deps: LinkDeps;
  readonly memory: Memory;
}

const ROUNDS = 5;
const LONGEST_PAUSE_MS = 30 * SECOND_MS;

/** A link that knows nothing of its agent yet. `failed` hears of faults that are not the agent's. */
export const createLink = (
  nodeId: string,
  client: AgentClient,
  around: { controller: Controller; pki: Pki; deps: LinkDeps; failed: (fault: unknown) => Promise<void> },
): NodeLink => {
  const memory: Memory = { known: undefined, confirmed: undefined, version: -1 };
  const { failed, ...own } = around;
  const parts: Parts = { nodeId, client, memory, ...own };
  const exclusive = createExclusive();
  let waiting = false;
  let closed = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  const attempt = async (): Promise<void> => {
    waiting = false;
    if (closed) return;
    try {
      await bringInStep(parts);
      failures = 0;
    } catch (fault) {
      if (closed) return;
      await noteFault(parts, fault).catch(failed);
      const pause = Math.min(LONGEST_PAUSE_MS, SECOND_MS * 2 ** failures++);
      clearTimeout(retry);
      retry = setTimeout(sync, pause).unref();
    }
  };
  const sync = (): void => {
    if (waiting || closed) return;
    waiting = true;
    void exclusive(attempt);
  };
  return {
    nodeId,
    client,
    sync,
    look: () =>
      exclusive(async () => {
        if (closed) return;
        await look(parts).catch((fault: unknown) => (closed ? undefined : noteFault(parts, fault, true)));
      }),
    idle: () => exclusive(() => Promise.resolve()),
    close: () => {
      closed = true;
      clearTimeout(retry);
      client.close();
    },
  };
};

/** Whether the model's changes lead from what the agent has to what it should have. */
const inStep = ({ memory }: Parts, model: NodeModel): boolean => {
  const { known, confirmed, version } = memory;
  if (!known) return false;
  if (known.digest === wantedDigest(model)) return true;
  return version === model.version && confirmed?.gen === known.gen && confirmed.digest === known.digest;
};

const bringInStep = async (parts: Parts): Promise<void> => {
  const { memory, client, controller, nodeId } = parts;
  for (let round = 0; round < ROUNDS; round++) {
    memory.known ??= knownOf(await client.state());
    const model = controller.models().get(nodeId);
    if (!model) return;
    if (!inStep(parts, model)) await sendFull(parts);
    else if (model.changes.size > 0 || memory.known.digest !== wantedDigest(model))
      await sendDelta(parts, model, memory.known);
    else {
      memory.confirmed = memory.known;
      memory.version = model.version;
      noteTold(model.told, parts.deps.clock.now());
      return;
    }
  }
};

const knownOf = ({ gen, digest }: AgentState): Known => ({ gen, digest });

const sendDelta = async (parts: Parts, model: NodeModel, base: Known): Promise<void> => {
  const changes = model.changes;
  const { version } = model;
  model.changes = new Map();
  const message: Omit<Desired, 'gen'> = {
    base_gen: base.gen,
    kind: 'delta',
    node: model.spec,
    lines: model.node.lines.map(({ spec }) => spec),
    upserts: [...changes.values()].flatMap((change) => ('upsert' in change ? [change.upsert] : [])),
    removes: [...changes.values()].flatMap((change) =>
      'remove' in change ? [[...change.remove] as [number, number]] : [],
    ),
    digest: wantedDigest(model),
  };
  try {
    await send(parts, message, version);
  } catch (fault) {
    if (model.version === version) model.changes = under(changes, model.changes);
    throw fault;
  }
};

/** Older changes below newer ones. */
const under = (older: ReadonlyMap<string, Change>, newer: ReadonlyMap<string, Change>): Map<string, Change> =>
  new Map([...older, ...newer]);

const sendFull = async (parts: Parts): Promise<void> => {
  const set = await parts.controller.fullSet(parts.nodeId);
  if (!set) return;
  const { node, lines, upserts, digest, version } = set;
  const base_gen = parts.memory.known?.gen ?? 0;
  const message: Omit<Desired, 'gen'> = {
    base_gen,
    kind: 'full',
    node,
    lines: [...lines],
    upserts: [...upserts],
    removes: [],
    digest,
  };
  const applied = await send(parts, message, version);
  if (!applied) throw new AgentFault('broken', 'the agent does not take the whole set');
};

/** Sends one message; false when the agent has another base, which is then known. */
const send = async (parts: Parts, message: Omit<Desired, 'gen'>, version: number): Promise<boolean> => {
  const { nodeId, client, deps, memory } = parts;
  const gen = await nextGeneration(deps.db, nodeId, memory.known?.gen ?? 0);
  memory.known = undefined;
  deps.crash.at('desired.before-send');
  const outcome = await client.desired({ ...message, gen });
  deps.crash.at('desired.after-send');
  memory.known = { gen: outcome.gen, digest: outcome.digest };
  if (outcome.kind === 'conflict') {
    memory.confirmed = undefined;
    return false;
  }
  memory.confirmed = memory.known;
  memory.version = version;
  await addPush(deps.db, nodeId);
  return true;
};

const look = async (parts: Parts): Promise<void> => {
  const { nodeId, deps, memory, controller } = parts;
  const state = await stateRenewing(parts);
  const expected = memory.known;
  memory.known = knownOf(state);
  const drifted = expected !== undefined && expected.digest !== state.digest;
  const now = deps.clock.now();
  const networks = controller.models().get(nodeId)?.node.panelNetworks;
  const filter = networks ? await bringFilter(parts.client, networks, state) : undefined;
  const report = withTrouble(healthOf(state, now, await openAlarmKinds(deps.db, nodeId)), filter);
  await writeSighting(deps.db, nodeId, {
    health: drifted ? 'drifted' : report.health,
    troubles: drifted ? [trouble('drifted')] : report.troubles,
    at: now,
    state,
  });
  await addLook(deps.db, nodeId, now, state);
  await closeAlarms(deps.db, nodeId, ['unreachable'], now);
  await renewWhenDue(parts, state);
  const model = controller.models().get(nodeId);
  if (!model) return;
  await bringInStep(parts);
  if (drifted) await writeHealth(deps.db, nodeId, report);
};

/** Notes why an agent could not be told or asked. Only the regular look counts as a missed interval. */
const noteFault = async (parts: Parts, fault: unknown, regular = false): Promise<void> => {
  const { nodeId, deps, memory, controller } = parts;
  memory.known = undefined;
  const model = controller.models().get(nodeId);
  if (model) noteUntold(model.told);
  if (!(fault instanceof AgentFault)) throw fault;
  const report = healthOfFault(fault);
  const [first = trouble('unreachable')] = report.troubles;
  deps.log.warn({ node: nodeId, reason: fault.message }, 'a node could not be reached');
  if (!regular) return writeHealth(deps.db, nodeId, report);
  const at = deps.clock.now();
  const missed = await writeSighting(deps.db, nodeId, { ...report, at });
  if (missed >= MISSED_FOR_ALARM)
    await raiseAlarm(deps.db, {
      id: deps.ids.next(),
      nodeId,
      kind: 'unreachable',
      reason: { code: 'away', trouble: first },
      at,
    });
};
