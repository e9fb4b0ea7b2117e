import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { quietPort } from '../../agent/src/testing/quiet-port.ts';
import { until } from '../../../testkit/until.ts';
import { renderTemplate } from './render.ts';
import { ruleListFile } from './rules/files.ts';
import { list } from './rules/make-list.ts';
import { MAINLAND_LIST } from './rules/plan.ts';
import { clientAppOf } from './user-agent.ts';
import { startEngine } from './testing/resolvers/running.ts';
import type { Running } from './testing/resolvers/running.ts';
import { context, filled, lines, userkey } from './testing/samples.ts';

/** A name of the mainland that no document has. */
const NAME = 'only-in-the-file.example';

const file = ruleListFile(list({ id: MAINLAND_LIST, zh: '国内', target: 'cn', suffixes: [NAME] }), 'names');

interface Started {
  readonly running: Running;
  readonly proxyPort: number;
}

/** mihomo with a document whose list is fetched from there. */
const start = async (linkBase: string): Promise<Started> => {
  const proxyPort = await quietPort();
  const document = filled(renderTemplate('mjclash', lines, context({ userAgent: 'mihomo/1.19.20', linkBase })));
  const config = document
    .replace('mixed-port: 7890', `mixed-port: ${proxyPort}`)
    .replace('log-level: "warning"', 'log-level: "info"');
  return { running: await startEngine({ engine: 'mihomo', config }, { host: { exec: ['env'] }, env: {} }), proxyPort };
};

/** The rule by which the client says, in either way of its log, that it went to a host, or could not. */
const ruleIn = (log: string, host: string): string | undefined =>
  log
    .split('\n')
    .filter((row) => row.includes(`${host}:80`))
    .map((row) => /match (\w+[(/][^) ]*|Match)/.exec(row)?.[1])
    .find((rule) => rule !== undefined);

/** Asks for a host until the client says by which rule it went there. */
const ruleFor = ({ running, proxyPort }: Started, host: string): Promise<string> =>
  until(
    `a rule for ${host}`,
    () => {
      const socket = connect(proxyPort, '127.0.0.1', () => {
        socket.end(`CONNECT ${host}:80 HTTP/1.1\r\nHost: ${host}:80\r\n\r\n`);
      });
      socket.on('error', () => socket.destroy()).resume();
      return ruleIn(running.log(), host);
    },
    { everyMs: 1000 },
  );

test('mihomo sends what only the file of the list has straight out, and fetches it without anybody’s key', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', file.contentType).end(file.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const started = await start(`http://127.0.0.1:${port}`);
  try {
    expect(await ruleFor(started, `www.${NAME}`)).toMatch(/^RuleSet[(/]cn/);
    expect(await ruleFor(started, 'unheard-of.example')).toMatch(/^Match/);
    expect(asked).toEqual(['/describe/rules/cn.names']);
    expect(asked.join()).not.toContain(userkey);
  } finally {
    await started.running.stop();
    server.close();
  }
});

test('mihomo starts without the file where nobody listens, and goes by what stands in the document', async () => {
  const started = await start(`http://127.0.0.1:${await quietPort()}`);
  try {
    expect(await ruleFor(started, 'www.qq.com')).toMatch(/^DomainSuffix/);
    expect(await ruleFor(started, `www.${NAME}`)).toMatch(/^Match/);
  } finally {
    await started.running.stop();
  }
});

const set = ruleListFile(list({ id: MAINLAND_LIST, zh: '国内', target: 'cn', suffixes: [NAME] }), 'set');

/** sing-box without its tun, which needs a machine of its own. */
const startSingbox = async (
  { engine, version }: { engine: 'sing-box-1.11' | 'sing-box-1.13' | 'sing-box'; version: string },
  linkBase: string,
): Promise<Started> => {
  const proxyPort = await quietPort();
  const client = clientAppOf(`sing-box ${version}`);
  const text = filled(renderTemplate('singbox', lines, context({ client, linkBase, longLists: [MAINLAND_LIST] })));
  const { inbounds: _tun, ...document } = JSON.parse(text) as { readonly inbounds: unknown };
  const inbounds = [{ type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: proxyPort }];
  const config = JSON.stringify({ ...document, log: { level: 'debug' }, inbounds });
  return { running: await startEngine({ engine, config }, { host: { exec: ['env'] }, env: {} }), proxyPort };
};

test.each([
  { engine: 'sing-box-1.11', version: '1.11.15' },
  { engine: 'sing-box-1.13', version: '1.13.14' },
  { engine: 'sing-box', version: '1.14.1' },
] as const)('$engine sends what only the fetched set has straight out', async (core) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', set.contentType).end(set.body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { running, proxyPort } = await startSingbox(core, `http://127.0.0.1:${port}`);
  onTestFinished(() => running.stop());
  const rule = await until(
    'a rule for the name',
    () => {
      const socket = connect(proxyPort, '127.0.0.1', () => {
        socket.end(`CONNECT www.${NAME}:80 HTTP/1.1\r\nHost: www.${NAME}:80\r\n\r\n`);
      });
      socket.on('error', () => socket.destroy()).resume();
      return /match\S* rule_set=\S*cn-file\S* => \S+/.exec(running.log())?.[0];
    },
    { everyMs: 1000 },
  );
  expect(rule).toContain('国内直连');
  expect(asked).toEqual(['/describe/rules/cn.set']);
});
