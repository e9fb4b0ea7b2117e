import { hash } from 'node:crypto';
import type { LineProtocol } from '@skyport/contract/fleet';
import { keyDeriver } from './hkdf.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_BYTES = 16;

/** Bytes of a UUID, or a RangeError when it is not one in canonical lower-case form. */
const uuidBytes = (uuid: string): Buffer => {
  if (!UUID.test(uuid)) throw new RangeError(`not a line id: ${JSON.stringify(uuid)}`);
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
};

const VARIANT = '89ab';

/**
 * UUIDv5 (RFC 9562, section 5.5) in a namespace, as a function of the name. The hash's input is reused from call to
 * call, because a document needs one UUID a line.
 */
const uuidV5In = (namespace: Buffer): ((name: string) => string) => {
  let input = Buffer.concat([namespace]);
  return (name) => {
    const length = UUID_BYTES + Buffer.byteLength(name, 'utf8');
    if (input.length !== length) input = Buffer.concat([namespace], length);
    input.write(name, UUID_BYTES, 'utf8');
    const h = hash('sha1', input, 'hex');
    const variant = VARIANT[Number.parseInt(h[16] ?? '0', 16) & 3] ?? '8';
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-5${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20, 32)}`;
  };
};

/**
 * UUIDv5 (RFC 9562, section 5.5) of a name. With a line's id as namespace and a userkey as name it is the user's
 * identity on that line. Throws a RangeError when the namespace is not a UUID.
 */
export const uuidV5 = (namespace: string, name: string): string => uuidV5In(uuidBytes(namespace))(name);

const SALT = 'skyport line credential';

/** Length in bytes of the key that `2022-blake3-aes-128-gcm` wants. */
const SS_2022_KEY_BYTES = 16;
const PASSWORD_BYTES = 24;

const ssKey = keyDeriver(SALT, 'ss', SS_2022_KEY_BYTES);
const compatKey = keyDeriver(SALT, 'compat', PASSWORD_BYTES);
const h2Key = keyDeriver(SALT, 'h2', PASSWORD_BYTES);

/** Without padding: passwords have a whole number of groups of three bytes. */
const urlSafe = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64url');

const fromUuid: Record<LineProtocol, (uuid: string) => string> = {
  vmesh_tcp: (uuid) => uuid,
  vmesh_ws: (uuid) => uuid,
  reality: (uuid) => uuid,
  ss: (uuid) => btoa(ssKey(uuid)),
  compat: (uuid) => urlSafe(compatKey(uuid)),
  h2: (uuid) => urlSafe(h2Key(uuid)),
};

const UUID_WIDTH = 36;
const SS_KEY_WIDTH = 24;
const PASSWORD_WIDTH = 32;

/** How many characters the credentials of a protocol have, always. */
export const credentialWidths: Readonly<Record<LineProtocol, number>> = {
  vmesh_tcp: UUID_WIDTH,
  vmesh_ws: UUID_WIDTH,
  reality: UUID_WIDTH,
  ss: SS_KEY_WIDTH,
  compat: PASSWORD_WIDTH,
  h2: PASSWORD_WIDTH,
};

/**
 * Prepares a line's credentials, for whoever makes many: gives the function from userkey to the text that the engine
 * and the client want (a UUID, base64 of 16 bytes, or a URL-safe password). Throws a RangeError for a bad line id.
 */
export const credentialMaker = (protocol: LineProtocol, lineId: string): ((userkey: string) => string) => {
  const uuid = uuidV5In(uuidBytes(lineId));
  const shape = fromUuid[protocol];
  return (userkey) => shape(uuid(userkey));
};

/**
 * The credential of the holder of `userkey` on a line, ready for the engine (`DesiredUser.credential`) and for a
 * document's slot. Throws a RangeError for a bad line id.
 */
export const credentialFor = (protocol: LineProtocol, lineId: string, userkey: string): string =>
  credentialMaker(protocol, lineId)(userkey);
