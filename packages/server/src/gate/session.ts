import type { Db } from '@skyport/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../platform/clock.ts';
import type { Account, SessionStart } from '../platform/deps.ts';
import type { Ids } from '../platform/ids.ts';
import type { LastSeen } from '../platform/last-seen.ts';
import { networkOf } from '../platform/networks.ts';
import type { RowReader, Statement } from '../platform/row-reader.ts';
import { sameBytes, sha256 } from '../platform/secrets.ts';
import type { SettingsReader } from '../platform/settings-reader.ts';
import { isStaff } from '../platform/staff.ts';
import { cookieNamed, cookiesOf, type SentCookie } from './cookies.ts';
import type { Gate } from './gate.ts';
import type { Caller } from './roles.ts';
import { findSession, insertSession, removeSession, type SessionRow } from './session-store.ts';

/** Cookie of the readable half; its life in the browser is the specification's, the server's own is far shorter. */
const TOKEN_COOKIE = 'token';
const TOKEN_DAYS = 99_999;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** What sessions need of the world. */
export interface SessionDeps {
  readonly db: Db;
  readonly reader: RowReader;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: SettingsReader;
  readonly lastSeen: LastSeen;
  /** Reads sessions with what a call shows of the account (`sessionStatement`). */
  readonly readSession?: Statement;
}

const nobody: Caller = { account: undefined, row: undefined, bothParts: false, mustSetUp: false, steppedUpAt: null };

/** What of a request says who is asking. */
export interface Asking {
  readonly request: FastifyRequest;
  /** Address of the client, after trusted proxies. */
  readonly address: string;
  /** Whether the client uses HTTPS. */
  readonly secure: boolean;
}

/** What a request says of who is asking, worked out once: it is worked out anew each time it is read there. */
export const askingOf = ({ secure }: Pick<Gate, 'secure'>, request: FastifyRequest): Asking => ({
  request,
  address: request.ip,
  secure: secure(request),
});

/** Who is asking. A missing, malformed, unknown, idle, expired or disabled session is nobody. */
export const callerOf = async ({ request, address, secure }: Asking, deps: SessionDeps): Promise<Caller> => {
  const cookies = cookiesOf(request);
  const token = tokenOf(request, cookies);
  if (!token) return nobody;
  const tokenHash = sha256(token);
  const row = await findSession(deps.reader, tokenHash, deps.readSession);
  if (!row || row.disabled) return nobody;
  const now = deps.clock.now();
  const idleEnd = row.last_seen_at.getTime() + row.idle_seconds * 1000;
  if (now.getTime() >= Math.min(idleEnd, row.expires_at.getTime())) return nobody;
  if (now.getTime() - row.last_seen_at.getTime() > MINUTE_MS) {
    await deps.lastSeen.session({ tokenHash, at: now, network: networkOf(address) });
  }
  const secret = cookieNamed(cookies, secretCookie(secure));
  return {
    account: accountOf(row, tokenHash),
    row,
    bothParts: secret !== undefined && sameBytes(sha256(secret), row.secret_hash),
    mustSetUp: !row.second_step && isStaff(row.type) && deps.settings.current().staff_second_step,
    steppedUpAt: row.looked_at,
  };
};

const accountOf = (row: SessionRow, session: Buffer): Account => ({
  id: row.id,
  num: Number(row.num),
  email: row.email,
  type: row.type ?? undefined,
  paid: row.paid,
  isAgencyUser: row.is_agency_user,
  session,
});

/** The readable part: the cookie, or the bearer of an upload. Two different `token` cookies are no session at all. */
const tokenOf = (request: FastifyRequest, cookies: readonly SentCookie[]): string | undefined => {
  const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1];
  const sent = cookies.filter(([name, value]) => name === TOKEN_COOKIE && value !== '').map(([, value]) => value);
  if (sent.some((value) => value !== sent[0])) return undefined;
  const token = bearer ?? sent[0];
  return token && TOKEN_SHAPE.test(token) ? token : undefined;
};

const secretCookie = (secure: boolean): string => (secure ? '__Host-sb' : 'sb');

/** The request that a session begins or ends with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether the client uses HTTPS. */
  readonly secure: boolean;
}

/**
 * Starts a session: stores hashes of both parts and sets both cookies. Customers stay 30 days idle and 180 at most,
 * staff 2 hours idle and 12 at most. False, and no cookie, when the account is not what it was when it was let in.
 */
export const startSession = async (
  user: SessionStart,
  { request, reply, secure }: Exchange,
  deps: SessionDeps,
): Promise<boolean> => {
  const now = deps.clock.now();
  const staff = isStaff(user.type ?? null);
  const end = now.getTime() + (staff ? 12 * HOUR_MS : 180 * DAY_MS);
  const [token, secret] = [deps.ids.token(), deps.ids.token()];
  const started = await insertSession(deps.db, user, {
    id: deps.ids.next(),
    token_hash: sha256(token),
    secret_hash: sha256(secret),
    created_at: now,
    last_seen_at: now,
    idle_seconds: (staff ? 2 * HOUR_MS : 30 * DAY_MS) / 1000,
    expires_at: new Date(Math.min(end, user.until?.getTime() ?? end)),
    client: (request.headers['user-agent'] ?? '').slice(0, 200),
    network: networkOf(request.ip),
  });
  if (!started) return false;
  const shared = { path: '/', sameSite: 'lax', secure, maxAge: TOKEN_DAYS * 86_400 } as const;
  reply.setCookie(TOKEN_COOKIE, token, shared);
  reply.setCookie(secretCookie(secure), secret, { ...shared, httpOnly: true });
  return true;
};

/** Ends the caller's session on the server and clears both cookies. */
export const endSession = async (
  account: Account | undefined,
  { reply, secure }: Exchange,
  deps: SessionDeps,
): Promise<void> => {
  if (account) await removeSession(deps.db, account.session);
  reply.clearCookie(TOKEN_COOKIE, { path: '/' });
  reply.clearCookie(secretCookie(secure), { path: '/', secure, httpOnly: true });
};
