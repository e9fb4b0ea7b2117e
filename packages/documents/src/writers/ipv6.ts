import type { ResolvedLine } from '../model.ts';

/**
 * Whether a line is dialled at an IPv6 address: mihomo, the old Clash and Surfboard refuse that where a document tells
 * them to do without.
 */
export const dialsIpv6 = (lines: readonly ResolvedLine[]): boolean => lines.some(({ server }) => server.includes(':'));
