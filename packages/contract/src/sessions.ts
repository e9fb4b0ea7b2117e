import { z } from 'zod';
import { access, call } from './call.ts';
import { ById, Nothing, Done } from './shapes.ts';
import { Id, Instant } from './units.ts';

/** A place where the account is logged in. */
export const SessionInfo = z.object({
  _id: Id,
  /** Browser and system as far as they can be told, e.g. `Chrome · Windows`. */
  device: z.string(),
  /** Network it was seen from last, e.g. `203.0.113.*`; empty when unknown. */
  network: z.string(),
  createTime: Instant,
  lastSeen: Instant,
  /** The one that asks. */
  current: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

/** Sessions of one account that are shown at most. */
export const MOST_SESSIONS = 100;

/** What an account's owner sees and ends of its sessions. */
export const sessionsCalls = {
  sessions: call({
    path: '/api/user/sessions',
    access: access.accountStrict,
    rate: 'read',
    summary: 'Where the account is logged in, the caller first, then the latest.',
    input: Nothing,
    output: z.array(SessionInfo),
    fails: [],
  }),
  endSession: call({
    path: '/api/user/end_session',
    access: access.accountStrict,
    rate: 'change',
    summary: 'Ends one session of the account; the caller learns of its own end by the next call.',
    input: ById,
    output: Done,
    fails: ['notFound'],
  }),
  logoutEverywhere: call({
    path: '/api/user/logout_everywhere',
    access: access.accountStrict,
    rate: 'change',
    summary: 'Ends every session of the account, or every other one.',
    input: z.object({ keep_this: z.boolean().default(false) }),
    output: z.object({ ended: z.number().int().nonnegative() }),
    fails: [],
  }),
} as const;
