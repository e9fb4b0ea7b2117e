import { speaksAll } from '../capability.ts';
import { oneDialect, TEXT_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import type { Hysteria2, ResolvedLine, VmessWs } from '../model.ts';
import type { Plan } from '../rules/plan.ts';
import { carriesUdpOverTcp } from '../rules/quic.ts';
import type { Part } from '../template.ts';
import { iniRefuses, iniValue } from '../text/ini.ts';
import { hiddenNote } from './note.ts';
import { secret } from './secret.ts';

const webSocket = ({ path, host, tls }: VmessWs): string =>
  [
    `transport=ws,alterId=0,path=${iniValue(path)}`,
    ...(host === null ? [] : [`host=${host}`]),
    ...(tls && host !== null ? [`over-tls=true,sni=${host},skip-cert-verify=false`] : ['over-tls=false']),
  ].join(',');

/**
 * Loon compares the print of a certificate on top of its own check, which a self-signed one never passes: the check is
 * left out for those.
 */
const certificate = ({ serverName, pin }: Hysteria2): string =>
  pin === null
    ? `sni=${serverName},skip-cert-verify=false`
    : `sni=${serverName},skip-cert-verify=true,tls-cert-sha256=${pin.toLowerCase()}`;

/** What stands between name and `udp`. Forms of Loon's manual (nodes); secrets are in quotes, alterId 0 means AEAD. */
const node = (line: ResolvedLine): Part[] => {
  const at = `${line.server},${line.port}`;
  const credential = secret(line);
  switch (line.protocol) {
    case 'vmesh_tcp':
      return [`vmess,${at},aes-128-gcm,"`, credential, '",transport=tcp,alterId=0,over-tls=false'];
    case 'vmesh_ws':
      return [`vmess,${at},aes-128-gcm,"`, credential, `",${webSocket(line)}`];
    case 'ss':
      return [`Shadowsocks,${at},${line.method},"${line.serverKey}:`, credential, '",fast-open=false'];
    case 'compat':
      return [`Shadowsocks,${at},${line.method},"`, credential, '",fast-open=false'];
    case 'h2':
      return [`Hysteria2,${at},"`, credential, `",${certificate(line)}`];
    case 'reality': {
      const keys = `public-key="${line.publicKey}",short-id=${line.shortId}`;
      const tail = `transport=tcp,flow=xtls-rprx-vision,${keys},over-tls=true,sni=${line.serverName}`;
      return [`VLESS,${at},"`, credential, `",${tail}`];
    }
  }
};

/** What Loon decides itself for a line that carries UDP over TCP, unless it is told. */
const quic = (line: ResolvedLine, { refusesQuic }: Plan): string =>
  carriesUdpOverTcp(line) ? `,block-quic=${refusesQuic}` : '';

const write = (writing: Writing): Part[] => [
  hiddenNote(writing),
  ...writing.lines.flatMap((line) => [`${line.name} = `, ...node(line), `,udp=true${quic(line, writing.plan)}\n`]),
];

/** The list of nodes that Loon takes as a subscription; rules and groups are of the app's own configuration. */
export const loon: Format = {
  contentType: TEXT_TYPE,
  extension: '',
  speaks: speaksAll,
  refuses: iniRefuses,
  dialect: oneDialect,
  write,
};
