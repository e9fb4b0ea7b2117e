import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { relayCalls } from '@skyport/contract/relay';
import type { Handler, HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { planRelay, relayTarget, type RelayedLine } from './relay-rules.ts';
import { relayFiles } from './relay-writers.ts';
import { linesWithNodes } from '../line-store.ts';
import { listEntries } from '../entry-store.ts';
import { listNodes } from '../store.ts';

type Calls = typeof relayCalls;

const RESOLVE_MS = 3000;

/** Addresses of host names, of those that answer in time. */
const resolveAll = async (names: readonly string[]): Promise<Map<string, string[]>> => {
  const resolver = new dns.Resolver({ timeout: RESOLVE_MS, tries: 1 });
  const resolve = async (name: string): Promise<[string, string[]]> => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return [name, found.flatMap((each) => (each.status === 'fulfilled' ? each.value.toSorted() : []))];
  };
  return new Map(await Promise.all(names.map(resolve)));
};

const entryRelay: Handler<Calls['entryRelay']> = async ({ id }, _context, { db }) => {
  const entry = (await listEntries(db)).find((each) => each.id === id) ?? refuse('notFound');
  const nodes = new Map((await listNodes(db)).map((node) => [node.id, node]));
  const lines = (await linesWithNodes(db)).flatMap((line): RelayedLine[] => {
    const node = nodes.get(line.node_id);
    if (line.bridge !== 'report' || line.entry_id !== id || !node) return [];
    const { id: lineId, name, protocol, ip, host, port_offset: portOffset } = line;
    const ports = { port: node.port, publicPort: node.public_port, zzPort: node.zz_port };
    return [
      {
        id: lineId,
        name,
        protocol,
        ip,
        host,
        portOffset,
        node: { name: node.name, ip: node.ip, host: node.host, ...ports },
      },
    ];
  });
  const names = [...new Set(lines.map(relayTarget))].filter((target) => !isIP(target));
  const plan = planRelay(lines, await resolveAll(names));
  return {
    ports: plan.forwards.map((forward) => ({
      line_id: forward.lineId,
      line_name: forward.lineName,
      node_name: forward.nodeName,
      listen_port: forward.listenPort,
      target: forward.target,
      target_port: forward.targetPort,
      tcp: forward.tcp,
      udp: forward.udp,
    })),
    problems: [...plan.problems],
    files: relayFiles({ entryName: entry.name, forwards: plan.forwards }),
  };
};

/** Forwarding on entries. */
export const relayHandlers: HandlersOf<Calls> = { entryRelay };
