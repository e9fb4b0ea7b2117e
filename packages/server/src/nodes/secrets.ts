import type { LineProtocol } from '@skyport/contract/fleet';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { selfSigned } from '../platform/certificates.ts';

/** The part of a line's keys that only the node learns; which fields are set depends on the protocol. */
export interface HiddenSecrets {
  readonly privateKey?: string;
  readonly certificate?: string;
}

/** The part that documents carry. */
export interface ShownSecrets {
  readonly publicKey?: string;
  readonly shortId?: string;
  readonly serverName?: string;
  readonly method?: string;
  readonly serverKey?: string;
  readonly path?: string;
  readonly pin?: string;
  readonly certificate?: string;
}

/** All keys of one line. */
export interface LineSecrets {
  readonly hidden: HiddenSecrets;
  readonly shown: ShownSecrets;
}

const SS_2022 = '2022-blake3-aes-128-gcm';
const SS_2022_KEY_BYTES = 16;
const AEAD = 'aes-256-gcm';
const SHORT_ID_BYTES = 4;
const PATH_BYTES = 9;
const CERTIFICATE_DAYS = 3650;
/** PKCS #8 of an X25519 key up to its 32 bytes (RFC 8410, section 7). */
const X25519_PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

type Sources = Pick<Deps, 'random' | 'clock'>;

/** New keys for a line. `serverName` is the name that a Hysteria2 certificate is made for. */
export const makeLineSecrets = async (
  protocol: LineProtocol,
  serverName: string,
  sources: Sources,
): Promise<LineSecrets> => {
  const { random } = sources;
  switch (protocol) {
    case 'vmesh_tcp':
      return { hidden: {}, shown: {} };
    case 'vmesh_ws':
      return { hidden: {}, shown: { path: `/${random.bytes(PATH_BYTES).toString('base64url')}` } };
    case 'ss':
      return { hidden: {}, shown: { method: SS_2022, serverKey: random.bytes(SS_2022_KEY_BYTES).toString('base64') } };
    case 'compat':
      return { hidden: {}, shown: { method: AEAD } };
    case 'reality':
      return realitySecrets(sources);
    case 'h2':
      return hysteriaSecrets(serverName, sources);
  }
};

const realitySecrets = ({ random }: Sources): LineSecrets => {
  const der = Buffer.concat([X25519_PKCS8, random.bytes(32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    hidden: { privateKey: jwkPart(key, 'd') },
    shown: { publicKey: jwkPart(createPublicKey(key), 'x'), shortId: random.bytes(SHORT_ID_BYTES).toString('hex') },
  };
};

/** One number of a key as base64url without padding, as both Xray and its clients write it. */
const jwkPart = (key: KeyObject, part: 'd' | 'x'): string => {
  const value = key.export({ format: 'jwk' })[part];
  if (value === undefined) throw new Error('the key has no such part');
  return value;
};

const hysteriaSecrets = async (serverName: string, { random, clock }: Sources): Promise<LineSecrets> => {
  const from = new Date(clock.now().getTime() - DAY_MS);
  const made = await selfSigned({ name: serverName, from, days: CERTIFICATE_DAYS, random });
  return {
    hidden: { certificate: made.certificate, privateKey: made.privateKey },
    shown: { serverName, pin: made.fingerprint, certificate: `${made.certificate.trim()}\n` },
  };
};
