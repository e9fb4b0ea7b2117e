import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { sha256 } from '../platform/secrets.ts';

/*
 * A cookie by which the browser that asked for a mail is known again when it opens the link. It proves nothing else: it
 * belongs to no account, and scripts cannot read it.
 */

const SHAPE = /^[A-Za-z0-9_-]{43}$/;
/** As long as the longest-lived link of a mail. */
const KEPT_SECONDS = DAY_MS / 1000;

const nameOf = (secure: boolean): string => (secure ? '__Host-asked' : 'asked');

const sentMark = (request: FastifyRequest, secure: boolean): string | undefined => {
  const sent = request.cookies[nameOf(secure)];
  return sent !== undefined && SHAPE.test(sent) ? sent : undefined;
};

/** SHA-256 of the mark that a browser has, if it has one. */
export const markOf = (request: FastifyRequest, secure: boolean): Buffer | undefined => {
  const sent = sentMark(request, secure);
  return sent === undefined ? undefined : sha256(sent);
};

/** Marks the browser on the answer; one that is marked keeps its mark, so that it may wait for several mails. */
export const markBrowser = (
  request: FastifyRequest,
  reply: FastifyReply,
  { ids, secure }: { ids: Pick<Ids, 'token'>; secure: boolean },
): Buffer => {
  const mark = sentMark(request, secure) ?? ids.token();
  const kept = { path: '/', sameSite: 'lax', httpOnly: true, secure, maxAge: KEPT_SECONDS } as const;
  reply.setCookie(nameOf(secure), mark, kept);
  return sha256(mark);
};
