import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { createProxies } from '@skyport/server/gate/proxies';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { authority } from '../testkit/self-signed.ts';
import { copyCheckout, lineOf, makeRoot, startMachine, type Machine, type Service } from './bare-server/machine.ts';
import type { Prover } from './prover.ts';

/** One new server. */
interface Server {
  readonly suite: 'bookworm' | 'trixie';
  readonly proxy: 'nginx' | 'caddy';
  readonly database: 'bundled' | 'system';
}

const SERVERS: readonly Server[] = [
  { suite: 'bookworm', proxy: 'nginx', database: 'bundled' },
  { suite: 'trixie', proxy: 'caddy', database: 'system' },
];
const NAMES = ['panel.example.com', 'two.example.com'] as const;
const [HOST] = NAMES;
const UNIT = 'etc/systemd/system/skyport.service';
const CHECKOUT = 'srv/skyport';
const INSTALL = `/${CHECKOUT}/deploy/install.sh`;
/** An address of Cloudflare's networks, a stranger's and a customer's (RFC 5737). */
const [EDGE, STRANGER, CUSTOMER] = ['173.245.48.9', '198.51.100.9', '203.0.113.7'] as const;
const PROXY_PROGRAM = {
  nginx: "nginx -g 'daemon off;'",
  caddy: 'caddy run --adapter caddyfile --config /etc/caddy/Caddyfile',
} as const;

/** Name, kind, rights, size, time and target of everything that an installation may write, but data and logs. */
const DIGEST = `find /etc /opt /usr /var/lib/dpkg /var/spool ! -type d -printf '%p %y %m %U %s %T@ %l\\n' |
  sort | sha256sum`;

/** What is wrong on one server, as sentences, and what the proof says on its way. */
interface Trial extends Server {
  readonly root: string;
  readonly port: number;
  readonly options: string;
  readonly sabotage: string | undefined;
  readonly failures: string[];
  readonly say: (line: string) => void;
}

const lastLines = (text: string): string => text.split('\n').slice(-6).join(' | ');

const expectRefusal = async (trial: Trial, machine: Machine, [what, script, sentence]: readonly string[]) => {
  const { code, text } = await machine.run(script ?? '');
  if (code !== 1 || !text.includes(sentence ?? ''))
    trial.failures.push(`${what} is not refused with “${sentence}” but ends with ${code}: ${lastLines(text)}`);
};

/** Everything that must be refused on a server where nothing is installed; it must change nothing. */
const refuseAll = async (trial: Trial, machine: Machine): Promise<void> => {
  const before = await machine.run(DIGEST);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const other =
    "sed 's/^VERSION_ID=.*/VERSION_ID=11/' /etc/os-release >/tmp/os && mount --bind /tmp/os /etc/os-release";
  const url = `--public-url https://${HOST}`;
  const refusals = [
    ['another account', `setpriv --reuid 65534 --clear-groups bash ${INSTALL} ${url}`, 'only root can install'],
    ['Debian 11', `unshare --mount bash -c "${other} && ${INSTALL} ${url}"`, 'this is debian 11'],
    ['no address', INSTALL, 'the address that customers open is missing'],
    ['an address with a path', `${INSTALL} ${url}/x`, 'without a port or path'],
    ['a taken port', `${INSTALL} ${url} --port ${port}`, `port ${port} is taken`],
    ['nginx without a certificate', `${INSTALL} ${url} --proxy nginx`, 'nginx needs --certificate'],
    ['half a certificate', `${INSTALL} ${url} --key /etc/passwd`, 'belong together'],
    ['another database', `${INSTALL} ${url} --database mysql`, 'neither bundled nor system'],
  ];
  for (const refusal of refusals) await expectRefusal(trial, machine, refusal);
  taken.close();
  if ((await machine.run(DIGEST)).text !== before.text) trial.failures.push('a refused run has changed something');
};

const valuesOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const));

/**
 * Starts ExecStart of the installed unit as its account, with its environment, without privileges, and with all but
 * its data read-only, as the unit asks of systemd.
 */
const startUnit = (trial: Trial, machine: Machine): Service => {
  const unit = valuesOf(readFileSync(join(trial.root, UNIT), 'utf8'));
  const env = valuesOf(readFileSync(join(trial.root, unit.get('EnvironmentFile') ?? ''), 'utf8'));
  const variables = [...env].map(([name, value]) => `'${name}=${value}'`).join(' ');
  const data = env.get('DATA_DIR');
  const drop = '--no-new-privs --inh-caps=-all --bounding-set=-all';
  const account = `--reuid ${unit.get('User')} --regid ${unit.get('Group')} --init-groups`;
  const database = trial.database === 'system' ? 'pg_ctlcluster 17 main start;' : '';
  return machine.start(`${database} exec unshare --mount bash -ec '
    mount --bind ${data} ${data}; mount -o remount,ro,bind /; mount -t tmpfs tmpfs /tmp
    echo $$ >/dev/shm/panel.pid; cd ${unit.get('WorkingDirectory')}
    exec setpriv ${account} ${drop} env -i ${variables.replaceAll("'", '"')} ${unit.get('ExecStart')}'`);
};

const curl = (name: string, more = ''): string =>
  `curl -sS -m 60 --cacert /etc/ssl/panel.pem --resolve '${name}:443:[::1]' --resolve '${name}:80:127.0.0.1' ${more}`;

/** Asks the panel directly, and through the proxy by HTTP/2 over IPv6 under both of its names. */
const askPanel = async (trial: Trial, machine: Machine): Promise<void> => {
  const asked = [
    [`curl -sS -m 60 http://127.0.0.1:${trial.port}/healthz`, /^\{"ok":true\}$/m],
    ...NAMES.map((name) => [
      `${curl(name, "-6 --http2 -w ' %{http_version} %{http_code}'")} https://${name}/healthz`,
      /^\{"ok":true\} 2 200$/m,
    ]),
    [`${curl(HOST)} https://${HOST}/`, /<div id="root">/],
    [`${curl(HOST, "-o /dev/null -w '%{redirect_url}'")} http://${HOST}/x`, /^https:\/\/panel\.example\.com\/x$/m],
  ] as [string, RegExp][];
  for (const [script, expected] of asked) {
    const { text } = await machine.run(`for try in {1..30}; do ${script} && break; sleep 1; done`);
    if (!expected.test(text)) trial.failures.push(`${script} answers ${text.slice(-300)}`);
  }
};

/** Sends requests through the proxy as Cloudflare and a stranger would; the panel must know who sent them. */
const askAsEdge = async (trial: Trial, machine: Machine): Promise<void> => {
  const trusted = valuesOf(readFileSync(join(trial.root, 'etc/skyport/panel.env'), 'utf8')).get('TRUST_PROXY') ?? '';
  const proxies = createProxies(trusted);
  const echo = 'require("http").createServer((q, a) => a.end(JSON.stringify(q.headers)))';
  machine.start(
    `/opt/skyport-panel/current/node_modules/node/bin/node -e '${echo}.listen(${trial.port}, "127.0.0.1")'`,
  );
  for (const [from, expected] of [
    [EDGE, CUSTOMER],
    [STRANGER, STRANGER],
  ]) {
    const ask = `curl -sSf -m 60 --interface ${from} --cacert /etc/ssl/panel.pem --resolve '${HOST}:443:${EDGE}' \
      -H 'X-Forwarded-For: ${CUSTOMER}' -H 'CF-Connecting-IP: ${CUSTOMER}' https://${HOST}/`;
    const { text } = await machine.run(`for try in {1..30}; do ${ask} && break; sleep 1; done`);
    const headers = JSON.parse(/\{.*\}$/.exec(text)?.[0] ?? '{}') as IncomingMessage['headers'];
    const request = { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
    const client = proxies.clientAddressOf(request);
    if (client !== expected || !proxies.isSecure(request) || headers.host !== HOST)
      trial.failures.push(`a request from ${from} seems to come from ${client}: ${text.slice(-400)}`);
  }
};

const exposureOf = async (machine: Machine): Promise<number> => {
  const { text } = await machine.run(`systemd-analyze security --offline=true --no-pager /${UNIT}`);
  return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(text)?.[1] ?? Number.NaN);
};

/** First run, with the network of this machine. Gives whether it worked. */
const installOnce = async (trial: Trial): Promise<boolean> => {
  const machine = await startMachine(trial.root, 'host');
  try {
    await refuseAll(trial, machine);
    trial.say(`${trial.suite}: refusals tried`);
    const begun = performance.now();
    const { code, text } = await machine.run(`${INSTALL} ${trial.options}`);
    if (code !== 0) trial.failures.push(`the first run ends with ${code}: ${lastLines(text)}`);
    else trial.say(`${trial.suite}: installed in ${Math.round((performance.now() - begun) / 1000)} s`);
    return code === 0;
  } finally {
    await machine.stop();
  }
};

/** Everything after the first run, without a network. */
const tryInstalled = async (trial: Trial, machine: Machine): Promise<void> => {
  const exposure = await exposureOf(machine);
  if (!(exposure <= 3)) trial.failures.push(`the unit's exposure is ${exposure}`);
  const enabled = join(trial.root, 'etc/systemd/system/multi-user.target.wants/skyport.service');
  if (readlinkSync(enabled) !== `/${UNIT}`) trial.failures.push('the unit is not enabled');

  const before = await machine.run(DIGEST);
  const panel = startUnit(trial, machine);
  const link = await lineOf(panel, /^https:\/\/panel\.example\.com\/#\/setup\?code=/);
  trial.say(`${trial.suite}: exposure ${exposure}, set-up link ${link.slice(0, 40)}…`);
  machine.start(PROXY_PROGRAM[trial.proxy]);
  await askPanel(trial, machine);

  if (trial.sabotage === 'touched') appendFileSync(join(trial.root, UNIT), '# touched\n');
  const second = await machine.run(INSTALL);
  if (second.code !== 0) trial.failures.push(`the second run ends with ${second.code}: ${lastLines(second.text)}`);
  if ((await machine.run(DIGEST)).text !== before.text) trial.failures.push('the second run has changed something');
  await expectRefusal(trial, machine, ['another address', `${INSTALL} --public-url https://x.test`, 'change it there']);

  await machine.run('kill -TERM "$(cat /dev/shm/panel.pid)"');
  const end = await panel.over;
  if (end !== 0) trial.failures.push(`the panel ends with ${end}: ${panel.lines.slice(-4).join(' | ')}`);
  await askAsEdge(trial, machine);
  await uninstall(trial, machine);
};

const uninstall = async (trial: Trial, machine: Machine): Promise<void> => {
  const kept = `find /var/lib/skyport /etc/skyport/panel.env -type f | sort | xargs sha256sum | sha256sum`;
  const before = await machine.run(kept);
  for (const run of ['first', 'second']) {
    const { code, text } = await machine.run(`${INSTALL} uninstall`);
    if (code !== 0) trial.failures.push(`the ${run} uninstall ends with ${code}: ${lastLines(text)}`);
  }
  if (trial.sabotage === 'lost') rmSync(join(trial.root, 'var/lib/skyport/secret.key'));
  if ((await machine.run(kept)).text !== before.text) trial.failures.push('the uninstall has changed data or settings');
  const left = [UNIT, 'opt/skyport-panel', 'usr/local/bin/skyport', 'etc/nginx/conf.d/skyport.conf'];
  for (const path of left.filter((name) => existsSync(join(trial.root, name))))
    trial.failures.push(`the uninstall leaves /${path}`);
  const refers = await machine.run('grep -rl /etc/skyport /etc/caddy /etc/nginx /etc/systemd 2>/dev/null');
  if (refers.text !== '') trial.failures.push(`the uninstall leaves ${refers.text}`);
};

const proveServer = async (trial: Trial): Promise<void> => {
  await makeRoot(trial.suite, trial.root);
  copyCheckout(join(trial.root, CHECKOUT));
  const { certificate, issue } = await authority('Test authority');
  const { cert, key } = await issue(...NAMES);
  writeFileSync(join(trial.root, 'etc/ssl/panel.pem'), `${cert}\n${certificate}`);
  writeFileSync(join(trial.root, 'etc/ssl/panel.key'), key);
  if (trial.sabotage === 'exposed') {
    const path = join(trial.root, CHECKOUT, 'deploy/skyport.service');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^(?:Protect|Restrict|Private|System).*\n/gm, ''));
  }
  if (!(await installOnce(trial))) return;
  const machine = await startMachine(trial.root, 'own', [EDGE, STRANGER]);
  try {
    await tryInstalled(trial, machine);
  } finally {
    await machine.stop();
  }
};

/** New servers of Debian 12 and 13 in folders of their own. */
export const bareServer: Prover = {
  claim:
    'deploy/install.sh on new Debian 12 and 13 servers: refuses in sentences, a second run changes nothing, the unit ' +
    'serves as its account behind nginx or Caddy, uninstalling keeps the data',
  sabotages: {
    touched: 'the unit is changed between the runs',
    exposed: 'the unit has no protection',
    lost: 'the uninstall takes SECRET_KEY away',
  },
  needs: { packages: ['debootstrap', 'sockets'], network: true },
  prove: async ({ quick, sabotage }, say) => {
    const failures: string[] = [];
    const servers = quick || sabotage !== undefined ? SERVERS.slice(0, 1) : SERVERS;
    for (const server of servers) {
      const folder = makeFolder('bare-server');
      const found: string[] = [];
      const port = await quietPort();
      const certificate = '--certificate /etc/ssl/panel.pem --key /etc/ssl/panel.key';
      const options = `--public-url https://${HOST} --domains ${NAMES[1]} --port ${port} --proxy ${server.proxy} \
        --database ${server.database} --cloudflare ${certificate}`;
      try {
        const trial = { ...server, root: join(folder, 'root'), port, options, sabotage, failures: found, say };
        await proveServer(trial).catch((fault: unknown) => found.push(String(fault)));
      } finally {
        removeFolder(folder);
      }
      say(`${server.suite}: ${found.length === 0 ? 'as claimed' : found.join('; ')}`);
      failures.push(...found.map((failure) => `${server.suite}: ${failure}`));
    }
    return { runs: servers.length, failures };
  },
};
