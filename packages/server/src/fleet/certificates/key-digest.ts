import { createHash, type X509Certificate } from 'node:crypto';

/** Hex SHA-256 of a certificate's public key (SPKI, DER). */
export const keyDigest = (certificate: X509Certificate): string =>
  createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
