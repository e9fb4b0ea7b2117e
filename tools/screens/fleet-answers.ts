import type { BuiltCall, Output } from '@skyport/contract/call';
import { installCalls, type InstallView } from '@skyport/contract/install';
import { installMessage } from '@skyport/contract/install-messages';
import { lineTestCalls } from '@skyport/contract/line-test';
import { nodeHealthCalls, type NodeAlarm, type NodeLive } from '@skyport/contract/node-health';
import type { QuarantinedReport } from '@skyport/contract/node-reports';
import { trouble } from '@skyport/contract/node-trouble';
import { nodesCalls, type NodeView } from '@skyport/contract/nodes';
import { relayCalls } from '@skyport/contract/relay';
import { joinCommand, scriptAddress } from '@skyport/server/nodes/join-command';
import { sampleInstall } from '@skyport/web/nodes/testing';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const NOW = Date.parse('2026-11-21T06:30:00Z');
const MINUTE = 60_000;
const GIB = 1024 ** 3;
const ago = (minutes: number): string => new Date(NOW - minutes * MINUTE).toISOString();
const id = (n: number): string => `01970000-0000-7000-8020-${String(n).padStart(12, '0')}`;

const LOG = `06:28:01 连接 root@node1.skyport.example:22
06:28:02 服务器：Ubuntu 24.04，目录 /opt/skyport-agent，已安装 无，剩余磁盘 18637 M
06:28:02 已换成密钥登录，密码不再保存
06:28:03 传输 agent.mjs.gz（0.1.0，0.4 M）
06:28:05 传输 xray-x64.gz（26.3.27，11.8 M）
06:28:31 SKYPORT step=unpack percent=20
06:28:36 SKYPORT step=service percent=60
`;

const script = scriptAddress('ubuntu_x86', '', 'https://console.skyport.example');
const code = 'K7QF-2MXD-9WRB-H4TP-6ZLS';
const command = joinCommand({ node: { id: id(5), ctrl_port: 888 }, code, script, prefix: '' });
const joining = { code, expires: ago(-29), command };

const installOf = (node: NodeView, n: number): InstallView => {
  const done: InstallView = {
    ...sampleInstall,
    _id: node._id,
    host_key: `SHA256:${'pQ7v'.repeat(11).slice(0, 43)}`,
    previous_version: n % 2 ? '0.0.9' : '',
    started_at: ago(2),
    finished_at: ago(1),
  };
  const busy = { ...done, finished_at: null };
  if (n === 0) return { ...busy, state: 'running', step: 'script', percent: 68 };
  if (n === 1) return { ...busy, state: 'queued', step: '', percent: 0 };
  if (n === 4)
    return {
      ...done,
      state: 'failed',
      step: 'connect',
      percent: 2,
      reason: installMessage('noAnswer', '203.0.113.14:22'),
    };
  if (n !== 5) return done;
  const seen = { seen_host_key: `SHA256:${'Zx3k'.repeat(11).slice(0, 43)}`, host_key: '', key_installed: false };
  return { ...busy, ...seen, state: 'waiting-host-key', step: 'connect', percent: 2, prefix: '', version: '' };
};

const factsOf = (n: number): NodeLive['agent'] => ({
  agent_version: '0.1.0',
  agent_uptime_seconds: 86_400 * 12 + 7200,
  can_cut_tcp: true,
  can_cut_udp: n !== 3,
  engine_version: '26.3.27',
  engine_running: true,
  engine_uptime_seconds: 86_400 * 3,
  engine_restarts: n === 3 ? 2 : 0,
  engine_error: '',
  problems: [],
  unacked_batches: n === 4 ? 9 : 1,
  open_bytes: 7_340_032,
  unattributed_bytes: n === 3 ? 1_048_576 : 0,
  load1: 0.31 + n * 0.22,
  memory_free: GIB,
  disk_free: 18 * GIB,
  clock_offset_ms: n === 3 ? 42_000 : -120,
  certificate_expires: n === 3 ? '2026-12-09T00:00:00.000Z' : '2027-11-01T00:00:00.000Z',
  online_users: 12 + 9 * n,
  generation: 240 + n,
});

const BOOKS = '5b0c9a3e-2f71-4d8a-9c46-7e1d0f8b2a65';

const liveOf = (node: NodeView, n: number): NodeLive => ({
  node_id: node._id,
  node_name: node.name,
  enrolled: node.enrolled,
  health: node.health,
  troubles: n === 3 ? [trouble('clockOff', { seconds: 42 }), trouble('certificateSoon')] : node.troubles,
  reached_at: node.reached_at,
  missed: n === 4 ? 71 : 0,
  speed: node.speed,
  open_alarms: n === 4 || n === 3 || n === 1 ? 1 : 0,
  quarantined_batches: n === 2 ? 1 : 0,
  new_books: n === 3 ? '7d4f2a10-93c6-4b1e-8a55-0c2f6e9b1d34' : null,
  missing: n === 1 ? { books: BOOKS, first: 812, last: 1406, since: ago(9 * 1440), until: ago(7 * 1440) } : null,
  up_rate: n === 4 ? 0 : 410_000 * (n + 1),
  down_rate: n === 4 ? 0 : 9_700_000 + 2_300_000 * n,
  agent: n === 5 ? null : factsOf(n),
});

const OVER_BUDGET = { code: 'budget', bytes: 61 * GIB, most: 9 * GIB } as const;

const alarms = (nodes: readonly NodeView[]): NodeAlarm[] =>
  [
    { n: 4, kind: 'unreachable' as const, reason: null, message: '连接超时：203.0.113.14:888 没有应答', at: ago(1440) },
    {
      n: 3,
      kind: 'epoch' as const,
      reason: { code: 'unknownBooks' as const },
      message: '',
      at: ago(30),
    },
    {
      n: 1,
      kind: 'gap' as const,
      reason: { code: 'gap' as const, due: 812, seq: 1407 },
      message: '',
      at: ago(60),
    },
    { n: 2, kind: 'quarantine' as const, reason: OVER_BUDGET, message: '', at: ago(95) },
  ].flatMap(({ n, ...alarm }, place) => {
    const node = nodes[n];
    return node ? [{ ...alarm, _id: id(place), node_id: node._id, node_name: node.name, closed_at: null }] : [];
  });

const held = ([, , node]: readonly NodeView[]): QuarantinedReport[] =>
  node
    ? [
        {
          _id: id(10),
          node_id: node._id,
          node_name: node.name,
          kind: 'batch',
          seq: 1841,
          reason: OVER_BUDGET,
          at: ago(95),
          from: ago(96),
          to: ago(95),
          beside: {
            reports: 2,
            up: GIB,
            down: 58 * GIB,
            from: ago(97),
            to: ago(95),
            same_number: false,
          },
          rows: 214,
          users: 88,
          up: 3 * GIB,
          down: 61 * GIB,
          state: 'quarantined',
          billed: 0,
          settled_at: null,
          settled_by: '',
          settle_reason: '',
        },
      ]
    : [];

const history = Array.from({ length: 288 }, (_, n) => {
  const wave = 1 + Math.sin((n / 288) * 6.28 - 1.6) * 0.7 + ((n * 37) % 11) / 30;
  return {
    at: ago((288 - n) * 5),
    up: Math.round(1.2e8 * wave),
    down: Math.round(2.9e9 * wave),
    load: n > 200 && n < 212 ? null : 0.4 * wave,
    memory_free: GIB,
    disk_free: 18 * GIB,
    online: Math.round(30 * wave),
    latency_ms: n > 200 && n < 212 ? null : Math.round(42 + 9 * wave),
    lost: n === 205 ? 4 : 0,
  };
});

const RELAY = `table inet skyport_relay
delete table inet skyport_relay
table inet skyport_relay {
  chain prerouting {
    type nat hook prerouting priority -100; policy accept;
    # 日本 高速 → 日本 家宽 02
    meta nfproto ipv4 fib daddr type local tcp dport 443 dnat ip to 203.0.113.11:8443
  }
}
`;

const file = (part: 'agent' | 'xray' | 'node', version: string, cpu?: 'x64' | 'arm64') => ({
  part,
  version,
  ...(cpu && { cpu }),
  name: `${part}${cpu ? `-${cpu}` : ''}.gz`,
  bytes: 12_000_000,
  sha256: 'c'.repeat(64),
});

/** What is said of nodes when the panel's worker has not looked at them for twelve minutes. */
export const unseenLives = (nodes: readonly NodeView[]): NodeLive[] =>
  nodes.map((node, n) => ({
    ...liveOf(node, n),
    ...(node.enrolled && { health: 'unknown', troubles: [trouble('looksStopped', { seconds: 720 })] }),
  }));

/** What the log of a node that was never seen before answers: its fingerprint waits for an admin. */
export const unseenLog = (node: NodeView): Output<typeof installCalls.log> => {
  const text = LOG.split('\n', 1)[0] ?? '';
  return { install: installOf(node, 5), offset: 0, text, next: text.length };
};

const lineTest = {
  ok: false,
  ms: null,
  kind: 'traffic' as const,
  note: '',
  steps: [
    { at: 'gz1.skyport.example:8443', step: 'dns' as const, ok: true, ms: 6, text: '198.51.100.20' },
    { at: 'gz1.skyport.example:8443', step: 'tcp' as const, ok: true, ms: 31, text: 'TCP 已连接' },
    {
      at: 'gz1.skyport.example:8443',
      step: 'request' as const,
      ok: true,
      ms: 187,
      text: '经线路访问 www.cloudflare.com 成功（HTTP 200）',
    },
    { at: '198.51.100.21:8443', step: 'tcp' as const, ok: false, ms: null, text: '端口未开放' },
  ],
  exit: { ip: '203.0.113.11', country: '日本' },
  msg: 'log',
};

/** What the calls about machines answer in a picture. */
export const answerFleet = (give: Give, nodes: readonly NodeView[]): void => {
  const installs = nodes.map(installOf);
  give(nodesCalls.enrolCode, joining);
  give(installCalls.states, installs);
  give(installCalls.upgradeAgentserver, installs);
  give(installCalls.log, { install: installs[0]!, offset: 0, text: LOG, next: LOG.length });
  give(installCalls.kit, {
    ready: true,
    files: [file('agent', '0.1.0'), file('xray', '26.3.27', 'x64'), file('node', '24.21.0', 'x64')],
    problems: ['缺少 arm64 的 Xray 和 Node：请在面板的服务器上执行 npm run node-kit'],
  });
  give(nodeHealthCalls.live, nodes.map(liveOf));
  give(nodeHealthCalls.history, history);
  give(nodeHealthCalls.alarms, alarms(nodes));
  give(nodeHealthCalls.heldBatches, held(nodes));
  give(lineTestCalls.lineTest, lineTest);
  give(relayCalls.entryRelay, {
    ports: [
      {
        line_id: id(20),
        line_name: '日本 高速',
        node_name: '日本 家宽 02',
        listen_port: 443,
        target: '203.0.113.11',
        target_port: 8443,
        tcp: true,
        udp: false,
      },
    ],
    problems: ['线路“英国 REALITY”的节点没有公开端口，无法转发'],
    files: (['nftables', 'realm', 'gost', 'haproxy'] as const).map((tool) => ({
      tool,
      path: '/etc/nftables.d/skyport-relay.nft',
      text: RELAY,
      apply: ['sysctl -w net.ipv4.ip_forward=1', 'nft -f /etc/nftables.d/skyport-relay.nft'],
      problems: [],
    })),
  });
};
