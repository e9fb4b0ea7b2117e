import type { Db } from '@skyport/db';
import type { AccountType } from '../platform/deps.ts';
import type { RowReader, Statement } from '../platform/row-reader.ts';

/** A session with the account it belongs to. */
export interface SessionRow {
  secret_hash: Buffer;
  last_seen_at: Date;
  expires_at: Date;
  idle_seconds: number;
  looked_at: Date | null;
  id: string;
  num: number;
  email: string;
  type: AccountType | null;
  disabled: boolean;
  paid: boolean;
  is_agency_user: boolean;
  second_step: boolean;
}

/** Session, role and disabled flag in one read: what an account may do is never older than this call. */
const readSession: Statement = {
  name: 'gate.session',
  text: `select s.secret_hash, s.last_seen_at, s.expires_at, s.idle_seconds, s.looked_at,
           u.id, u.num, u.email, u.type, u.disabled, u.paid, u.is_agency_user, u.second_step
         from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
};

/** The session of a token's hash, ended or not; undefined when there is none. */
export const findSession = (reader: RowReader, tokenHash: Buffer): Promise<SessionRow | undefined> =>
  reader.row<SessionRow>(readSession, [tokenHash]);

/** Records when and from which network a session was last used. */
export const touchSession = async (
  db: Db,
  tokenHash: Buffer,
  seen: { readonly last_seen_at: Date; readonly network: string },
): Promise<void> => {
  await db.updateTable('sessions').set(seen).where('token_hash', '=', tokenHash).execute();
};

/** A session as it begins. */
export interface NewSession {
  readonly id: string;
  readonly token_hash: Buffer;
  readonly secret_hash: Buffer;
  readonly user_id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly idle_seconds: number;
  readonly expires_at: Date;
  readonly client: string;
  readonly network: string;
}

/** Stores a new session. */
export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  await db.insertInto('sessions').values(session).execute();
};

/** Ends a session. */
export const removeSession = async (db: Db, tokenHash: Buffer): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
};
