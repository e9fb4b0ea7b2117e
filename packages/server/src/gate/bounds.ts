import type { IncomingMessage } from 'node:http';
import type { Access, Role } from '@skyport/contract/call';

const KB = 1024;

/** Largest body of a request, in bytes as it is sent, by who may send it at all: strangers only ever send forms. */
const BODY_BYTES: Record<Role, number> = {
  anyone: 16 * KB,
  account: 64 * KB,
  customer: 64 * KB,
  yunying: 512 * KB,
  admin: 512 * KB,
};
export const bodyLimitOf = ({ role }: Access): number => BODY_BYTES[role];

/**
 * Whether a body needs a session before it is read: it is above the limit for strangers, or of unknown length. Bodies
 * above the limit of their call are not read either: they get 413.
 */
export const isLargeBody = (headers: IncomingMessage['headers'], access: Access): boolean => {
  const length = Number(headers['content-length'] ?? 0);
  return headers['transfer-encoding'] !== undefined || (length > BODY_BYTES.anyone && length <= bodyLimitOf(access));
};

/** What a route has that says nothing of its own, in bytes. */
export const BODY_LIMIT = BODY_BYTES.anyone;

/** Longest address with its query, and longest header, in characters: the longest that a browser or client sends. */
export const MAX_URL = 2 * KB;
export const MAX_HEADER = 4 * KB;

/** A host name or IP address, with or without a port. Names of containers can have underscores. */
const HOST = /^(?:[\w](?:[\w.-]{0,252})|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Whether a Host header names a host. HTTP/1.0 may leave it out. */
export const isHostName = (host: string | undefined): boolean => host === undefined || host === '' || HOST.test(host);

/** Whether address and headers are short enough to be read. */
export const isHeadBounded = ({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean => {
  if (url.length > MAX_URL) return false;
  for (const text of rawHeaders) if (text.length > MAX_HEADER) return false;
  return true;
};
