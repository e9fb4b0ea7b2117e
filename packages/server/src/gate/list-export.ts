import { rawCalls } from '@skyport/contract';
import { codes, type CodeName } from '@skyport/contract/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { isDatabaseAway } from '../platform/database-away.ts';
import { Refusal } from '../platform/refuse.ts';
import { refusal } from './answers.ts';
import type { Gate } from './gate.ts';
import { foreignSiteProblem } from './origin.ts';
import { mountRaw } from './raw-route.ts';
import { type Caller, refusedBy } from './roles.ts';
import { askingOf, callerOf } from './session.ts';

/** A client that takes nothing for so long, in ms, is gone. */
const STALLED_MS = 60_000;

const row = rawCalls.listExport;

/** Mounts the exports of lists: CSV for the session that asked for the ticket. */
export const mountListExport = (gate: Gate): void =>
  mountRaw(gate, row, {
    handler: async (request, reply) => {
      reply.outcome = { name: row.path, code: codes.fault.code };
      const admitted = await admit(gate, request);
      if (typeof admitted === 'string') return refuse(reply, admitted);
      const { ticket } = request.params as { ticket: string };
      const begun = await gate.listExports.begin({
        ticket,
        session: admitted.session,
        check: async () => {
          const reason = refusedBy(row.access, await whoAsks(gate, request));
          if (reason) throw new Refusal(reason);
        },
      });
      if (!begun) return refuse(reply, 'notFound');
      reply.outcome.code = codes.ok.code;
      watch(gate, { request, reply, body: begun.body });
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(begun.file)}`,
        })
        .send(begun.body);
    },
  });

const refuse = (reply: FastifyReply, reason: CodeName): FastifyReply => {
  reply.outcome = { name: row.path, code: codes[reason].code };
  return reply.code(reason === 'throttled' ? 429 : 200).send(refusal(reason));
};

const whoAsks = (gate: Gate, request: FastifyRequest): Promise<Caller> =>
  callerOf(askingOf(gate, request), { ...gate.deps, reader: gate.reader });

/** The session that asks, or why it may not. */
const admit = async (gate: Gate, request: FastifyRequest): Promise<{ readonly session: Buffer } | CodeName> => {
  if (foreignSiteProblem(gate, request) !== undefined) return 'foreignSite';
  const caller = await whoAsks(gate, request);
  const { account } = caller;
  if (account && !gate.rateLimiter.allowsAccount(row.rate, account.id)) return 'throttled';
  const reason = refusedBy(row.access, caller);
  return reason ?? { session: account!.session };
};

/**
 * What goes wrong while a file is on its way cannot be answered any more: the connection breaks, which whoever fetches
 * it sees, and the fault is written down. That somebody may not have the rest is no fault.
 */
const watch = (
  gate: Gate,
  { request, reply, body }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly body: Readable },
): void => {
  reply.raw.setTimeout(STALLED_MS, () => body.destroy(new Error('nobody takes the export')));
  body.on('error', (problem) => {
    const isRefused = problem instanceof Refusal;
    if (reply.outcome) reply.outcome.code = codes[isRefused ? problem.reason : 'fault'].code;
    if (isRefused) return;
    const about = { call: row.path, requestId: request.id };
    if (isDatabaseAway(problem))
      gate.deps.log.warn({ requestId: request.id, reason: problem.message }, 'database away');
    else void gate.faults(problem, about);
  });
};
