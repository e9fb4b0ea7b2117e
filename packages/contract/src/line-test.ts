import { z } from 'zod';
import { access, call } from './call.ts';
import { ById } from './shapes.ts';

/** Part of the calls of nodes: testing a line. */
export const lineTestCalls = {
  lineTest: call({
    path: '/api/admin/agent_line/test',
    access: access.admin,
    rate: 'change',
    summary:
      "Connects to a line as its protocol begins, from every address that clients get; the log stays on the line's msg.",
    input: ById,
    output: z.object({
      /** Whether every address answered as the protocol should. */
      ok: z.boolean(),
      /** Milliseconds of the slowest address; null when one did not answer. */
      ms: z.number().int().nonnegative().nullable(),
      /** How far the test went: `connect` carries no traffic through the line. */
      kind: z.enum(['connect']),
      /** The log, one line a step; what "copy log" copies. */
      msg: z.string(),
    }),
    fails: ['notFound'],
  }),
} as const;
