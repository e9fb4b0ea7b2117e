import type { ResolvedLine } from '../model.ts';
import { spliced } from '../text/tree.ts';
import type { Branch } from '../text/tree.ts';
import { secret } from './secret.ts';

/** A certificate that is trusted in the place of public authorities, row by row. */
const pem = (certificate: string): Branch => ({ certificate: certificate.trim().split('\n') });

const utls = { enabled: true, fingerprint: 'chrome' } as const;

/** What follows type, tag and address. Unknown keys are fatal to sing-box, so only what every tier knows is here. */
const protocolKeys = (line: ResolvedLine): Branch => {
  const credential = spliced(secret(line));
  switch (line.protocol) {
    case 'vmesh_tcp':
      return { uuid: credential, security: 'auto', alter_id: 0 };
    case 'vmesh_ws':
      return {
        uuid: credential,
        security: 'auto',
        alter_id: 0,
        ...(line.tls && { tls: { enabled: true, server_name: line.host ?? undefined, utls } }),
        transport: { type: 'ws', path: line.path, ...(line.host !== null && { headers: { Host: line.host } }) },
      };
    case 'ss':
      return { method: line.method, password: spliced(`${line.serverKey}:`, secret(line)) };
    case 'compat':
      return { method: line.method, password: credential };
    case 'h2': {
      const { serverName, pin, certificate } = line;
      // sing-box knows no pin of a certificate: it is given the certificate itself, or cannot check it.
      const trust = certificate === null ? { insecure: pin === null ? undefined : true } : pem(certificate);
      return { password: credential, tls: { enabled: true, server_name: serverName, ...trust, alpn: ['h3'] } };
    }
    case 'reality': {
      const reality = { enabled: true, public_key: line.publicKey, short_id: line.shortId };
      const tls = { enabled: true, server_name: line.serverName, utls, reality };
      return { uuid: credential, flow: 'xtls-rprx-vision', packet_encoding: 'xudp', tls };
    }
  }
};

const TYPES = {
  vmesh_tcp: 'vmess',
  vmesh_ws: 'vmess',
  ss: 'shadowsocks',
  compat: 'shadowsocks',
  h2: 'hysteria2',
  reality: 'vless',
} as const;

/** A line as every generation of the core reads it. */
export const lineOutbound = (line: ResolvedLine): Branch => ({
  type: TYPES[line.protocol],
  tag: line.name,
  server: line.server,
  server_port: line.port,
  ...protocolKeys(line),
});
