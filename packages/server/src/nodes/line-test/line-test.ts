import type { LineTestResult, LineTestStep, lineTestCalls } from '@skyport/contract/line-test';
import { inTransaction } from '@skyport/db';
import { addressOf } from '@skyport/documents/address';
import type { LineSource, Viewer } from '@skyport/documents/model';
import { resolveLines } from '@skyport/documents/resolve';
import type { Handler, HandlersOf } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { listLineSources } from '../index.ts';
import { reach, type Place } from './line-steps.ts';
import { fetchThroughLine, type LineFetch } from './line-traffic.ts';
import { writeLineLog } from '../line-store.ts';

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

/** The line with as many copies as it has addresses. */
const spread = (source: LineSource): LineSource => {
  const copies = Math.min(MOST_ADDRESSES, Math.max(source.line.copies, 1 + (source.entry?.ipList.length ?? 0)));
  return { ...source, line: { ...source.line, copies } };
};

/** Every address that some client is given for the line, each once. */
const placesOf = (source: LineSource): Place[] => {
  const all = Array.from({ length: source.line.copies }, (_, copy) => addressOf(source, copy, NOBODY));
  return [...new Map(all.map((place) => [`${place.server} ${place.port}`, place])).values()];
};

const ways = { none: '直连', cf_cdn: 'CDN', report: '入口中转' } as const;
const stepNames: Readonly<Record<LineTestStep, string>> = {
  dns: '域名解析',
  tcp: 'TCP 连接',
  handshake: '协议握手',
  request: '经线路请求',
};

const logLine = ({ at, step, ok, ms, text }: LineTestResult): string =>
  ok ? `${at} ${stepNames[step]}：${text}，${ms} ms` : `${at} ${stepNames[step]}失败：${text}`;

const exitLine = ({ exit }: LineFetch): string[] =>
  exit ? [`出口地址 ${exit.ip}${exit.country && `（${exit.country}）`}`] : [];

const lineTest: Handler<Calls['lineTest']> = async ({ id }, { audited }, deps) => {
  const found = (await listLineSources(deps.db)).find(({ line }) => line.id === id) ?? refuse('notFound');
  const source = spread(found);
  const { name, protocol, bridge } = source.line;
  const begun = deps.clock.now().toISOString();
  const reached = await Promise.all(
    placesOf(source).map((place) => reach(source, place, deps.env.ALLOW_PRIVATE_NETWORKS)),
  );
  const fetched = await fetchThroughLine(resolveLines([source], NOBODY, []), reached, deps);
  const steps = [...reached.flatMap((one) => one.steps), ...fetched.steps];
  const ok = steps.length > 0 && steps.every((step) => step.ok);
  const msg = [
    `${begun} ${name}（${protocol}，${ways[bridge]}）`,
    ...steps.map(logLine),
    ...exitLine(fetched),
    ...(fetched.note === '' ? [] : [fetched.note]),
  ].join('\n');
  await inTransaction(deps.db, (trx) => audited(trx, { ids: [id] }, () => writeLineLog(trx, id, msg)));
  const last = reached.map(({ at }) => steps.findLast((step) => step.at === at)?.ms ?? 0);
  return {
    ok,
    ms: ok ? Math.max(...last) : null,
    kind: fetched.note === '' ? 'traffic' : 'connect',
    note: fetched.note,
    steps,
    exit: fetched.exit,
    msg,
  };
};

/** Tests of lines. */
export const lineTestHandlers: HandlersOf<Calls> = { lineTest };
