import type { z } from 'zod';
import type { AuditKind } from './audit-kinds.ts';
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
 * transfer codes), `upload` files. `document` are subscription links: counted per account they belong to alone, because
 * what others send from the same address must not stop a right one.
 */
export type RateClass = 'read' | 'change' | 'credential' | 'guess' | 'document' | 'upload';

/**
 * Whether a call needs step-up authentication (the password, or a code of the authenticator app, asked for again):
 * `always` before its handler runs; `sometimes` when its handler asks for it (`context.requireStepUp`).
 */
export type StepUpRule = 'always' | 'sometimes';

type Path = `/api/${string}`;

/** A call that works: request and answer are envelopes (see envelope.ts). */
export interface BuiltCall<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
  R extends RateClass = RateClass,
> {
  readonly kind: 'call';
  readonly path: Path;
  readonly access: A;
  readonly rate: R;
  /** What kind of thing a row of staff changes, read before and after for the audit; `none` for rows that only read. */
  readonly audit?: AuditKind | 'none' | undefined;
  readonly stepUp?: StepUpRule | undefined;
  /** One English sentence for the API documents. */
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Every refusal the handler may answer, besides those of the gate (1002, 1100, 1103, 1115, 1129, 1199). */
  readonly fails: readonly CodeName[];
}

/** A call of the specification whose feature is not built yet; it answers 1198 to whoever may make it. */
export interface PlannedCall {
  readonly kind: 'planned';
  readonly path: Path;
  readonly access: Access;
  readonly rate: RateClass;
  readonly stepUp?: StepUpRule;
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

/** Roles of staff: what they change is audited. */
export type StaffRole = 'yunying' | 'admin';

/**
 * What a row has to say of its audit: a change by staff names what it changes, a list of staff says that it
 * changes nothing.
 */
type AuditPart<A extends Access, R extends RateClass> = A['role'] extends StaffRole
  ? { readonly audit: R extends 'read' ? 'none' : AuditKind }
  : { readonly audit?: undefined };

/** Declares a call that works. A row of staff without its audit does not compile. */
export const call = <I extends z.ZodType, O extends z.ZodType, A extends Access, R extends RateClass>(
  row: Omit<BuiltCall<I, O, A, R>, 'kind' | 'audit'> & AuditPart<A, R>,
): BuiltCall<I, O, A, R> => ({
  kind: 'call',
  ...row,
});

/** Problem with a staff row's audit declaration; undefined when it is right. */
export const auditProblem = (row: Call): string | undefined => {
  if (row.kind !== 'call') return undefined;
  const staff = row.access.role === 'admin' || row.access.role === 'yunying';
  if (!staff) return row.audit === undefined ? undefined : 'only rows of staff are audited';
  if (row.rate === 'read') return row.audit === 'none' ? undefined : "a list of staff says audit: 'none'";
  return row.audit === undefined || row.audit === 'none' ? 'a change by staff names what it changes' : undefined;
};
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
