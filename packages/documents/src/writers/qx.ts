import { speaksOnly } from '../capability.ts';
import { oneDialect, TEXT_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import type { ResolvedLine, VmessWs } from '../model.ts';
import type { Part } from '../template.ts';
import { iniRefuses } from '../text/ini.ts';
import { hiddenNote } from './note.ts';
import { secret } from './secret.ts';

/** Of `wss` the host is both the TLS name and the Host header. */
const webSocket = ({ path, host, tls }: VmessWs): string =>
  [
    `obfs=${tls ? 'wss' : 'ws'}`,
    ...(host === null ? [] : [`obfs-host=${host}`]),
    `obfs-uri=${path}`,
    ...(tls ? ['tls-verification=true'] : []),
    '',
  ].join(', ');

/** Method that every device is quick at; the server takes what the client chooses. */
const VMESS = 'method=chacha20-poly1305, password=';

/**
 * A line up to what all have in common. Keys of Quantumult X's sample.conf and of its server snippet; VLESS with
 * REALITY by the app's answers to its users, where the borrowed name stands in `obfs-host`. Values cannot be quoted.
 */
const server = (line: ResolvedLine): Part[] => {
  const at = `${line.server.includes(':') ? `[${line.server}]` : line.server}:${line.port}`;
  const credential = secret(line);
  switch (line.protocol) {
    case 'vmesh_tcp':
      return [`vmess=${at}, ${VMESS}`, credential, ', aead=true'];
    case 'vmesh_ws':
      return [`vmess=${at}, ${VMESS}`, credential, `, ${webSocket(line)}aead=true`];
    case 'ss':
      return [`shadowsocks=${at}, method=${line.method}, password=${line.serverKey}:`, credential];
    case 'compat':
      return [`shadowsocks=${at}, method=${line.method}, password=`, credential];
    case 'reality': {
      const cover = `obfs=over-tls, obfs-host=${line.serverName}`;
      const keys = `reality-base64-pubkey=${line.publicKey}, reality-hex-shortid=${line.shortId}`;
      return [`vless=${at}, method=none, password=`, credential, `, ${cover}, ${keys}, vless-flow=xtls-rprx-vision`];
    }
    // The app does not know Hysteria2; such lines have been taken out before.
    case 'h2':
      return [];
  }
};

/** Fast open fails behind many relays, and without `udp-relay` the app refuses UDP. */
const write = (writing: Writing): Part[] => [
  hiddenNote(writing, ';'),
  ...writing.lines.flatMap((line) => [...server(line), `, fast-open=false, udp-relay=true, tag=${line.name}\n`]),
];

/**
 * The list of lines that Quantumult X takes as `server_remote`, in plain text. Its User-Agent does not tell a version.
 */
export const qx: Format = {
  contentType: TEXT_TYPE,
  extension: '',
  speaks: speaksOnly('vmesh_tcp', 'vmesh_ws', 'ss', 'compat', 'reality'),
  refuses: iniRefuses,
  dialect: oneDialect,
  write,
};
