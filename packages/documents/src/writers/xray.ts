import { speaksSince } from '../capability.ts';
import { JSON_TYPE, oneDialect } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import type { Hysteria2, LineBase, Reality, ResolvedLine, VmessWs } from '../model.ts';
import { LAN_SUFFIXES, PLAIN_NAME } from '../rules/dns-plan.ts';
import { dnsServersOf, farAddress } from '../rules/dns-servers.ts';
import { sizeOf } from '../rules/entries.ts';
import type { Entries } from '../rules/entries.ts';
import { atMost, lineRulesOf, ownRuleOf } from '../rules/line-rules.ts';
import type { BasicPolicy, LineRules, PolicyRule } from '../rules/line-rules.ts';
import { leadsHome } from '../rules/plan.ts';
import { carriesUdpOverTcp, QUIC_PORT } from '../rules/quic.ts';
import { json } from '../text/json.ts';
import { spliced } from '../text/tree.ts';
import type { Branch, Tree } from '../text/tree.ts';
import { PLACEHOLDER_NUM, secret } from './secret.ts';

const at = ({ server, port }: LineBase): Branch => ({ address: server, port });

const webSocket = ({ path, host, tls }: VmessWs): Branch => ({
  network: 'ws',
  wsSettings: { path, host: host ?? undefined },
  ...(tls && { security: 'tls', tlsSettings: { serverName: host ?? undefined, fingerprint: 'chrome' } }),
});

const reality = ({ serverName, publicKey, shortId }: Reality): Branch => ({
  network: 'tcp',
  security: 'reality',
  realitySettings: { serverName, fingerprint: 'chrome', publicKey, shortId, spiderX: '/' },
});

/** Xray no longer takes any certificate unseen, and compares the print of the certificate as we have it. */
const hysteria = (line: LineBase & Hysteria2): Branch => ({
  network: 'hysteria',
  hysteriaSettings: { version: 2, auth: spliced(secret(line)) },
  security: 'tls',
  tlsSettings: { serverName: line.serverName, alpn: ['h3'], pinnedPeerCertSha256: line.pin?.toLowerCase() },
});

/**
 * Protocol, settings and stream of a line, by the Xray project's pages on outbounds; `vnext` and `servers`, because
 * every version knows those.
 */
export const dialing = (line: ResolvedLine): Branch => {
  const id = spliced(secret(line));
  const servers = (password: Tree, method: string): Branch => ({ servers: [{ ...at(line), method, password }] });
  switch (line.protocol) {
    case 'vmesh_tcp':
    case 'vmesh_ws': {
      const settings = { vnext: [{ ...at(line), users: [{ id, security: 'auto' }] }] };
      return {
        protocol: 'vmess',
        settings,
        streamSettings: line.protocol === 'vmesh_ws' ? webSocket(line) : { network: 'tcp' },
      };
    }
    case 'ss':
      return {
        protocol: 'shadowsocks',
        settings: servers(spliced(`${line.serverKey}:`, secret(line)), line.method),
        streamSettings: { network: 'tcp' },
      };
    case 'compat':
      return { protocol: 'shadowsocks', settings: servers(id, line.method), streamSettings: { network: 'tcp' } };
    case 'h2':
      return { protocol: 'hysteria', settings: { version: 2, ...at(line) }, streamSettings: hysteria(line) };
    case 'reality': {
      const users = [{ id, encryption: 'none', flow: 'xtls-rprx-vision' }];
      return { protocol: 'vless', settings: { vnext: [{ ...at(line), users }] }, streamSettings: reality(line) };
    }
  }
};

const TAGS: Record<BasicPolicy, string> = { proxy: 'proxy', direct: 'direct', reject: 'block' };

/**
 * Names and networks apart, because a rule with both asks for both. Nothing of a file with places of
 * addresses is needed.
 */
const matchesOf = ({ suffixes, domains, keywords, networks }: Entries): Branch[] => {
  const names = [
    ...suffixes.map((s) => `domain:${s}`),
    ...domains.map((d) => `full:${d}`),
    ...keywords.map((k) => `keyword:${k}`),
  ];
  return [...(names.length > 0 ? [{ domain: names }] : []), ...(networks.length > 0 ? [{ ip: networks }] : [])];
};

const rulesOf = (rule: PolicyRule): Branch[] =>
  matchesOf(rule).map((match) => ({ type: 'field', ...match, outboundTag: TAGS[rule.policy] }));

/** Names of the house go direct, where the system is asked for them. */
const LAN_RULE: Branch = {
  type: 'field',
  domain: [...LAN_SUFFIXES.map((suffix) => `domain:${suffix}`), `regexp:${PLAIN_NAME}`],
  outboundTag: TAGS.direct,
};

/** Most entries in the rules of one line. A document repeats them for each line. */
const MOST_ENTRIES = 500;

const NO_QUIC: Branch = { type: 'field', network: 'udp', port: QUIC_PORT, outboundTag: TAGS.reject };

/** The rules of a list, behind those that refuse its QUIC to a line that would carry it over TCP. */
const guarded = (rule: PolicyRule): Branch[] => [
  ...(rule.policy === 'proxy' ? rulesOf(rule).map((match) => ({ ...match, ...NO_QUIC })) : []),
  ...rulesOf(rule),
];

/** Whether rules refuse QUIC to a line: Vision does so itself (`xtls-rprx-vision-udp443` would not). */
const refusesQuic = ({ plan }: Writing, line: ResolvedLine): boolean =>
  plan.refusesQuic && carriesUdpOverTcp(line) && line.protocol !== 'reality';

/** Entries in whose room the rules are written that refuse QUIC, beside the entries of those. */
const QUIC_ROOM = 16;

/** The rules of a line; where QUIC is refused, names that go through it stand twice and take the room of others. */
const ofLine = ({ plan }: Writing, line: ResolvedLine, isGuarded: boolean): LineRules => {
  const all = lineRulesOf(plan, line);
  const whole = atMost(all, MOST_ENTRIES);
  if (!isGuarded) return whole;
  const twice = whole.rules.filter(({ policy }) => policy === 'proxy').reduce((sum, rule) => sum + sizeOf(rule), 0);
  return atMost(all, MOST_ENTRIES - QUIC_ROOM - twice);
};

/** The line while it works, then the direct way. A line that is not measured yet counts as one that works. */
const OWN_WAY: Branch = {
  tag: 'own',
  selector: [TAGS.proxy],
  strategy: { type: 'random' },
  fallbackTag: TAGS.direct,
};

/** How the product's own hosts are reached in the configuration of a line. */
interface OwnWay {
  readonly rules: readonly Branch[];
  /** Probe address of the line; undefined when own hosts do not use the line. */
  readonly probe: string | undefined;
}

const ownWayOf = ({ plan }: Writing, line: ResolvedLine, isGuarded: boolean): OwnWay => {
  const rule = ownRuleOf(plan, line);
  if (rule === null) return { rules: [], probe: undefined };
  if (rule.policy !== 'proxy' || line.num === PLACEHOLDER_NUM) {
    return { rules: rulesOf({ ...rule, policy: 'direct' }), probe: undefined };
  }
  const matches = matchesOf(rule);
  return {
    rules: [
      ...(isGuarded ? matches.map((match) => ({ ...NO_QUIC, ...match })) : []),
      ...matches.map((match) => ({ type: 'field', ...match, balancerTag: OWN_WAY['tag'] })),
    ],
    probe: plan.groups.find(({ probe }) => probe !== undefined)?.probe,
  };
};

/** Routing of a line, with the observatory that its balancer needs. */
const routing = (writing: Writing, line: ResolvedLine): Branch => {
  const isGuarded = refusesQuic(writing, line);
  const { rules, final } = ofLine(writing, line, isGuarded);
  const ownWay = ownWayOf(writing, line, isGuarded);
  const listed = rules.flatMap(isGuarded ? guarded : rulesOf);
  const torrents = { type: 'field', protocol: ['bittorrent'], outboundTag: TAGS.direct };
  const toAll = { type: 'field', network: 'tcp,udp', outboundTag: TAGS[final] };
  const toLine = isGuarded ? [NO_QUIC] : [];
  const rest = final === 'proxy' ? toLine : [toAll];
  return {
    routing: {
      domainStrategy: 'AsIs',
      rules: [LAN_RULE, ...ownWay.rules, ...listed, torrents, ...rest],
      ...(ownWay.probe !== undefined && { balancers: [OWN_WAY] }),
    },
    ...(ownWay.probe !== undefined && {
      observatory: { subjectSelector: [TAGS.proxy], probeURL: ownWay.probe, probeInterval: '5m' },
    }),
  };
};

const SNIFFING = { enabled: true, destOverride: ['http', 'tls', 'quic'] } as const;

/** Where apps that take a configuration as it is expect it to listen. */
const INBOUNDS: readonly Branch[] = [
  {
    tag: 'socks',
    listen: '127.0.0.1',
    port: 10_808,
    protocol: 'socks',
    settings: { auth: 'noauth', udp: true },
    sniffing: SNIFFING,
  },
  { tag: 'http', listen: '127.0.0.1', port: 10_809, protocol: 'http', sniffing: SNIFFING },
];

/**
 * A list of whole configurations of Xray, one a line, named by `remarks`: the form that v2rayNG, v2rayN, Streisand,
 * Happ and V2Box take beside links. There are no groups; each rule does what its group does until somebody chooses
 * otherwise, and own hosts are reached directly when the line is dead. What goes direct is asked of the system's name
 * servers, all other names are resolved behind the line.
 */
const write = (writing: Writing) => {
  const dns = { servers: [farAddress(dnsServersOf(writing))] };
  const routings = new Map<string, Branch>();
  const routingOf = (line: ResolvedLine): Branch => {
    const sort = `${leadsHome(line)} ${refusesQuic(writing, line)} ${line.num === PLACEHOLDER_NUM}`;
    const known = routings.get(sort) ?? routing(writing, line);
    routings.set(sort, known);
    return known;
  };
  return json(
    writing.lines.map((line) => ({
      remarks: line.name,
      log: { loglevel: 'warning' },
      dns,
      inbounds: INBOUNDS,
      outbounds: [
        { tag: 'proxy', ...dialing(line) },
        { tag: 'direct', protocol: 'freedom' },
        { tag: 'block', protocol: 'blackhole' },
      ],
      ...routingOf(line),
    })),
  );
};

const speaksNg = speaksSince('v2rayng', { h2: [2, 0, 1], reality: [1, 8] });
const speaksN = speaksSince('v2rayn', { h2: [7, 17, 1] });

/** For apps around Xray that take whole configurations. The engine itself dials Hysteria2 since the start of 2026. */
export const xray: Format = {
  contentType: JSON_TYPE,
  extension: '',
  speaks: (protocol, client) => speaksNg(protocol, client) && speaksN(protocol, client),
  dialect: oneDialect,
  write,
};
