import type { z } from 'zod';
import type { CodeName } from './codes.ts';

/**
 * Who may make a call. `anyone` needs no session; `account` is any logged-in account; `customer` is any account but an
 * agency customer; `yunying` is operations staff or an admin; `admin` is an admin.
 */
export type Role = 'anyone' | 'account' | 'customer' | 'yunying' | 'admin';

/**
 * Which parts of the two-part session a call needs: `token` (the readable cookie or bearer) for reading; `both` (also
 * the HttpOnly part) for money going out, credentials, transfers, subscription reset and every staff call.
 */
export type SessionNeed = 'none' | 'token' | 'both';

/** Access policy of a row. A row without one does not compile, and a route without one stops the start. */
export interface Access {
  readonly role: Role;
  readonly session: SessionNeed;
  /** Open to staff who still have to set up the second step that the operator requires of them. */
  readonly beforeSecondStep?: true;
}

/** The policies in use. Staff calls always need both session parts. */
export const access = {
  anyone: { role: 'anyone', session: 'none' },
  account: { role: 'account', session: 'token' },
  accountStrict: { role: 'account', session: 'both' },
  accountSetUp: { role: 'account', session: 'token', beforeSecondStep: true },
  accountSetUpStrict: { role: 'account', session: 'both', beforeSecondStep: true },
  customer: { role: 'customer', session: 'token' },
  customerStrict: { role: 'customer', session: 'both' },
  yunying: { role: 'yunying', session: 'both' },
  admin: { role: 'admin', session: 'both' },
} as const satisfies Record<string, Access>;

/**
 * Limit class of a row, counted per client address and, when logged in, per account: `read` lists and pages, `change`
 * writes, `credential` log-in, sign-up and password calls, `guess` calls whose input can be guessed (coupon and
 * transfer codes), `document` subscription documents, `upload` files.
 */
export type RateClass = 'read' | 'change' | 'credential' | 'guess' | 'document' | 'upload';

type Path = `/api/${string}`;

/** A call that works: request and answer are sealed envelopes (see envelope.ts). */
export interface BuiltCall<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  readonly kind: 'call';
  readonly path: Path;
  readonly access: A;
  readonly rate: RateClass;
  /** One English sentence for the API documents. */
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Every refusal the handler may answer, besides those of the gate (1002, 1100, 1103, 1129, 1199). */
  readonly fails: readonly CodeName[];
}

/** A call of the specification whose feature is not built yet; it answers 1198 to whoever may make it. */
export interface PlannedCall {
  readonly kind: 'planned';
  readonly path: Path;
  readonly access: Access;
  readonly rate: RateClass;
  readonly summary: string;
}

/** A route with its own method and body, for what cannot travel in the envelope (files, documents, mail links). */
export interface RawCall {
  readonly kind: 'raw';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly access: Access;
  readonly rate: RateClass;
  readonly summary: string;
  readonly built: boolean;
}

export type Call = BuiltCall | PlannedCall;

/** Declares a call that works. */
export const call = <I extends z.ZodType, O extends z.ZodType, A extends Access>(
  row: Omit<BuiltCall<I, O, A>, 'kind'>,
): BuiltCall<I, O, A> => ({
  kind: 'call',
  ...row,
});
/** Declares a call of the specification that is not built yet. */
export const planned = (row: Omit<PlannedCall, 'kind'>): PlannedCall => ({ kind: 'planned', ...row });
/** Declares a route outside the envelope. */
export const raw = (row: Omit<RawCall, 'kind'>): RawCall => ({ kind: 'raw', ...row });

/** What a caller of the row sends (before defaults). */
export type Input<C extends BuiltCall> = z.input<C['input']>;
/** What a handler of the row receives (after defaults). */
export type ParsedInput<C extends BuiltCall> = z.output<C['input']>;
/** What the row answers. */
export type Output<C extends BuiltCall> = z.output<C['output']>;
