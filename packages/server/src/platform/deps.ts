import type { BuiltCall, Output, ParsedInput, StaffRole } from '@skyport/contract/call';
import type { Db } from '@skyport/db';
import type { Audited } from './audit-rules.ts';
import type { CallerRead } from './caller-read.ts';
import type { Clock } from './clock.ts';
import type { CrashPoints } from './crash.ts';
import type { Env } from './env.ts';
import type { Ids, Random } from './ids.ts';
import type { Jobs } from './jobs.ts';
import type { LastSeen } from './last-seen.ts';
import type { Log } from './log.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { RowReader } from './row-reader.ts';
import type { Secrets } from './secrets.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Everything a handler or job may use of the world outside its rules. Built once, in wiring.ts. */
export interface Deps {
  readonly db: Db;
  /** For the few reads that happen on almost every request. */
  readonly reader: RowReader;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly crash: CrashPoints;
  readonly jobs: Jobs;
  readonly settings: SettingsReader;
  readonly payments: PaymentProviders;
  readonly lastSeen: LastSeen;
  readonly log: Log;
  readonly env: Env;
}

/** The type of a logged-in account; absent (undefined) is the specification's "undefined type". */
export type AccountType = 'admin' | 'normal' | 'channel' | 'yunying' | undefined;

/** A logged-in account as the gate read it, in one query with its session, for this very call. */
export interface Account {
  readonly id: string;
  /** Small integer of the account in narrow tables and on the agent's wire. */
  readonly num: number;
  readonly email: string;
  readonly type: AccountType;
  readonly paid: boolean;
  readonly isAgencyUser: boolean;
  /** SHA-256 of the session's readable part: names the session without being usable as one. */
  readonly session: Buffer;
}

/** Whom a session begins for, with what was true of the account when it was let in: all of it has to be true still. */
export interface SessionStart {
  readonly id: string;
  readonly type: AccountType;
  /** What is stored of the account's password. */
  readonly passwordHash: string;
  readonly secondStep: boolean;
  /** When the session ends at the latest, if that is sooner than usual. */
  readonly until?: Date;
  /** SHA-256 of the readable part of the session that this one is made from; that one must not have ended either. */
  readonly from?: Buffer;
}

/** What a handler may know of the request, and do to the session of whoever asked. */
export interface CallContext<Caller> {
  readonly caller: Caller;
  /** The caller's row with what the handler's `callerRead` names. */
  readonly callerRow: unknown;
  readonly requestId: string;
  /** Client address after trusted proxies. */
  readonly address: string;
  /** Host header without port, lower-case. */
  readonly host: string;
  readonly userAgent: string;
  /** Origin and path of the page, without query, when the browser sent one. */
  readonly page: string;
  /**
   * SHA-256 of the cookie that identifies the asking browser; the cookie is set on the answer where there is none yet.
   */
  identifyBrowser(): Buffer;
  /**
   * Starts a session of the account and sets both cookie parts on the answer; false, and no session, when the account
   * is not what it was when it was let in.
   */
  startSession(user: SessionStart): Promise<boolean>;
  /** Whether the HttpOnly part of the session came too. */
  readonly bothParts: boolean;
  /**
   * Refuses (1115, or 1002 after too many wrong answers) unless this session passed a step-up within ten minutes or its
   * answer came with the call. Only for rows that say `stepUp`, and before any transaction: wrong answers count even
   * though the call is refused.
   */
  requireStepUp(): Promise<void>;
  /** Ends the caller's own session, if any, and clears its cookies. */
  endSession(): Promise<void>;
}

/** Who a handler meets: an account, unless the row lets anyone in. */
export type CallerOf<C extends BuiltCall> = C['access']['role'] extends 'anyone' ? Account | undefined : Account;

/** What a handler of a change by staff does its change in; other rows have none. */
export interface StaffContext {
  readonly audited: Audited;
}

/** What a handler of the row meets: changes by staff come with their audit. */
export type ContextOf<C extends BuiltCall> = CallContext<CallerOf<C>> &
  (C['access']['role'] extends StaffRole ? (C['rate'] extends 'read' ? unknown : StaffContext) : unknown);

/** The code behind one built row of the call table: refuses by `refuse(...)`, faults by throwing anything else. */
export interface Handler<C extends BuiltCall> {
  (input: ParsedInput<C>, context: ContextOf<C>, deps: Deps): Promise<Output<C>>;
  /** What is read of the caller with the session. */
  readonly callerRead?: CallerRead;
}

/** Built rows of one feature's table. */
export type BuiltNames<T> = { [K in keyof T]: T[K] extends BuiltCall ? K : never }[keyof T];

/** A handler for every built row of a feature's table: a missing one does not compile. */
export type HandlersOf<T> = { readonly [K in BuiltNames<T>]: T[K] extends BuiltCall ? Handler<T[K]> : never };
