import { z } from 'zod';
import { printable } from './printable.ts';

/** What the panel makes of a node's answers (agent-protocol: state). */
export const NodeHealth = z.enum(['unknown', 'healthy', 'degraded', 'offline', 'drifted', 'refused']);
export type NodeHealth = z.infer<typeof NodeHealth>;

/** Why a node is not well. */
export const NodeTroubleCode = z.enum([
  // Of the panel: it has made no health check for `seconds`.
  'looksStopped',
  // The node held other users, and gets its own again.
  'drifted',
  // Of the way to the node.
  'unreachable',
  'timedOut',
  'privateAddress',
  // Of who answers there.
  'refused',
  'handshake',
  'malformed',
  // Of what the agent says; the clock is off by `seconds`.
  'engineStopped',
  'clockOff',
  'diskLow',
  'certificateExpired',
  'certificateSoon',
  // The agent's own problems (`AgentProblem`).
  'cutTcp',
  'cutUdp',
  'guard',
  'warp',
  'accessLog',
  'journal',
  // Of the usage journal, as the alarms of these names.
  'unbilled',
  'conflict',
  'gap',
  'epoch',
  'heldFull',
  // The rule that lets only the panel's addresses in is not in force.
  'filter',
  // The agent is too old for that rule.
  'filterOld',
]);
export type NodeTroubleCode = z.infer<typeof NodeTroubleCode>;

/** Characters of a program's own message that are kept of a trouble. */
export const LONGEST_DETAIL = 200;

/** One reason why a node is not well. The console has a text for the code; `detail` is a program's own message. */
export const NodeTrouble = z.object({
  code: NodeTroubleCode,
  /** Of a clock's offset (negative when it is late) or of a time without health checks; 0 otherwise. */
  seconds: z.number().int(),
  detail: z.string().max(LONGEST_DETAIL),
});
export type NodeTrouble = z.infer<typeof NodeTrouble>;

/** A trouble with what is known of it; of a detail, what is printable. */
export const trouble = (code: NodeTroubleCode, about: { detail?: string; seconds?: number } = {}): NodeTrouble => ({
  code,
  seconds: about.seconds ?? 0,
  detail: printable(about.detail ?? '').slice(0, LONGEST_DETAIL),
});
