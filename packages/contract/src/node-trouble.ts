import { z } from 'zod';

/**
 * Why a node is not well. Of the panel: `looksStopped`, it has made no health check for `seconds`; `drifted`, the node held other
 * users and gets its own again. Of the way there: `unreachable`, `timedOut`, `privateAddress`. Of who answers: `refused`,
 * `handshake`, `malformed`. Of what the agent says: `engineStopped`, `clockOff` by `seconds`, `diskLow`,
 * `certificateExpired`, `certificateSoon`, and its own problems (`AgentProblem`). Of the usage journal: `unbilled`, `conflict`,
 * `gap`, `epoch`, `heldFull`, as the alarms of these names. `filter`: the rule that lets only the panel's addresses in is not in force; `filterOld`: the agent is too old for it.
 */
export const NodeTroubleCode = z.enum([
  'looksStopped',
  'drifted',
  'unreachable',
  'timedOut',
  'privateAddress',
  'refused',
  'handshake',
  'malformed',
  'engineStopped',
  'clockOff',
  'diskLow',
  'certificateExpired',
  'certificateSoon',
  'cutTcp',
  'cutUdp',
  'guard',
  'warp',
  'accessLog',
  'journal',
  'unbilled',
  'conflict',
  'gap',
  'epoch',
  'heldFull',
  'filter',
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

/** A trouble with what is known of it. */
export const trouble = (code: NodeTroubleCode, about: { detail?: string; seconds?: number } = {}): NodeTrouble => ({
  code,
  seconds: about.seconds ?? 0,
  detail: (about.detail ?? '').slice(0, LONGEST_DETAIL),
});
