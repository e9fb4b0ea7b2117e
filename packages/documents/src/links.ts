import type { LineBase, ResolvedLine, VmessWs, VmessTcp } from './model.ts';
import { base64, base64Url } from './template.ts';
import type { Part } from './template.ts';
import { secret } from './writers/secret.ts';

/** A host as it stands in an address: IPv6 in brackets. */
const authority = ({ server, port }: LineBase): string => `${server.includes(':') ? `[${server}]` : server}:${port}`;

/** `?a=b&c=d` with every value encoded and every key with its `=`, which some readers need. */
const query = (fields: Readonly<Record<string, string>>): string =>
  `?${Object.entries(fields)
    .map(([k, v]) => `${k}=${encodeURIComponent(v)}`)
    .join('&')}`;

const fragment = (name: string): string => `#${encodeURIComponent(name)}`;

/** The last fields of the JSON form. */
const wsFields = ({ host, path, tls }: VmessWs): Record<string, string> => {
  const name = host ?? '';
  const secure = tls ? { tls: 'tls', sni: name, alpn: '', fp: 'chrome' } : { tls: '', sni: '', alpn: '', fp: '' };
  return { net: 'ws', type: 'none', host: name, path, ...secure };
};
const TCP_FIELDS = { net: 'tcp', type: 'none', host: '', path: '', tls: '', sni: '', alpn: '', fp: '' };

/** The JSON form, version 2, as v2rayN's wiki describes it; all values are texts. */
const vmessLink = (line: LineBase & (VmessTcp | VmessWs)): Part[] => {
  const before = { v: '2', ps: line.name, add: line.server, port: String(line.port) };
  const after = { aid: '0', scy: 'auto', ...(line.protocol === 'vmesh_ws' ? wsFields(line) : TCP_FIELDS) };
  const head = `${JSON.stringify(before).slice(0, -1)},"id":"`;
  return ['vmess://', base64([head, secret(line), `",${JSON.stringify(after).slice(1)}`])];
};

/**
 * The share link of a line, with a slot for its credential. Forms: VMess JSON; SIP002, where a 2022 key is
 * percent-encoded and never base64 of the whole; VLESS by the Xray project's proposal; Hysteria2 by its own page. Its
 * `pinSHA256` is the hex SHA-256 of the certificate for Hysteria itself, v2rayN and v2rayNG, which then do without
 * `insecure`; that is for apps around sing-box, which cannot compare it.
 */
export const linkOf = (line: ResolvedLine): Part[] => {
  const end = `@${authority(line)}`;
  switch (line.protocol) {
    case 'vmesh_tcp':
    case 'vmesh_ws':
      return vmessLink(line);
    case 'ss': {
      const serverKey = `${encodeURIComponent(line.serverKey)}%3A`;
      return [`ss://${line.method}:${serverKey}`, secret(line, 'uri'), `${end}${fragment(line.name)}`];
    }
    case 'compat':
      return ['ss://', base64Url([`${line.method}:`, secret(line)]), `${end}${fragment(line.name)}`];
    case 'h2': {
      const pinned = line.pin === null ? { insecure: '0' } : { insecure: '1', pinSHA256: line.pin };
      const tail = query({ sni: line.serverName, ...pinned }) + fragment(line.name);
      return ['hysteria2://', secret(line, 'uri'), `${end}/${tail}`];
    }
    case 'reality': {
      const fields = {
        encryption: 'none',
        flow: 'xtls-rprx-vision',
        security: 'reality',
        sni: line.serverName,
        fp: 'chrome',
        pbk: line.publicKey,
        sid: line.shortId,
        spx: '/',
        type: 'tcp',
        headerType: 'none',
        // NekoBox sends no UDP at all without it, and the flow cannot carry UDP in another form.
        packetEncoding: 'xudp',
      };
      return ['vless://', secret(line), `${end}${query(fields)}${fragment(line.name)}`];
    }
  }
};
