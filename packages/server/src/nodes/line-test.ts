import type { lineTestCalls } from '@skyport/contract/line-test';
import { addressOf } from '@skyport/documents/address';
import type { LineSource, Viewer } from '@skyport/documents/model';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { listLineSources } from './index.ts';
import { knock, type Knock } from './line-probe.ts';
import { writeLineLog } from './store.ts';

type Calls = typeof lineTestCalls;

/** Addresses of one entry that are tried at most. */
const MOST_ADDRESSES = 8;
/** Whose addresses are tried: those of a customer at home who may use everything. */
const NOBODY: Viewer = {
  id: '',
  permissions: new Set(),
  normalPermission: true,
  isAgencyUser: false,
  useEnglishNode: false,
  inForeign: false,
  inXinjiang: false,
};

type Place = ReturnType<typeof addressOf>;

/** Every address that some client is given for the line, each once. */
const placesOf = (source: LineSource): Place[] => {
  const copies = Math.min(MOST_ADDRESSES, Math.max(source.line.copies, 1 + (source.entry?.ipList.length ?? 0)));
  const spread = { ...source, line: { ...source.line, copies } };
  const all = Array.from({ length: copies }, (_, copy) => addressOf(spread, copy, NOBODY));
  return [...new Map(all.map((place) => [`${place.server} ${place.port}`, place])).values()];
};

/** How a client of the line's protocol would begin there. */
const knockOf = ({ line }: LineSource, place: Place, allowPrivate: boolean): Knock => {
  const at = { server: place.server, port: place.port, allowPrivate };
  if (line.protocol === 'h2') return { ...at, transport: 'udp' };
  if (line.protocol === 'reality') return { ...at, transport: 'tcp', serverName: line.publicSecrets.serverName ?? '' };
  if (line.protocol !== 'vmesh_ws') return { ...at, transport: 'tcp' };
  const hostHeader = place.host ?? place.server;
  const edge = line.bridge === 'cf_cdn' ? { serverName: hostHeader } : {};
  return { ...at, ...edge, transport: 'tcp', path: line.publicSecrets.path ?? '/', hostHeader };
};

const ways = { none: '直连', cf_cdn: 'CDN', report: '入口中转' } as const;

const lineTest: Handler<Calls['lineTest']> = async ({ id }, _context, { db, env, clock }) => {
  const source = (await listLineSources(db)).find(({ line }) => line.id === id) ?? refuse('notFound');
  const { line } = source;
  const log = [`${clock.now().toISOString()} ${line.name}（${line.protocol}，${ways[line.bridge]}）`];
  let slowest: number | null = 0;
  for (const place of placesOf(source)) {
    const where = `${place.server}:${place.port}`;
    try {
      const { ms, what } = await knock(knockOf(source, place, env.ALLOW_PRIVATE_NETWORKS));
      log.push(`${where} ${what}，${ms} ms`);
      slowest = slowest === null ? null : Math.max(slowest, ms);
    } catch (fault) {
      log.push(`${where} 失败：${fault instanceof Error ? fault.message : String(fault)}`);
      slowest = null;
    }
  }
  log.push('只检查了到线路的连接，没有经线路传输数据');
  const msg = log.join('\n');
  await writeLineLog(db, id, msg);
  return { ok: slowest !== null, ms: slowest, kind: 'connect', msg };
};

/** Tests of lines. */
export const lineTestHandlers: HandlersOf<Calls> = { lineTest };
