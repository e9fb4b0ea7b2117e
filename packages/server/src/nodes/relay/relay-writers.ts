import { isIPv6 } from 'node:net';
import type { RelayFile } from '@skyport/contract/relay';
import { hostPort, type Forward } from './relay-rules.ts';

/** An entry's name and what it forwards. */
export interface RelayOrder {
  readonly entryName: string;
  readonly forwards: readonly Forward[];
}

/** Names were typed by people: what ends a line, a quotation or a comment does not belong into a file of root's. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"'`\\$#{}]/gu, ' ').trim();

const heading = (entryName: string): string => `# Skyport: ${plain(entryName)}`;
const title = ({ lineName, nodeName }: Forward): string => `# ${plain(lineName)} → ${plain(nodeName)}`;

const protocolsOf = ({ tcp, udp }: Forward): ('tcp' | 'udp')[] => [
  ...(tcp ? ['tcp' as const] : []),
  ...(udp ? ['udp' as const] : []),
];

/** nftables 0.9.4 and later (`inet` nat): a table of our own, replaced whole in one transaction. */
const nftables = ({ entryName, forwards }: RelayOrder): RelayFile => {
  const rules = forwards.flatMap((forward) => [`    ${title(forward)}`, ...dnat(forward)]);
  const back = new Set(forwards.flatMap(masquerade));
  const text = [
    heading(entryName),
    'table inet skyport_relay',
    'delete table inet skyport_relay',
    'table inet skyport_relay {',
    '  chain prerouting {',
    '    type nat hook prerouting priority -100; policy accept;',
    ...rules,
    '  }',
    '  chain postrouting {',
    '    type nat hook postrouting priority 100; policy accept;',
    ...back,
    '  }',
    '}',
    '',
  ].join('\n');
  return {
    tool: 'nftables',
    path: '/etc/nftables.d/skyport-relay.nft',
    text,
    apply: [
      'sysctl -w net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1',
      'nft -c -f /etc/nftables.d/skyport-relay.nft',
      'nft -f /etc/nftables.d/skyport-relay.nft',
    ],
    problems: forwards.flatMap(nftProblems),
  };
};

/** The address of each family that packets of that family are sent on to. */
const byFamily = ({ addresses }: Forward): { v4: string | undefined; v6: string | undefined } => ({
  v4: addresses.find((address) => !isIPv6(address)),
  v6: addresses.find(isIPv6),
});

/** Only what is addressed to the entry itself is sent on, never what it passes along for others. */
const dnat = (forward: Forward): string[] => {
  const { v4, v6 } = byFamily(forward);
  const { listenPort, targetPort } = forward;
  return protocolsOf(forward).flatMap((protocol) => [
    ...(v4
      ? [`    meta nfproto ipv4 fib daddr type local ${protocol} dport ${listenPort} dnat ip to ${v4}:${targetPort}`]
      : []),
    ...(v6
      ? [`    meta nfproto ipv6 fib daddr type local ${protocol} dport ${listenPort} dnat ip6 to [${v6}]:${targetPort}`]
      : []),
  ]);
};

const masquerade = (forward: Forward): string[] => {
  const { v4, v6 } = byFamily(forward);
  return protocolsOf(forward).flatMap((protocol) => [
    ...(v4 ? [`    ct status dnat ip daddr ${v4} ${protocol} dport ${forward.targetPort} masquerade`] : []),
    ...(v6 ? [`    ct status dnat ip6 daddr ${v6} ${protocol} dport ${forward.targetPort} masquerade`] : []),
  ]);
};

const nftProblems = (forward: Forward): string[] => {
  const { lineName, target, addresses } = forward;
  if (addresses.length === 0) return [`线路“${lineName}”：${target} 无法解析，nftables 只能转发到 IP 地址`];
  const fixed = addresses.includes(target)
    ? []
    : [`线路“${lineName}”：${target} 按当前解析结果 ${addresses.join('、')} 写入，变更后需重新生成`];
  const missing = byFamily(forward).v4 ? [] : [`线路“${lineName}”：目标只有 IPv6 地址，nftables 不能转发 IPv4 客户端`];
  return [...fixed, ...missing];
};

/** A text between quotation marks, for TOML and YAML alike: targets are addresses and names only. */
const quoted = (text: string): string => JSON.stringify(text);

/** realm 2: one endpoint a port, which listens for both families. */
const realm = ({ entryName, forwards }: RelayOrder): RelayFile => ({
  tool: 'realm',
  path: '/etc/realm/skyport.toml',
  text: [
    heading(entryName),
    '[network]',
    'ipv6_only = false',
    '',
    ...forwards.flatMap((forward) => [
      title(forward),
      '[[endpoints]]',
      `listen = ${quoted(`[::]:${forward.listenPort}`)}`,
      `remote = ${quoted(hostPort(forward.target, forward.targetPort))}`,
      `network = { no_tcp = ${!forward.tcp}, use_udp = ${forward.udp} }`,
      '',
    ]),
  ].join('\n'),
  apply: ['realm -c /etc/realm/skyport.toml -d'],
  problems: [],
});

/** gost 3: one service a port and protocol. */
const gost = ({ entryName, forwards }: RelayOrder): RelayFile => ({
  tool: 'gost',
  path: '/etc/gost/skyport.yml',
  text: [
    heading(entryName),
    ...(forwards.length === 0 ? ['services: []'] : ['services:']),
    ...forwards.flatMap((forward) => [
      `  ${title(forward)}`,
      ...protocolsOf(forward).flatMap((protocol) => gostService(forward, protocol)),
    ]),
    '',
  ].join('\n'),
  apply: ['gost -C /etc/gost/skyport.yml'],
  problems: [],
});

/** A UDP session of a client lasts longer than one answer: without keepAlive gost would end it there. */
const gostService = ({ listenPort, target, targetPort }: Forward, protocol: 'tcp' | 'udp'): string[] => [
  `  - name: skyport-${listenPort}-${protocol}`,
  `    addr: ${quoted(`:${listenPort}`)}`,
  '    handler:',
  `      type: ${protocol}`,
  '    listener:',
  `      type: ${protocol}`,
  ...(protocol === 'udp' ? ['      metadata:', '        keepAlive: true', '        ttl: 60s'] : []),
  '    forwarder:',
  '      nodes:',
  '        - name: target',
  `          addr: ${quoted(hostPort(target, targetPort))}`,
];

/** HAProxy 2: TCP alone. The name of a server is looked up again while it runs. */
const haproxy = ({ entryName, forwards }: RelayOrder): RelayFile => {
  const [able, unable] = [forwards.filter(({ tcp }) => tcp), forwards.filter(({ udp }) => udp)];
  return {
    tool: 'haproxy',
    path: '/etc/haproxy/skyport.cfg',
    text: [
      heading(entryName),
      'defaults skyport',
      '  mode tcp',
      '  timeout connect 5s',
      '  timeout client 1h',
      '  timeout server 1h',
      '',
      'resolvers skyport',
      '  parse-resolv-conf',
      '  hold valid 60s',
      '',
      ...able.flatMap((forward) => [
        title(forward),
        `listen skyport_${forward.listenPort} from skyport`,
        `  bind :::${forward.listenPort} v4v6`,
        `  server node ${hostPort(forward.target, forward.targetPort)}${forward.addresses.includes(forward.target) ? '' : ' resolvers skyport init-addr last,libc,none'}`,
        '',
      ]),
    ].join('\n'),
    apply: ['haproxy -c -f /etc/haproxy/haproxy.cfg -f /etc/haproxy/skyport.cfg', 'systemctl reload haproxy'],
    problems: unable.map(({ lineName, tcp }) =>
      tcp ? `线路“${lineName}”：HAProxy 不能转发 UDP，只转发了 TCP` : `线路“${lineName}”：HAProxy 不能转发 UDP，未写入`,
    ),
  };
};

/** Ready configurations of all programs. Equal orders make equal texts. */
export const relayFiles = (order: RelayOrder): RelayFile[] =>
  [nftables, realm, gost, haproxy].map((write) => write(order));
