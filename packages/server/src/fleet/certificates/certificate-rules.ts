import type { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../platform/clock.ts';

/** Days that a certificate of a node, or of the panel itself, is made for. */
export const LEAF_DAYS = 90;
/** Clocks of nodes may be behind ours by as much. */
export const BACKDATED_MS = DAY_MS;
const RENEWED_BELOW_MS = 30 * DAY_MS;
const LONGEST_MS = LEAF_DAYS * DAY_MS + 2 * BACKDATED_MS;

/**
 * Whether a certificate is to be made anew: less than 30 days are left of it, it was made when this clock was ahead, or
 * it is one of the long-lived ones of an earlier version.
 */
export const renewalDue = (certificate: X509Certificate, now: Date): boolean => {
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  return to - now.getTime() < RENEWED_BELOW_MS || from > now.getTime() || to - from > LONGEST_MS;
};

/** Whether a certificate holds at this moment. */
export const holdsNow = (certificate: X509Certificate, now: Date): boolean =>
  Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() < Date.parse(certificate.validTo);
