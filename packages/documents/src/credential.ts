import { hash, hkdfSync } from 'node:crypto';
import type { LineProtocol } from '@skyport/contract/fleet';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Bytes of a UUID, or a RangeError when it is not one in canonical lower-case form. */
const uuidBytes = (uuid: string): Buffer => {
  if (!UUID.test(uuid)) throw new RangeError(`not a line id: ${JSON.stringify(uuid)}`);
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
};

const VARIANT = '89ab';

/** UUIDv5 (RFC 9562, section 5.5) of a name in a namespace. */
const uuidV5 = (namespace: Buffer, name: string): string => {
  const h = hash('sha1', Buffer.concat([namespace, Buffer.from(name, 'utf8')]), 'hex');
  const variant = VARIANT[Number.parseInt(h[16] ?? '0', 16) & 3] ?? '8';
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-5${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20, 32)}`;
};

/**
 * A user's identity on one line: UUIDv5 with the line's id as namespace and the userkey as name. A new userkey or a new
 * line gives another one. Throws a RangeError when the line id is not a UUID.
 */
export const userUuid = (lineId: string, userkey: string): string => uuidV5(uuidBytes(lineId), userkey);

const SALT = 'skyport line credential';

/** `length` bytes by HKDF-SHA256 (RFC 5869) from the user's UUID on the line; `purpose` keeps protocols apart. */
const derived = (uuid: string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', uuid, SALT, purpose, length));

/** Length in bytes of the key that `2022-blake3-aes-128-gcm` wants. */
const SS_2022_KEY_BYTES = 16;
const PASSWORD_BYTES = 24;

const fromUuid: Record<LineProtocol, (uuid: string) => string> = {
  vmesh_tcp: (uuid) => uuid,
  vmesh_ws: (uuid) => uuid,
  reality: (uuid) => uuid,
  ss: (uuid) => derived(uuid, 'ss', SS_2022_KEY_BYTES).toString('base64'),
  compat: (uuid) => derived(uuid, 'compat', PASSWORD_BYTES).toString('base64url'),
  h2: (uuid) => derived(uuid, 'h2', PASSWORD_BYTES).toString('base64url'),
};

/**
 * Prepares a line's credentials, for whoever makes many: gives the function from userkey to the text that the engine and
 * the client want (a UUID, base64 of 16 bytes, or a URL-safe password). Throws a RangeError for a bad line id.
 */
export const credentialMaker = (protocol: LineProtocol, lineId: string): ((userkey: string) => string) => {
  const namespace = uuidBytes(lineId);
  const shape = fromUuid[protocol];
  return (userkey) => shape(uuidV5(namespace, userkey));
};

/**
 * The credential of the holder of `userkey` on a line, ready for the engine (`DesiredUser.credential`) and for a
 * document's slot. Throws a RangeError for a bad line id.
 */
export const credentialFor = (protocol: LineProtocol, lineId: string, userkey: string): string =>
  credentialMaker(protocol, lineId)(userkey);
