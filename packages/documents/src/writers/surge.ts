import { cleanName } from '@skyport/contract/names';
import { speaksSurge } from '../capability.ts';
import type { Speaks } from '../capability.ts';
import { oneDialect, TEXT_TYPE } from '../format.ts';
import type { Format, Writing } from '../format.ts';
import type { ResolvedLine, VmessWs } from '../model.ts';
import { goesByLine } from '../rules/dns-plan.ts';
import { classicalLines, ordered } from '../rules/lines.ts';
import { longListsOf, withRefused } from '../rules/long-lists.ts';
import { MAINLAND_LIST } from '../rules/plan.ts';
import type { Group, Member, Plan, PlannedList, Policy } from '../rules/plan.ts';
import { carriesUdpOverTcp } from '../rules/quic.ts';
import { personal } from '../template.ts';
import type { Part } from '../template.ts';
import { iniRefuses, iniValue } from '../text/ini.ts';
import { hiddenNote } from './note.ts';
import { secret } from './secret.ts';
import { general, hosts, PROBE } from './surge-general.ts';
import type { IniDialect } from './surge-general.ts';

/** `, key=value` for each pair, in order. */
const params = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `, ${key}=${iniValue(value)}`)
    .join('');

/**
 * Options of VMess over WebSocket. With TLS, `sni` is always written: clients would send the server's
 * address otherwise.
 */
const webSocket = ({ path, host, tls }: VmessWs): Record<string, string> => ({
  ...(tls && host !== null && { tls: 'true', sni: host, 'skip-cert-verify': 'false' }),
  ws: 'true',
  'ws-path': path,
  ...(host !== null && { 'ws-headers': `Host:${host}` }),
});

/**
 * What follows the name of a line. Keys of Surge's manual (policies) and Surfboard's (profile syntax reference). Surge
 * carries UDP over VMess by itself, Surfboard only when told to.
 */
const proxy = (line: ResolvedLine, dialect: IniDialect): Part[] => {
  const at = `${line.server}, ${line.port}`;
  const credential = secret(line);
  switch (line.protocol) {
    case 'vmesh_tcp':
    case 'vmesh_ws': {
      const more = {
        'vmess-aead': 'true',
        ...(line.protocol === 'vmesh_ws' && webSocket(line)),
        ...(dialect === 'surfboard' && { 'udp-relay': 'true' }),
      };
      return [`vmess, ${at}, username=`, credential, params(more)];
    }
    case 'ss': {
      const start = `ss, ${at}, encrypt-method=${line.method}, password="${line.serverKey}:`;
      return [start, credential, '", udp-relay=true'];
    }
    case 'compat':
      return [`ss, ${at}, encrypt-method=${line.method}, password="`, credential, '", udp-relay=true'];
    case 'h2': {
      const pin = line.pin === null ? {} : { 'server-cert-fingerprint-sha256': line.pin.toLowerCase() };
      return [`hysteria2, ${at}, password="`, credential, `"${params({ sni: line.serverName, ...pin })}`];
    }
    // Neither client knows VLESS; such lines have been taken out before.
    case 'reality':
      return [];
  }
};

/** What both clients would otherwise decide themselves for a line that carries UDP over TCP. */
const quic = (line: ResolvedLine, { refusesQuic }: Plan): string =>
  carriesUdpOverTcp(line) ? params({ 'block-quic': refusesQuic ? 'on' : 'off' }) : '';

const groupName = ({ name }: { readonly name: string }): string => cleanName(name);

const memberName = (member: Member): string => {
  if ('line' in member) return member.line;
  return 'group' in member ? groupName(member) : member.builtin.toUpperCase();
};

const policyName = (policy: Policy): string =>
  'group' in policy ? groupName(policy.group) : policy.builtin.toUpperCase();

/** Surge measures against the address of its general section, in Surfboard each group has one. */
const measured = ({ type }: Group, dialect: IniDialect): string => {
  if (type === 'select') return '';
  const own = { 'url-test': ', tolerance=50', fallback: '', 'load-balance': ', persistent=true' }[type];
  return `${dialect === 'surfboard' ? `, url=${PROBE}` : ''}, interval=300${own}`;
};

const group = (one: Group, dialect: IniDialect): string =>
  `${groupName(one)} = ${[one.type, ...one.members.map(memberName)].join(', ')}${measured(one, dialect)}`;

const REMOTE = ',force-remote-dns';

/** The rules of a list. Surfboard asks at home for a name, unless its rule says that the line does. */
const listRules = (dialect: IniDialect, list: PlannedList, plan: Plan): string[] => {
  const policy = policyName(list.policy);
  if (dialect === 'surge' || !goesByLine(list.policy, plan)) return classicalLines(list, policy);
  const { networks } = list;
  const none = { suffixes: [], domains: [], keywords: [] };
  return [
    ...classicalLines({ ...list, networks: [] }, policy + REMOTE),
    ...classicalLines({ ...none, networks }, policy),
  ];
};

/** Surfboard's last rule has no word for who is asked, so that one for all names with a dot stands in front of it. */
const finalRules = (dialect: IniDialect, plan: Plan): string[] => {
  const name = groupName(plan.final);
  if (dialect === 'surge') return [`FINAL,${name},dns-failed`];
  const all = goesByLine({ group: plan.final }, plan) ? [`DOMAIN-KEYWORD,.,${name}${REMOTE}`] : [];
  return [...all, `FINAL,${name}`];
};

/**
 * All rules but those of long files are in the document. Both clients bring along where addresses are, which says
 * nothing about names: those would be asked at home, only to go through a line then. A name that cannot be resolved
 * goes through the lines in Surge; Surfboard has no key for it.
 */
const rules = (dialect: IniDialect, writing: Writing): string[] => {
  const { plan, listFolder, longLists } = writing;
  const mainland = plan.lists.find(({ id }) => id === MAINLAND_LIST);
  const long = longListsOf(plan, longLists);
  // Surfboard has no word there for names that the line resolves.
  const isWritten = ({ policy }: PlannedList): boolean => dialect === 'surge' || !goesByLine(policy, plan);
  const fileRule = ({ id, policy }: PlannedList): string => `RULE-SET,${listFolder}/${id}.rules,${policyName(policy)}`;
  return [
    ...withRefused(plan.lists, long, {
      write: (list) => listRules(dialect, ordered(list), plan),
      writeLong: (list) => [fileRule(list)],
    }),
    ...long.others.filter(isWritten).map(fileRule),
    ...(mainland ? [`GEOIP,CN,${policyName(mainland.policy)},no-resolve`] : []),
    ...finalRules(dialect, plan),
  ];
};

const section = (name: string, rows: readonly string[]): string => `\n[${name}]\n${rows.join('\n')}\n`;

/** Surfboard also opens links that are meant for Surge, and is then given its own language. */
const dialectOf = ({ kind, client }: Pick<Writing, 'kind' | 'client'>): IniDialect =>
  kind === 'surfboard' || client.family === 'surfboard' ? 'surfboard' : 'surge';

/** The first line must be in every update, or the profile stops updating itself. */
const write = (writing: Writing): Part[] => {
  const dialect = dialectOf(writing);
  const dns = writing.dns();
  return [
    '#!MANAGED-CONFIG ',
    personal('link'),
    ' interval=86400 strict=false\n',
    hiddenNote(writing),
    section('General', general(dialect, writing, dns)),
    '\n[Proxy]\n',
    ...writing.lines.flatMap((line) => [`${line.name} = `, ...proxy(line, dialect), `${quic(line, writing.plan)}\n`]),
    section(
      'Proxy Group',
      writing.plan.groups.map((one) => group(one, dialect)),
    ),
    section('Host', hosts(dns)),
    section('Rule', rules(dialect, writing)),
  ];
};

const speaksSurfboard: Speaks = (protocol) => protocol !== 'reality';

/** A whole profile for Surge on iOS and macOS, which updates itself from the link. */
export const surge: Format = {
  contentType: TEXT_TYPE,
  extension: '.conf',
  speaks: (protocol, client) => {
    const speaks = dialectOf({ kind: 'surge', client }) === 'surge' ? speaksSurge : speaksSurfboard;
    return speaks(protocol, client);
  },
  dialect: (client) => dialectOf({ kind: 'surge', client }),
  refuses: iniRefuses,
  write,
};

/** A whole profile for Surfboard. */
export const surfboard: Format = { ...surge, speaks: speaksSurfboard, dialect: oneDialect };
