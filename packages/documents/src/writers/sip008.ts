import { uuidV5 } from '../credential.ts';
import type { ResolvedLine } from '../model.ts';
import { personal } from '../template.ts';
import type { Part } from '../template.ts';
import { json } from '../text/json.ts';
import { spliced } from '../text/tree.ts';
import type { Branch } from '../text/tree.ts';
import { secret } from './secret.ts';

/** The fields of a server that hold for its protocol; null for protocols that are not Shadowsocks. */
const cipher = (line: ResolvedLine): Branch | null => {
  if (line.protocol === 'ss') return { method: line.method, password: spliced(`${line.serverKey}:`, secret(line)) };
  return line.protocol === 'compat' ? { method: line.method, password: spliced(secret(line)) } : null;
};

/**
 * The lines as SIP008 (https://shadowsocks.org/doc/sip008.html), other protocols than Shadowsocks left out. Apps know a
 * server again by its id, so copies of a line get ids of their own that stay the same: made of the line's id and the
 * copy's number.
 */
export const sip008 = (lines: readonly ResolvedLine[]): Part[] => {
  const copies = new Map<string, number>();
  const servers = lines.flatMap((line): Branch[] => {
    const fields = cipher(line);
    if (fields === null) return [];
    const copy = copies.get(line.id) ?? 0;
    copies.set(line.id, copy + 1);
    const id = copy === 0 ? line.id : uuidV5(line.id, String(copy));
    return [{ id, remarks: line.name, server: line.server, server_port: line.port, ...fields }];
  });
  const [opening, ...rest] = json({ version: 1, servers });
  if (typeof opening !== 'string' || !opening.startsWith('{')) throw new TypeError('the JSON writer opens no object');
  const counts: Part[] = ['{\n  "bytes_used": ', personal('used'), ',\n  "bytes_remaining": ', personal('left'), ','];
  return [...counts, opening.slice(1), ...rest];
};
