import { createHash, X509Certificate } from 'node:crypto';
import type { Admission } from './server.ts';
import { Refusal } from './refusal.ts';

/** Name in the panel's certificate. Nodes have certificates of the same authority, so the name decides who may ask. */
const PANEL_SUBJECT = 'CN=panel';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** Hex SHA-256 of a certificate's public key (SPKI, DER). */
export const keyDigest = (certificate: X509Certificate): string =>
  createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/**
 * What a peer may do by its certificate. It must be the panel's, signed by the enrolled authority itself; that its
 * owner has the key was proved in the handshake. Outside of its time by this clock it may do nothing but renew.
 */
export const admissionOf = (peer: X509Certificate | undefined, authority: X509Certificate, now: number): Admission => {
  if (peer?.subject !== PANEL_SUBJECT || !isSignedBy(peer, authority)) return 'none';
  // Certificates of earlier releases have no key usage.
  if (peer.ca || (peer.keyUsage !== undefined && !peer.keyUsage.includes(CLIENT_AUTH))) return 'none';
  return Date.parse(peer.validFrom) <= now && now < Date.parse(peer.validTo) ? 'all' : 'renewal';
};

const isSignedBy = (certificate: X509Certificate, authority: X509Certificate): boolean =>
  certificate.checkIssued(authority) && certificate.verify(authority.publicKey);

/**
 * A node's certificate as the panel sent it. Refuses (400) one that cannot be read, that is not for the key with this
 * digest, or that is not signed by the authority beside it. Its time is not asked: this clock may be wrong.
 */
export const signedCertificate = (want: { certificate: string; ca: string; key: string }): X509Certificate => {
  let node: X509Certificate;
  let authority: X509Certificate;
  try {
    node = new X509Certificate(want.certificate);
    authority = new X509Certificate(want.ca);
  } catch {
    throw new Refusal(400, 'a certificate cannot be read');
  }
  if (!authority.ca) throw new Refusal(400, 'the authority is none');
  if (keyDigest(node) !== want.key) throw new Refusal(400, 'the certificate is for another key');
  if (!isSignedBy(node, authority)) throw new Refusal(400, 'the certificate is not signed by the authority');
  return node;
};
