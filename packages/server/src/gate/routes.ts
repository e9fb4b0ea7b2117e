import { allRows, type calls } from '@skyport/contract';
import { auditProblem, type BuiltCall, type Call } from '@skyport/contract/call';
import { codes, type CodeName } from '@skyport/contract/codes';
import { EnvelopeError, MAX_REQUEST_TEXT, open } from '@skyport/contract/envelope';
import { hasMalformedId } from '@skyport/contract/units';
import { zhMessage } from '@skyport/contract/zod-message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/refuse.ts';
import type { Account, CallContext, Deps, Handler, HandlersOf, StaffContext } from '../platform/deps.ts';
import { answer, refusal, type Sealed } from './answers.ts';
import { markBrowser } from './browser-mark.ts';
import type { Gate } from './app.ts';
import { bodyLimitOf } from './bounds.ts';
import { comesFromOwnSite } from './origin.ts';
import { refusedBy, type Caller } from './roles.ts';
import { createStepUp, splitConfirm } from './step-up.ts';
import { callerOf, endSession, startSession, type SessionDeps } from './session.ts';
import { traceOf } from './trace.ts';

/** A handler for every built row: a missing one does not compile. */
export type Handlers = { readonly [F in keyof typeof calls]: HandlersOf<(typeof calls)[F]> };

/** A handler of some row: one of a change by staff takes what it audits with, the others leave it. */
type AnyHandler = (
  input: unknown,
  context: CallContext<Account> & StaffContext,
  deps: Deps,
) => ReturnType<Handler<BuiltCall>>;

/** Makes a route of every row of the call table. Throws for a row of staff without its audit: it would leave no trace. */
export const mountCalls = (gate: Gate): void => {
  for (const { feature, name, row } of allRows()) {
    const problem = auditProblem(row);
    if (problem) throw new Error(`row ${feature}.${name}: ${problem}`);
    gate.app.route({
      method: 'POST',
      url: row.path,
      config: { access: row.access },
      bodyLimit: bodyLimitOf(row.access),
      handler: async (request, reply) => {
        const outcome = await runCall(gate, `${feature}.${name}`, row, handlerOf(gate, feature, name), request, reply);
        return reply.code(outcome.status).send(outcome.body);
      },
    });
  }
};

const handlerOf = (gate: Gate, feature: string, name: string): AnyHandler | undefined =>
  (gate.handlers as Record<string, Record<string, AnyHandler>>)[feature]?.[name];

interface Outcome {
  readonly status: number;
  readonly body: Sealed;
}

/** One call from the gate to its handler: refusals become answers here, faults go on to the error handler. */
const runCall = async (
  gate: Gate,
  name: string,
  row: Call,
  handler: AnyHandler | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> => {
  reply.outcome = { name, code: codes.fault.code };
  try {
    const session: SessionDeps = { ...gate.deps, reader: gate.reader };
    const caller = await admit(gate, session, row, request);
    if (row.kind === 'planned') throw new Refusal('notBuilt');
    if (!handler) throw new Error(`no handler for ${name}`);
    const { payload, confirm } = splitConfirm(row, openBody(request.body));
    const input = readInput(row, payload);
    const context = contextOf(gate, session, { request, reply, caller, row, confirm });
    if (row.stepUp === 'always') await context.requireSecondLook();
    const trace = traceOf(gate, name, row, context);
    const data = await handler(input, { ...context, audited: trace.audited }, gate.deps);
    if (gate.checkAnswers) trace.assertLeft();
    reply.outcome.code = codes.ok.code;
    return { status: 200, body: answer(gate.checkAnswers ? row.output.parse(data) : data) };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (gate.checkAnswers && !mayRefuse(row, problem.reason)) {
      throw new Error(`${name} refused with ${problem.reason}, which its row does not list`, { cause: problem });
    }
    reply.outcome.code = codes[problem.reason].code;
    return {
      status: problem.reason === 'throttled' ? 429 : 200,
      body: refusal(problem.reason, problem.message, problem.data),
    };
  }
};

/** Who is asking, once the Origin rule, the limits and the row's access policy let them pass; refuses otherwise. */
const admit = async (gate: Gate, session: SessionDeps, row: Call, request: FastifyRequest): Promise<Caller> => {
  if (!isFromOwnSite(gate, request)) throw new Refusal('roleForbidden', '跨站请求被拒绝');
  // The address first: whoever has no right to ask must not cost a read of the database each time.
  if (!gate.limits.allowsAddress(row.rate, request.ip)) throw new Refusal('throttled');
  const caller = await callerOf(request, session, gate.secure(request));
  if (caller.account && !gate.limits.allowsAccount(row.rate, caller.account.id)) throw new Refusal('throttled');
  const reason = refusedBy(row.access, caller);
  if (reason) throw new Refusal(reason);
  return caller;
};

/** What the gate itself may answer on any row. */
const GATE_REFUSALS: readonly CodeName[] = [
  'invalidPayload',
  'throttled',
  'roleForbidden',
  'sessionExpired',
  'secondStepRequired',
  'notBuilt',
];
const mayRefuse = (row: Call, reason: CodeName): boolean =>
  GATE_REFUSALS.includes(reason) ||
  (reason === 'secondLookNeeded' && row.stepUp !== undefined) ||
  (row.kind === 'call' && row.fails.includes(reason));

/** What is in the envelope of a request. Refuses 1100 for what is none. */
const openBody = (body: unknown): unknown => {
  try {
    return open(typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined, MAX_REQUEST_TEXT);
  } catch (problem) {
    if (problem instanceof EnvelopeError) throw new Refusal('invalidPayload', problem.message);
    throw problem;
  }
};

/** The checked input of a call. Refuses 1104 for an id of another shape, else 1100 with a message that names the field. */
const readInput = (row: BuiltCall, payload: unknown): unknown => {
  const parsed = row.input.safeParse(payload);
  if (parsed.success) return parsed.data;
  if (hasMalformedId(parsed.error)) throw new Refusal('notFound');
  throw new Refusal('invalidPayload', zhMessage(parsed.error, row.input));
};

/** Whether a request comes from one of the product's own pages, or from no page at all. */
export const isFromOwnSite = (gate: Gate, request: FastifyRequest): boolean =>
  comesFromOwnSite({
    origin: request.headers.origin,
    fetchSite: headerText(request.headers['sec-fetch-site']),
    host: (request.headers.host ?? '').toLowerCase(),
    ownHosts: () => ownHostsOf(gate),
  });

const ownHostsOf = ({ deps: { env, settings } }: Gate): ReadonlySet<string> => {
  const { describe_host, preferDomain, agency_user_domain } = settings.current();
  const domains = [...env.DOMAINS, preferDomain, agency_user_domain].map((host) => `https://${host}`);
  const urls = [env.PUBLIC_URL, describe_host, ...domains];
  return new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : [])));
};

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** One call that its handler is about to get. */
interface Admitted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly row: BuiltCall;
  readonly confirm: unknown;
}

const contextOf = (
  gate: Gate,
  session: SessionDeps,
  { request, reply, caller, row, confirm }: Admitted,
): CallContext<Account> => {
  const end = () => endSession(caller.account, reply, session, gate.secure(request));
  const look = { row, caller, confirm, address: request.ip, endSession: end };
  return {
    // A row that lets anyone in has a handler typed for `Account | undefined`; every other row was refused above.
    caller: caller.account as Account,
    requestId: request.id,
    address: request.ip,
    host: (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, ''),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    page: pageOf(request.headers.referer, request.headers.origin),
    markBrowser: () => markBrowser(request, reply, { ids: gate.deps.ids, secure: gate.secure(request) }),
    startSession: (user) =>
      startSession(user, reply, request.headers['user-agent'] ?? '', session, gate.secure(request)),
    endSession: end,
    bothParts: caller.bothParts,
    requireSecondLook: createStepUp(look, { clock: gate.deps.clock, secondLook: gate.secondLook }),
  };
};

/** Origin and path of the page, without query and fragment. */
const pageOf = (referer: string | undefined, origin: string | undefined): string => {
  const source = referer ?? origin ?? '';
  if (!URL.canParse(source)) return '';
  const url = new URL(source);
  return (url.origin + url.pathname).slice(0, 300);
};
