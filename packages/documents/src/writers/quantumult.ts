import { cleanName } from '@skyport/contract/names';
import { speaksOnly } from '../capability.ts';
import { TEXT_TYPE } from '../format.ts';
import type { Format } from '../format.ts';
import { linkOf } from '../links.ts';
import type { LineBase, ResolvedLine, VmessTcp, VmessWs } from '../model.ts';
import { base64Url } from '../template.ts';
import type { Part } from '../template.ts';
import { iniRefuses } from '../text/ini.ts';
import { secret } from './secret.ts';
import { listOf } from './ss.ts';

const webSocket = ({ path, host, tls }: VmessWs): string => {
  const secure = tls ? `, over-tls=true, tls-host=${host ?? ''}, certificate=1` : '';
  const header = host === null ? '' : `, obfs-header="Host: ${host}"`;
  return `${secure}, obfs=ws, obfs-path="${path}"${header}`;
};

/** The app's own text for VMess, as converters write it (the developer's page shows the frame only). */
const vmessLink = (line: LineBase & (VmessTcp | VmessWs), group: string): Part[] => {
  const head = `${line.name} = vmess, ${line.server}, ${line.port}, chacha20-ietf-poly1305, "`;
  const tail = `", group=${group}${line.protocol === 'vmesh_ws' ? webSocket(line) : ''}`;
  return ['vmess://', base64Url([head, secret(line), tail])];
};

const isVmess = (line: ResolvedLine): line is LineBase & (VmessTcp | VmessWs) =>
  line.protocol === 'vmesh_tcp' || line.protocol === 'vmesh_ws';

/**
 * A list for the classic Quantumult. The app is no longer developed and may not know the VMess of today's servers, so
 * the Shadowsocks lines, which always work, come first.
 */
export const quantumult: Format = {
  contentType: TEXT_TYPE,
  extension: '',
  speaks: speaksOnly('compat', 'vmesh_tcp', 'vmesh_ws'),
  refuses: (line) => (isVmess(line) ? iniRefuses(line) : null),
  dialect: ({ plain }) => (plain ? 'plain' : ''),
  write: ({ lines, client, title }) => {
    const group = cleanName(title);
    const others = lines.filter((line) => !isVmess(line)).map(linkOf);
    return listOf([...others, ...lines.filter(isVmess).map((line) => vmessLink(line, group))], client);
  },
};
