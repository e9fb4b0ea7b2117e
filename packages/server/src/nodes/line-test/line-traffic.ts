import { setTimeout as sleep } from 'node:timers/promises';
import { countryName } from '@skyport/contract/countries';
import type { LineTestResult } from '@skyport/contract/line-test';
import type { ResolvedLine } from '@skyport/documents/model';
import { xrayOutbound } from '@skyport/documents/xray-outbound';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { findPanelClient, startLineClient, type Fetched, type LineClient } from './line-client.ts';
import { messageOf, type Reached } from './line-steps.ts';
import { openProbeUser } from './probe-user-store.ts';

/** What went through a line. With a `note` nothing was sent, and it says why. */
export interface LineFetch {
  readonly note: string;
  readonly steps: readonly LineTestResult[];
  readonly exit: { readonly ip: string; readonly country: string } | null;
}

type TrafficDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'random' | 'jobs' | 'env'>;

/** One request's patience, and that of the whole: nodes must first hear of the test's user. */
const REQUEST_MS = 8 * SECOND_MS;
const PATIENCE_MS = 20 * SECOND_MS;
const PAUSE_MS = 500;

/**
 * Sends one request through each address that was reached, with a real client and the panel's own user. `lines` is the
 * line as clients are given it, once for each of its addresses.
 */
export const fetchThroughLine = async (
  lines: readonly ResolvedLine[],
  reached: readonly Reached[],
  deps: TrafficDeps,
): Promise<LineFetch> => {
  const nothing = (note: string): LineFetch => ({ note, steps: [], exit: null });
  const client = await findPanelClient(deps.env);
  if ('missing' in client) return nothing(`${client.missing}。只检查了到线路的连接，没有经线路传输数据`);
  const ways = reached.flatMap(({ at, ip }) => {
    const line = lines.find(({ server, port }) => `${server}:${port}` === at);
    return line && ip !== undefined ? [{ at, line: dialled(line, ip) }] : [];
  });
  if (lines.length === 0)
    return nothing('线路的节点未接入或已停用，或其入口不可见，节点不接受任何用户。没有经线路传输数据');
  if (ways.length === 0) return nothing('没有可以连接的地址，没有经线路传输数据');
  const { userkey } = await openProbeUser(deps);
  const outbounds = ways.map(({ line }) => xrayOutbound(line, userkey));
  let running: LineClient;
  try {
    running = await startLineClient(client.path, outbounds, deps.random);
  } catch (fault) {
    return nothing(`${messageOf(fault)}。没有经线路传输数据`);
  }
  try {
    const url = new URL(deps.env.LINE_TEST_URL);
    const found = await Promise.all(ways.map(({ at }, outbound) => request(running, { at, outbound }, url)));
    return {
      note: '',
      steps: found.map(({ step }) => step),
      exit: found.map(({ answer }) => (answer ? exitOf(answer.body) : null)).find((exit) => exit !== null) ?? null,
    };
  } finally {
    await running.stop();
  }
};

/** The name was looked up once: what it leads to a moment later is not asked again. A name that TLS needs stays. */
const dialled = (line: ResolvedLine, ip: string): ResolvedLine => {
  const needsName = line.protocol === 'vmesh_ws' && line.host === null;
  return needsName ? line : { ...line, server: ip };
};

/** Asks until an answer comes: the node hears of the user a moment after the test began. */
const request = async (
  client: LineClient,
  { at, outbound }: { readonly at: string; readonly outbound: number },
  url: URL,
): Promise<{ readonly step: LineTestResult; readonly answer?: Fetched }> => {
  let newest = '';
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; await sleep(PAUSE_MS)) {
    try {
      const answer = await client.fetch(outbound, url, REQUEST_MS);
      if (answer.status >= 200 && answer.status < 400) {
        const text = `经线路访问 ${url.host} 成功（HTTP ${answer.status}）`;
        return { step: { at, step: 'request', ok: true, ms: answer.ms, text }, answer };
      }
      newest = `${url.host} 回应 HTTP ${answer.status}`;
    } catch (fault) {
      newest = messageOf(fault);
    }
  }
  return { step: { at, step: 'request', ok: false, ms: null, text: `经线路访问 ${url.host} 失败：${newest}` } };
};

/** Where traffic leaves, from an answer with `ip=` and `loc=` on lines of their own. */
export const exitOf = (body: string): LineFetch['exit'] => {
  const ip = /^ip=([0-9a-fA-F.:]{3,45})\r?$/m.exec(body)?.[1];
  if (ip === undefined) return null;
  const code = /^loc=([A-Z]{2})\r?$/m.exec(body)?.[1];
  return { ip, country: code === undefined ? '' : countryName(code) };
};
