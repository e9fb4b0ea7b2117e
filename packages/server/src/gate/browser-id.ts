import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { sha256 } from '../platform/secrets.ts';
import { cookieNamed, cookiesOf } from './cookies.ts';
import type { Exchange } from './session.ts';

/*
 * A cookie by which the browser that asked for a mail is known again when it opens the link. It proves nothing else: it
 * belongs to no account, and scripts cannot read it.
 */

const SHAPE = /^[A-Za-z0-9_-]{43}$/;
/** As long as the longest-lived link of a mail. */
const LIFE_SECONDS = DAY_MS / 1000;

const nameOf = (secure: boolean): string => (secure ? '__Host-asked' : 'asked');

const sentValue = (request: FastifyRequest, secure: boolean): string | undefined => {
  const sent = cookieNamed(cookiesOf(request), nameOf(secure));
  return sent !== undefined && SHAPE.test(sent) ? sent : undefined;
};

/** SHA-256 of the cookie that a browser has, if it has one. */
export const browserIdHashOf = (request: FastifyRequest, secure: boolean): Buffer | undefined => {
  const sent = sentValue(request, secure);
  return sent === undefined ? undefined : sha256(sent);
};

/**
 * Sets the cookie on the answer and gives SHA-256 of it. A browser that has one keeps its value, so that it may wait
 * for several mails.
 */
export const identifyBrowser = ({ request, reply, secure }: Exchange, ids: Pick<Ids, 'token'>): Buffer => {
  const value = sentValue(request, secure) ?? ids.token();
  reply.setCookie(nameOf(secure), value, { path: '/', sameSite: 'lax', httpOnly: true, secure, maxAge: LIFE_SECONDS });
  return sha256(value);
};
