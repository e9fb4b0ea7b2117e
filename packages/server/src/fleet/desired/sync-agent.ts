import type { AgentState, Desired } from '@skyport/contract/fleet';
import { addPush } from '../../nodes/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { AgentFault } from '../agent/agent-fault.ts';
import { nextGeneration } from '../agent/agent-store.ts';
import type { Controller } from './controller.ts';
import { wantedDigest, type Change, type NodeModel } from './model.ts';
import type { Pki } from '../certificates/pki.ts';
import { noteSynced } from './sync-times.ts';

/** What a link to an agent needs. */
export type LinkDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'crash' | 'log' | 'secrets' | 'jobs' | 'settings' | 'env'>;

/** What the agent has, as far as we know. */
interface Known {
  readonly gen: number;
  readonly digest: string;
}

/** What one link remembers between calls. */
export interface Memory {
  known: Known | undefined;
  /** What the agent last confirmed: when it has that still, the model's changes lead on from there. */
  confirmed: Known | undefined;
  /** Version of the model whose changes lead on from `confirmed`. */
  version: number;
}

/** A link with everything around it. */
export interface Parts {
  readonly nodeId: string;
  readonly client: AgentClient;
  readonly controller: Controller;
  readonly pki: Pki;
  readonly deps: LinkDeps;
  readonly memory: Memory;
}

/** Messages to one agent in a row; whoever is not in step by then is tried again later. */
const ROUNDS = 5;

/** Whether the model's changes lead from what the agent has to what it should have. */
const inStep = ({ memory }: Parts, model: NodeModel): boolean => {
  const { known, confirmed, version } = memory;
  if (!known) return false;
  if (known.digest === wantedDigest(model)) return true;
  return version === model.version && confirmed?.gen === known.gen && confirmed.digest === known.digest;
};

/** Sends an agent whatever it lacks of its wanted set. Throws AgentFault when that fails. */
export const bringInStep = async (parts: Parts): Promise<void> => {
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
      noteSynced(model.syncTimes, parts.deps.clock.now());
      return;
    }
  }
};

/** What an agent's state says that it has. */
export const knownOf = ({ gen, digest }: AgentState): Known => ({ gen, digest });

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
