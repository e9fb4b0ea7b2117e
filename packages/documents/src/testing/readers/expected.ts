import type { ResolvedLine } from '../../model.ts';
import type { FoundLine } from './found.ts';

/** What any reader must find of a line, under the names that readers use. */
const modelOf = (line: ResolvedLine, credential: string): FoundLine => {
  const { name, server, port } = line;
  const base = { name, server, port, credential };
  switch (line.protocol) {
    case 'vmesh_tcp':
      return { ...base, protocol: 'vmess', network: 'tcp', tls: false };
    case 'vmesh_ws': {
      const { path, tls } = line;
      const sni = tls ? (line.host ?? undefined) : undefined;
      return { ...base, protocol: 'vmess', network: 'ws', path, host: line.host ?? server, tls, sni };
    }
    case 'ss': {
      const { method } = line;
      return { ...base, protocol: 'shadowsocks', method, credential: `${line.serverKey}:${credential}`, tls: false };
    }
    case 'compat':
      return { ...base, protocol: 'shadowsocks', method: line.method, tls: false };
    case 'h2':
      return { ...base, protocol: 'hysteria2', tls: true, sni: line.serverName };
    case 'reality': {
      const { publicKey, shortId, serverName: sni } = line;
      const flow = 'xtls-rprx-vision';
      return { ...base, protocol: 'vless', network: 'tcp', flow, tls: true, sni, publicKey, shortId };
    }
  }
};

const bare = (host: string | undefined): string | undefined => host?.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether the certificate is checked as the line wants. A pin that a format cannot say must be a certificate that is
 * not checked, or the line would never connect; without a pin it must be checked.
 */
const isCertificateRight = ({ pin, insecure = false }: FoundLine, line: ResolvedLine): boolean => {
  const wanted = line.protocol === 'h2' ? line.pin?.toLowerCase() : undefined;
  if (wanted === undefined) return !insecure && pin === undefined;
  return pin === wanted || (pin === undefined && insecure);
};

/** Why what a reader found is not the line, or null: every field counts. */
export const differenceOf = (found: FoundLine, line: ResolvedLine, credential: string): string | null => {
  const expected = modelOf(line, credential);
  const plain: FoundLine = { ...found, ...(found.network === 'ws' && { host: bare(found.host) ?? found.server }) };
  const name = JSON.stringify(line.name);
  for (const field of new Set([...Object.keys(plain), ...Object.keys(expected)] as (keyof FoundLine)[])) {
    if (field === 'insecure' || field === 'pin' || plain[field] === expected[field]) continue;
    return `${field} of ${name} is ${String(plain[field])} and not ${String(expected[field])}`;
  }
  return isCertificateRight(found, line) ? null : `the certificate of ${name} is checked in another way`;
};
