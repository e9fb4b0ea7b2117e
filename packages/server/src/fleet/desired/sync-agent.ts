import type { AgentState, Desired, DesiredUser } from '@skyport/contract/fleet';
import { addPush } from '../../nodes/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { AgentFault } from '../agent/agent-fault.ts';
import { nextGeneration } from '../agent/agent-store.ts';
import type { Controller } from './controller.ts';
import { wantedDigest, type Change, type NodeModel } from './model.ts';
import type { Pki } from '../certificates/pki.ts';
import type { WholeSet } from './whole-set.ts';
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
  /** Whether the agent takes a whole set in parts, by its last state. */
  takesParts: boolean;
  /** What the agent last confirmed: when it has that still, the model's changes lead on from there. */
  confirmed: Known | undefined;
  /** Version of the model when `confirmed` was read. Later changes apply to it. */
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
    if (!memory.known) noteState(memory, await client.state());
    const [model, known] = [controller.models().get(nodeId), memory.known];
    if (!model || !known) return;
    if (!inStep(parts, model)) await sendFull(parts);
    else if (model.changes.size > 0 || known.digest !== wantedDigest(model)) await sendDelta(parts, model, known);
    else {
      memory.confirmed = known;
      memory.version = model.version;
      noteSynced(model.syncTimes, parts.deps.clock.now());
      return;
    }
  }
};

/** Remembers what an agent's state says that it has, and whether it takes parts. */
export const noteState = (memory: Memory, { gen, digest, features }: AgentState): void => {
  memory.known = { gen, digest };
  memory.takesParts = features.includes('parts');
};

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
    const gen = await nextGeneration(parts.deps.db, parts.nodeId, base.gen);
    await send(parts, { message, gen, version });
  } catch (fault) {
    if (model.version === version) model.changes = under(changes, model.changes);
    throw fault;
  }
};

/** Older changes below newer ones. */
const under = (older: ReadonlyMap<string, Change>, newer: ReadonlyMap<string, Change>): Map<string, Change> =>
  new Map([...older, ...newer]);

/** Rows of one part: some 250 KB of JSON, made in two milliseconds. */
export const PART_ROWS = 2500;

const sendFull = async (parts: Parts): Promise<void> => {
  const { controller, nodeId, memory } = parts;
  const base_gen = memory.known?.gen ?? 0;
  const gen = await nextGeneration(parts.deps.db, nodeId, base_gen);
  const set = memory.takesParts ? await controller.wholeSet(nodeId) : await controller.fullSet(nodeId);
  if (!set) return;
  const rows = 'parts' in set ? await sendParts(parts, set, gen) : { upserts: set.upserts };
  const message = {
    base_gen,
    kind: 'full' as const,
    node: set.node,
    lines: [...set.lines],
    removes: [],
    ...rows,
    digest: set.digest(),
  };
  const applied = await send(parts, { message, gen, version: set.version });
  if (!applied) throw new AgentFault('broken', 'the agent does not take the whole set');
};

/** Rows of the message that completes a set, and how many parts came before it. */
interface Completing {
  readonly upserts: DesiredUser[];
  readonly parts?: number;
}

/** Sends all parts of a set but the last, which goes with the message that completes it. */
const sendParts = async ({ client }: Parts, set: WholeSet, gen: number): Promise<Completing> => {
  let [count, last] = [0, undefined as DesiredUser[] | undefined];
  for await (const upserts of set.parts(PART_ROWS)) {
    if (last) await client.part({ gen, part: count++, upserts: last });
    last = upserts;
  }
  return { upserts: last ?? [], ...(count > 0 && { parts: count }) };
};

/** Sends one message; false when the agent has another base, which is then known. */
const send = async (
  { nodeId, client, deps, memory }: Parts,
  { message, gen, version }: { readonly message: Omit<Desired, 'gen'>; readonly gen: number; readonly version: number },
): Promise<boolean> => {
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
