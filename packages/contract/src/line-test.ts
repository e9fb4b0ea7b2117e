import { z } from 'zod';
import { access, call } from './call.ts';
import { ById } from './shapes.ts';

/** How far a step of a test goes: name, connection, how the protocol begins, and a request through the line. */
export const LineTestStep = z.enum(['dns', 'tcp', 'handshake', 'request']);
export type LineTestStep = z.infer<typeof LineTestStep>;

/** One step at one address of a line. */
export const LineTestResult = z.object({
  /** `host:port`, as a client is given it. */
  at: z.string(),
  step: LineTestStep,
  ok: z.boolean(),
  /** Milliseconds; null when it failed. */
  ms: z.number().int().nonnegative().nullable(),
  /** What was found, or why it failed. */
  text: z.string(),
});
export type LineTestResult = z.infer<typeof LineTestResult>;

/** Part of the calls of nodes: testing a line. */
export const lineTestCalls = {
  lineTest: call({
    path: '/api/admin/agent_line/test',
    access: access.admin,
    rate: 'change',
    audit: 'line',
    summary:
      'Connects to a line as its protocol begins, from every address that clients get, and sends a request through it with ' +
      "a real client where the panel has one; the log stays on the line's msg.",
    input: ById,
    output: z.object({
      /** Whether every step at every address went well. */
      ok: z.boolean(),
      /** Milliseconds of the slowest last step; null when a step failed. */
      ms: z.number().int().nonnegative().nullable(),
      /** How far the test went: `connect` carries no traffic through the line. */
      kind: z.enum(['connect', 'traffic']),
      /** Why no traffic was sent; empty when it was. */
      note: z.string(),
      steps: z.array(LineTestResult),
      /** Where traffic left, as the far end saw it; null when that is not known. */
      exit: z.object({ ip: z.string(), country: z.string() }).nullable(),
      /** The log, one line a step; what "copy log" copies. */
      msg: z.string(),
    }),
    fails: ['notFound'],
  }),
} as const;
