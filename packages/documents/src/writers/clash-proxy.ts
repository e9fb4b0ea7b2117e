import type { Hysteria2, Reality, ResolvedLine, VmessWs } from '../model.ts';
import { spliced } from '../text/tree.ts';
import type { Branch, Tree } from '../text/tree.ts';
import { secret } from './secret.ts';

/** Which configuration language a Clash document is written in. */
export type ClashDialect = 'legacy' | 'mihomo' | 'stash';

const vmess = { alterId: 0, cipher: 'auto', udp: true } as const;

/** A certificate's print as mihomo's pages and schema have it, which is how OpenSSL shows one. */
const withColons = (pin: string): string => pin.toUpperCase().replace(/..(?!$)/g, '$&:');

/** Stash has keys of its own for Hysteria2; both check a pinned certificate by its fingerprint alone. */
const hysteriaKeys = ({ serverName, pin }: Hysteria2, credential: Tree, dialect: ClashDialect): Branch =>
  dialect === 'stash'
    ? { auth: credential, sni: serverName, 'server-cert-fingerprint': pin?.toLowerCase() }
    : { password: credential, sni: serverName, alpn: ['h3'], fingerprint: pin === null ? undefined : withColons(pin) };

/**
 * The name of TLS. Stash's pages know `sni` for every protocol, its users write `servername` as in Clash: it gets both,
 * because without one that it knows it would take the address, and behind a content network nothing would answer.
 */
const tlsName = (name: string | undefined, dialect: ClashDialect): Branch => ({
  servername: name,
  sni: dialect === 'stash' ? name : undefined,
});

const webSocketKeys = ({ path, host, tls }: VmessWs, dialect: ClashDialect): Branch => ({
  ...(tls && {
    tls: true,
    ...tlsName(host ?? undefined, dialect),
    'client-fingerprint': dialect === 'mihomo' ? 'chrome' : undefined,
  }),
  network: 'ws',
  'ws-opts': { path, ...(host !== null && { headers: { Host: host } }) },
});

const realityKeys = (line: Reality, credential: Tree, dialect: ClashDialect): Branch => ({
  uuid: credential,
  network: 'tcp',
  udp: true,
  tls: true,
  flow: 'xtls-rprx-vision',
  'packet-encoding': dialect === 'mihomo' ? 'xudp' : undefined,
  ...tlsName(line.serverName, dialect),
  'client-fingerprint': 'chrome',
  'reality-opts': { 'public-key': line.publicKey, 'short-id': line.shortId },
});

/** What follows name, type, server and port. Keys of mihomo's and Stash's documentation (proxies). */
const protocolKeys = (line: ResolvedLine, dialect: ClashDialect): Branch => {
  const credential = spliced(secret(line));
  switch (line.protocol) {
    case 'vmesh_tcp':
      return { uuid: credential, ...vmess };
    case 'vmesh_ws':
      return { uuid: credential, ...vmess, ...webSocketKeys(line, dialect) };
    case 'ss':
      return { cipher: line.method, password: spliced(`${line.serverKey}:`, secret(line)), udp: true };
    case 'compat':
      return { cipher: line.method, password: credential, udp: true };
    case 'h2':
      return hysteriaKeys(line, credential, dialect);
    case 'reality':
      return realityKeys(line, credential, dialect);
  }
};

const TYPES = {
  vmesh_tcp: 'vmess',
  vmesh_ws: 'vmess',
  ss: 'ss',
  compat: 'ss',
  h2: 'hysteria2',
  reality: 'vless',
} as const;

/** A line as one of the `proxies` of a document. */
export const proxy = (line: ResolvedLine, dialect: ClashDialect): Branch => ({
  name: line.name,
  type: TYPES[line.protocol],
  server: line.server,
  port: line.port,
  ...protocolKeys(line, dialect),
});
