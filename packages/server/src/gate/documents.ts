import { rawCalls } from '@skyport/contract';
import { codes } from '@skyport/contract/codes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from './gate.ts';
import { refusal } from './answers.ts';
import { wantsPage } from './page-request.ts';
import { mountRaw } from './raw-route.ts';
import { refusedBy } from './roles.ts';
import { askingOf, callerOf } from './session.ts';

interface Params {
  kind: string;
  userId: string;
  userkey: string;
}

/** Name of the documents in log and metrics; the address of a link is never written anywhere, it holds a key. */
export const DOCUMENT_CALL = 'subscription.document';

/** Longest User-Agent that is read; the rest is cut off. */
export const MAX_AGENT = 300;

/** Mounts the subscription documents. Plain links never come here: `document-fast-path.ts` answers them. */
export const mountDocuments = (gate: Gate): void => {
  mountRaw(gate, rawCalls.subscript, {
    head: true,
    handler: async (request, reply) => sendDocument(gate, request, reply),
  });
};

/** Routes outside the envelope whose feature is not built yet answer 1198, after their access policy. */
export const mountUnbuiltRoutes = (gate: Gate): void => {
  for (const row of Object.values(rawCalls).filter(({ built }) => !built)) {
    mountRaw(gate, row, {
      handler: async (request, reply) => {
        const caller = await callerOf(askingOf(gate, request), { ...gate.deps, reader: gate.reader });
        const reason = refusedBy(row.access, caller) ?? 'notBuilt';
        reply.outcome = { name: row.path, code: codes[reason].code };
        return reply.send(refusal(reason));
      },
    });
  }
};

/** Whether the link is that of the account that is logged in where it is asked for. Reads the session. */
const isOwnLink = async (gate: Gate, request: FastifyRequest): Promise<boolean> => {
  const caller = await callerOf(askingOf(gate, request), { ...gate.deps, reader: gate.reader });
  return caller.bothParts && caller.account?.id === (request.params as Params).userId;
};

const sendDocument = async (gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const asked = request.query as Record<string, string | string[]>;
  const query = Object.entries(asked).map(([key, value]) => [key, String(Array.isArray(value) ? value[0] : value)]);
  const answer = await gate.document({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    url: request.url,
    ...(request.params as Params),
    query: Object.fromEntries(query),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT),
    address: request.ip,
    host: (request.headers.host ?? '').toLowerCase(),
    secure: gate.secure(request),
    ifNoneMatch: request.headers['if-none-match'] ?? '',
    acceptEncoding: String(request.headers['accept-encoding'] ?? ''),
    // The console's pages say by `console` in the query that they ask.
    ...('console' in asked && { isByOwnPage: () => isOwnLink(gate, request) }),
    asPage: wantsPage(request.headers),
  });
  reply.outcome = { name: DOCUMENT_CALL, code: answer.status };
  void reply.code(answer.status);
  for (let at = 0; at < answer.headers.length; at += 2) void reply.header(answer.headers[at]!, answer.headers[at + 1]!);
  if (answer.status !== 304) void reply.header('content-length', String(answer.body.length));
  return reply.send(hasBody(answer, request.method) ? answer.body : undefined);
};

/** Whether the answer has a body: not for HEAD, nor when nothing has changed. */
export const hasBody = ({ status }: { readonly status: number }, method: string | undefined): boolean =>
  method !== 'HEAD' && status !== 304;
