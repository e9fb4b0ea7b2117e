import { allRows } from '@skyport/contract';
import { auditProblem, type BuiltCall, type Call } from '@skyport/contract/call';
import { codes, type CodeName } from '@skyport/contract/codes';
import { EnvelopeError, decodeRequest } from '@skyport/contract/envelope';
import { hasMalformedId } from '@skyport/contract/units';
import { zhMessage } from '@skyport/contract/zod-message';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../platform/refuse.ts';
import type { Account, CallContext, Deps, Handler, StaffContext } from '../platform/deps.ts';
import { ANSWER_TYPE, answer, answerText, refusal, type EncodedAnswer } from './answers.ts';
import { identifyBrowser } from './browser-id.ts';
import type { Gate } from './gate.ts';
import { hostOf } from './host-of.ts';
import { bodyLimitOf, isLargeBody } from './bounds.ts';
import { foreignSiteProblem } from './origin.ts';
import { refusedBy, type Caller } from './roles.ts';
import { createStepUpCheck, splitConfirm } from './step-up.ts';
import { sessionStatement } from './session-store.ts';
import { askingOf, callerOf, endSession, startSession, type Asking, type SessionDeps } from './session.ts';
import { auditOfCall } from './call-audit.ts';

/** A handler of some row: one of a change by staff takes what it audits with, the others leave it. */
interface AnyHandler extends Pick<Handler<BuiltCall>, 'callerRead'> {
  (input: unknown, context: CallContext<Account> & StaffContext, deps: Deps): ReturnType<Handler<BuiltCall>>;
}

/** Makes a route of every row of the call table. Throws for a row of staff without its audit. */
export const mountCalls = (gate: Gate): void => {
  for (const { feature, name, row } of allRows()) {
    const problem = auditProblem(row);
    if (problem) throw new Error(`row ${feature}.${name}: ${problem}`);
    const readSession = sessionStatement(handlerOf(gate, feature, name)?.callerRead);
    const session: SessionDeps = { ...gate.deps, reader: gate.reader, readSession };
    gate.app.route({
      method: 'POST',
      url: row.path,
      config: { access: row.access },
      bodyLimit: bodyLimitOf(row.access),
      onRequest: async (request, reply) => {
        const call = { name: `${feature}.${name}`, row, session, handler: undefined };
        const refused = await checkHead(gate, call, { request, reply });
        return refused && send(reply, refused);
      },
      handler: async (request, reply) => {
        const call = { name: `${feature}.${name}`, row, session, handler: handlerOf(gate, feature, name) };
        return send(reply, await runCall(gate, call, { request, reply }));
      },
    });
  }
};

const send = (reply: FastifyReply, { status, body }: Outcome): FastifyReply =>
  reply.code(status).header('content-type', ANSWER_TYPE).send(answerText(body));

const handlerOf = (gate: Gate, feature: string, name: string): AnyHandler | undefined =>
  (gate.handlers as Record<string, Record<string, AnyHandler>>)[feature]?.[name];

interface Outcome {
  readonly status: number;
  readonly body: EncodedAnswer;
}

/** A row of the call table with the code behind it. */
interface MountedCall {
  /** Feature and row. */
  readonly name: string;
  readonly row: Call;
  readonly session: SessionDeps;
  readonly handler: AnyHandler | undefined;
}

/** One call from the gate to its handler: refusals become answers here, faults go on to the error handler. */
const runCall = async (
  gate: Gate,
  { name, row, session, handler }: MountedCall,
  { request, reply }: Pick<Admitted, 'request' | 'reply'>,
): Promise<Outcome> => {
  reply.outcome = { name, code: codes.fault.code };
  try {
    const asking = askingOf(gate, request);
    const caller = await callerOf(asking, session);
    if (caller.account && !gate.rateLimiter.allowsAccount(row.rate, caller.account.id)) throw new Refusal('throttled');
    refuseRole(row, caller);
    if (row.kind === 'planned') throw new Refusal('notBuilt');
    if (!handler) throw new Error(`no handler for ${name}`);
    const { payload, confirm } = splitConfirm(row, openBody(request.body));
    const input = readInput(row, payload);
    const context = contextOf(gate, session, { ...asking, reply, caller, row, confirm });
    if (row.stepUp === 'always') await context.requireStepUp();
    const trail = auditOfCall(gate, { name, row }, context);
    const data = await handler(input, { ...context, audited: trail.audited }, gate.deps);
    if (gate.checkAnswers) trail.assertWritten();
    reply.outcome.code = codes.ok.code;
    return { status: 200, body: answer(gate.checkAnswers ? row.output.parse(data) : data) };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    if (gate.checkAnswers && !mayRefuse(row, problem.reason)) {
      throw new Error(`${name} refused with ${problem.reason}, which its row does not list`, { cause: problem });
    }
    return refusedOutcome(reply, name, problem);
  }
};

const refusedOutcome = (reply: FastifyReply, name: string, { reason, message, data }: Refusal): Outcome => {
  reply.outcome = { name, code: codes[reason].code };
  return { status: reason === 'throttled' ? 429 : 200, body: refusal(reason, message, data) };
};

/**
 * Refuses a request before its body is read: from a foreign page, from an address over its limit, or with a large body
 * from a caller without access. A body that is read stays in memory while its sender stalls.
 */
const checkHead = async (
  gate: Gate,
  { name, row, session }: MountedCall,
  { request, reply }: Pick<Admitted, 'request' | 'reply'>,
): Promise<Outcome | undefined> => {
  try {
    const foreign = foreignSiteProblem(gate, request);
    if (foreign !== undefined) throw new Refusal('foreignSite', foreign);
    // Before the session: an address over its limit must not cost a read of the database each time.
    if (!gate.rateLimiter.allowsAddress(row.rate, request.ip)) throw new Refusal('throttled');
    if (isLargeBody(request.headers, row.access)) refuseRole(row, await callerOf(askingOf(gate, request), session));
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return refusedOutcome(reply, name, problem);
  }
};

const refuseRole = ({ access }: Call, caller: Caller): void => {
  const reason = refusedBy(access, caller);
  if (reason) throw new Refusal(reason);
};

/** What the gate itself may answer on any row. */
const GATE_REFUSALS: readonly CodeName[] = [
  'invalidPayload',
  'throttled',
  'roleForbidden',
  'foreignSite',
  'sessionExpired',
  'secondStepRequired',
  'notBuilt',
];
const mayRefuse = (row: Call, reason: CodeName): boolean =>
  GATE_REFUSALS.includes(reason) ||
  (reason === 'stepUpNeeded' && row.stepUp !== undefined) ||
  (row.kind === 'call' && row.fails.includes(reason));

/** The payload of a request's envelope. Refuses 1100 for a malformed envelope. */
const openBody = (body: unknown): unknown => {
  try {
    return decodeRequest(typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined);
  } catch (problem) {
    if (problem instanceof EnvelopeError) throw new Refusal('invalidPayload', problem.message);
    throw problem;
  }
};

/**
 * The checked input of a call. Refuses 1104 for an id of another shape, else 1100 with a message that names the field.
 */
const readInput = (row: BuiltCall, payload: unknown): unknown => {
  const parsed = row.input.safeParse(payload);
  if (parsed.success) return parsed.data;
  if (hasMalformedId(parsed.error)) throw new Refusal('notFound');
  throw new Refusal('invalidPayload', zhMessage(parsed.error, row.input));
};

/** One call that its handler is about to get. */
interface Admitted extends Asking {
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly row: BuiltCall;
  readonly confirm: unknown;
}

const contextOf = (
  gate: Gate,
  session: SessionDeps,
  { request, address, secure, reply, caller, row, confirm }: Admitted,
): CallContext<Account> => {
  const exchange = { request, reply, secure };
  const end = () => endSession(caller.account, exchange, session);
  const guarded = { row, caller, confirm, address, endSession: end };
  return {
    // A row that lets anyone in has a handler typed for `Account | undefined`; every other row was refused above.
    caller: caller.account as Account,
    callerRow: caller.row,
    requestId: request.id,
    address,
    host: hostOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    page: pageOf(request.headers.referer, request.headers.origin),
    identifyBrowser: () => identifyBrowser(exchange, gate.deps.ids),
    startSession: (user) => startSession(user, exchange, session),
    endSession: end,
    bothParts: caller.bothParts,
    requireStepUp: createStepUpCheck(guarded, { clock: gate.deps.clock, stepUp: gate.stepUp }),
  };
};

/** Origin and path of the page, without query and fragment. */
const pageOf = (referer: string | undefined, origin: string | undefined): string => {
  const source = referer ?? origin ?? '';
  if (!URL.canParse(source)) return '';
  const url = new URL(source);
  return (url.origin + url.pathname).slice(0, 300);
};
