import { SECOND_MS } from '../../platform/clock.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import type { Controller } from './controller.ts';
import { createExclusive } from '../exclusive.ts';
import type { Pki } from '../certificates/pki.ts';
import { bringInStep, type LinkDeps, type Memory, type Parts } from './sync-agent.ts';
import { checkHealth, noteFault } from './check-health.ts';

/** The controller's hold on one enrolled agent. */
export interface NodeLink {
  readonly nodeId: string;
  readonly client: AgentClient;
  /** Sends the agent whatever it should have and has not; a failure is tried again by itself. */
  sync(): void;
  /** Asks the agent for its state, notes its health, and mends what differs. */
  checkHealth(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<unknown>;
  close(): void;
}

const LONGEST_PAUSE_MS = 30 * SECOND_MS;

/** A link that knows nothing of its agent yet. `failed` hears of faults that are not the agent's. */
export const createLink = (
  nodeId: string,
  client: AgentClient,
  around: { controller: Controller; pki: Pki; deps: LinkDeps; failed: (fault: unknown) => Promise<void> },
): NodeLink => {
  const memory: Memory = { known: undefined, takesParts: false, confirmed: undefined, version: -1 };
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
    checkHealth: () =>
      exclusive(async () => {
        if (closed) return;
        await checkHealth(parts).catch((fault: unknown) => (closed ? undefined : noteFault(parts, fault, true)));
      }),
    idle: () => exclusive(() => Promise.resolve()),
    close: () => {
      closed = true;
      clearTimeout(retry);
      client.close();
    },
  };
};
