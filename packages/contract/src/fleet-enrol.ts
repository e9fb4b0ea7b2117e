import { z } from 'zod';
import { Pem, Sha256, Uuid, Version } from './fleet-values.ts';
import { TextOf } from './units.ts';

/**
 * Enrolment by one-time code, before the agent has a certificate. Both sides use TLS with unverified self-signed
 * certificates. The proofs bind the code to both public keys, so a man in the middle cannot reuse them. `P` and `A` are
 * hex SHA-256 of the panel's and the agent's certificate public keys (SPKI, DER) as seen in the TLS handshake; all
 * proofs are hex HMAC-SHA256 with the code's UTF-8 bytes as key:
 *   panel proof  = HMAC(code, `panel\n${P}\n${A}\n${nonce}`)
 *   agent proof  = HMAC(code, `agent\n${P}\n${A}\n${nonce}\n${sha256hex(csr PEM)}`)
 *   finish proof = HMAC(code, `finish\n${P}\n${A}\n${nonce}\n${sha256hex(certificate PEM + ca PEM)}`)
 * The agent generates its key on the node; the key never leaves it. A wrong proof gets 403, an expired code 410. An
 * address with many wrong proofs gets 429; other addresses are not affected.
 */
export const EnrolStart = z.object({ nonce: TextOf(128).min(32), proof: Sha256 });
export type EnrolStart = z.infer<typeof EnrolStart>;
export const EnrolStarted = z.object({ csr: Pem, proof: Sha256, agentVersion: Version });
export type EnrolStarted = z.infer<typeof EnrolStarted>;
export const EnrolFinish = z.object({
  nonce: TextOf(128),
  certificate: Pem,
  ca: Pem,
  nodeId: Uuid,
  proof: Sha256,
});
export type EnrolFinish = z.infer<typeof EnrolFinish>;
export const EnrolFinished = z.object({ epoch: Uuid });
export type EnrolFinished = z.infer<typeof EnrolFinished>;
