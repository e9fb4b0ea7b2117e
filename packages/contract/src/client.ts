import type { BuiltCall, Call, Input, Output } from './call.ts';
import { type Answer, decodeEnvelope, encodeEnvelope } from './envelope.ts';

/** The answer of a call that was refused or failed: its code, its message, and the path that was called. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number;
  readonly msg: string;
  readonly path: string;
  /** Data that came with the refusal. */
  readonly data: unknown;

  constructor(path: string, answer: Answer) {
    super(`${path} answered ${answer.code}: ${answer.msg}`);
    this.code = answer.code;
    this.msg = answer.msg;
    this.path = path;
    this.data = answer.data;
  }
}

/**
 * Sends one encoded request to a path and gives the body of the response, whatever its HTTP status. Throws when the
 * network fails.
 */
export type Send = (path: string, body: { readonly data: string }) => Promise<unknown>;

type Rows = Readonly<Record<string, Call>>;
type BuiltNames<R extends Rows> = { [K in keyof R]: R[K] extends BuiltCall ? K : never }[keyof R];

/** One function a built call, named as in the table. */
export type FeatureClient<R extends Rows> = {
  readonly [K in BuiltNames<R>]: R[K] extends BuiltCall ? (input: Input<R[K]>) => Promise<Output<R[K]>> : never;
};

/** The calls of several features, by feature. */
export type Client<T extends Readonly<Record<string, Rows>>> = { readonly [F in keyof T]: FeatureClient<T[F]> };

/**
 * Makes one call. Throws CallError for every code but 0, an EnvelopeError for an answer that is no envelope, and what
 * `send` throws.
 */
export const makeCall = async <C extends BuiltCall>(row: C, input: Input<C>, send: Send): Promise<Output<C>> => {
  const answer = readAnswer(await send(row.path, { data: encodeEnvelope(input) }));
  if (answer.code !== 0) throw new CallError(row.path, answer);
  return answer.data as Output<C>;
};

/** The answer inside the body of a response. Throws an EnvelopeError or TypeError for anything else. */
export const readAnswer = (body: unknown): Answer => {
  const answer = decodeEnvelope(typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined);
  if (typeof answer !== 'object' || answer === null || !('code' in answer) || typeof answer.code !== 'number') {
    throw new TypeError('answer without a code');
  }
  const { code } = answer;
  const msg = 'msg' in answer && typeof answer.msg === 'string' ? answer.msg : '';
  return { code, data: 'data' in answer ? answer.data : undefined, msg };
};

/** Typed client of the features given, e.g. `makeClient({ accounts: accountsCalls }, send).accounts.login({ … })`. */
export const makeClient = <T extends Readonly<Record<string, Rows>>>(features: T, send: Send): Client<T> => {
  const ofFeature = (rows: Rows): object =>
    Object.fromEntries(
      Object.entries(rows).flatMap(([name, row]) =>
        row.kind === 'call' ? [[name, async (input: never) => makeCall(row, input, send)] as const] : [],
      ),
    );
  return Object.fromEntries(Object.entries(features).map(([name, rows]) => [name, ofFeature(rows)])) as Client<T>;
};
