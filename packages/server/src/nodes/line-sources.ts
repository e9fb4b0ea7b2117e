import { borrowedName } from '@skyport/contract/nodes-rules';
import type { Db } from '@skyport/db';
import type { LineSource } from '@skyport/documents/model';
import { listEntries } from './entry-store.ts';
import { linesWithNodes, type LineWithNode } from './line-store.ts';
import { shownChoices } from './present.ts';
import { basePort, countryOf } from './rules.ts';
import { lineNames, shownSecrets } from './spec.ts';
import { listNodes, type ListedNode } from './store.ts';

/** A line as documents need it, its node, and whether it is open to accounts with nothing left to charge. */
export type SoldLine = LineSource & { readonly nodeId: string; readonly isPublic: boolean };

/** Everything that subscription documents are made of, deleted rows left out. */
export const listLineSources = async (db: Db): Promise<SoldLine[]> => {
  const [nodes, lines, entries] = [await listNodes(db), await linesWithNodes(db), await listEntries(db)];
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  return lines.flatMap((line) => {
    const node = nodeOf.get(line.node_id);
    if (!node) return [];
    const entry = line.entry_id === null ? undefined : entryOf.get(line.entry_id);
    return [
      {
        line: sourceLine(line),
        node: sourceNode(node),
        entry: entry ? { ip: entry.ip, ipList: entry.ip_list, visible: entry.visible } : null,
        nodeId: node.id,
        isPublic: line.is_public,
      },
    ];
  });
};

const sourceLine = (row: LineWithNode): LineSource['line'] => ({
  id: row.id,
  num: row.num,
  name: row.name,
  protocol: row.protocol,
  bridge: row.bridge,
  scalePpm: row.scale_ppm,
  copies: row.copies,
  ...shownChoices(row),
  index: row.position,
  portOffset: row.port_offset,
  publicSecrets: {
    ...shownSecrets(row.public_secrets),
    ...(row.protocol === 'reality' && { serverName: borrowedName(lineNames(row), { host: row.node_host }) }),
  },
});

/** Documents dial whatever stands here, so a node that only names an entry's port still has its listening port. */
const sourceNode = (row: ListedNode): LineSource['node'] => ({
  ip: row.ip,
  host: row.host,
  port: row.port ?? basePort({ ctrlPort: 0, port: null, publicPort: row.public_port, zzPort: row.zz_port }) ?? null,
  publicPort: row.public_port,
  zzPort: row.zz_port,
  index: row.position,
  country: countryOf(row.country),
  // Nobody would answer a client that dials a node without an agent.
  enabled: row.enabled && row.enrolled,
});
