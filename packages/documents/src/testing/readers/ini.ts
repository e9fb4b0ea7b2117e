import type { FoundLine } from './found.ts';
import { cutOnce, ensure, fieldsOf, pairsOf, refuse } from './found.ts';
import type { Values } from './found.ts';
import { checkGeneral } from './ini-general.ts';
import { grammars } from './ini-keys.ts';
import type { IniDialect, IniGrammar } from './ini-keys.ts';
import { readProxy } from './ini-lines.ts';
import { readRule } from './ini-rules.ts';
import type { IniRule } from './ini-rules.ts';

/** A group of a profile. Members are names of lines, other groups or builtin policies. */
export interface IniGroup {
  readonly name: string;
  readonly type: string;
  readonly members: readonly string[];
  readonly options: Values;
}

/** A profile that its reader found whole and closed. */
export interface IniProfile {
  /** Address and interval in seconds of `#!MANAGED-CONFIG`; undefined in dialects without. */
  readonly managed: { readonly url: string; readonly interval: number } | undefined;
  readonly general: ReadonlyMap<string, string>;
  readonly lines: readonly FoundLine[];
  readonly groups: readonly IniGroup[];
  readonly rules: readonly IniRule[];
}

interface Row {
  readonly at: number;
  readonly section: string;
  readonly text: string;
}

const isComment = (text: string): boolean => /^(?:#|;|\/\/)/.test(text);

/** Cuts off a comment that begins after white space and outside of quotes. */
const withoutTrailing = (text: string, { trailing }: IniGrammar): string => {
  if (trailing === null) return text;
  const masked = text.replace(/"[^"]*"/g, (quoted) => '_'.repeat(quoted.length));
  const at = masked.search(trailing);
  return at < 0 ? text : text.slice(0, at);
};

/** The rows that are no comments, each with its section. */
const rowsOf = (text: string, grammar: IniGrammar): Row[] => {
  const rows: Row[] = [];
  let section = '';
  for (const [i, raw] of text.split('\n').entries()) {
    const at = i + 1;
    ensure(!/[\p{Cc}\u2028\u2029\ufeff]/u.test(raw), at, 'a control character or another end of line');
    const line = withoutTrailing(raw, grammar).trim();
    const head = /^\[(.*)\]$/.exec(line)?.[1];
    if (head !== undefined) {
      ensure(grammar.sections.includes(head), at, `section [${head}] is not documented`);
      ensure(!rows.some((row) => row.section === head), at, `section [${head}] stands twice`);
      section = head;
    } else if (line !== '' && !isComment(line)) rows.push({ at, section, text: line });
    else ensure(!line.startsWith('#!') || at === 1, at, 'a directive that is not on line 1');
  }
  return rows;
};

const managedOf = (text: string, { managed }: IniGrammar): IniProfile['managed'] => {
  if (managed === null) return undefined;
  const first = cutOnce(text, '\n')[0];
  const [, url = '', rest = ''] = /^#!MANAGED-CONFIG (\S+)(.*)$/.exec(first) ?? refuse(1, 'no #!MANAGED-CONFIG');
  ensure(/^https?:$/.test(URL.parse(url)?.protocol ?? ''), 1, `no address: ${url}`);
  const options = rest.trim().split(' ');
  const values = pairsOf(rest === '' ? [] : options, new Set(['interval', 'strict']), 1);
  const interval = Number(values.get('interval') || managed.leastInterval);
  ensure(Number.isInteger(interval) && interval >= managed.leastInterval, 1, 'interval is too short');
  return { url, interval };
};

/** A name before `=`: no separators, not the beginning of a comment, not taken by the client itself. */
const nameOf = (text: string, grammar: IniGrammar, where: number): string => {
  const name = text.trim();
  ensure(name !== '' && !/[,="]/.test(name) && !grammar.badStart.test(name), where, `no name: ${JSON.stringify(name)}`);
  const taken = [...grammar.builtins, 'Global Proxy'].map((builtin) => builtin.toLowerCase());
  ensure(!taken.includes(name.toLowerCase()), where, `name ${name} belongs to the client`);
  return name;
};

const readGroup = (grammar: IniGrammar, name: string, text: string, where: number): IniGroup => {
  const [type = '', ...fields] = fieldsOf(text, ',', where);
  ensure(grammar.groupTypes.includes(type), where, `group type ${type}`);
  const members = fields.filter((field) => !field.includes('='));
  const options = pairsOf(
    fields.filter((field) => field.includes('=')),
    grammar.groupKeys,
    where,
  );
  ensure(members.length > 0, where, `group ${name} is empty`);
  ensure(new Set(members).size === members.length, where, `group ${name} has a member twice`);
  ensure(/^(?:http:\/\/\S+)?$/.test(options.get('url')), where, 'the test address is not http://');
  return { name, type, members, options };
};

/** Every member and policy exists, names are different, and no group leads to itself. */
const checkReferences = (profile: IniProfile, grammar: IniGrammar): void => {
  const groups = new Map(profile.groups.map((group) => [group.name, group]));
  const names = [...profile.lines.map((line) => line.name), ...groups.keys()];
  ensure(names.length === profile.lines.length + profile.groups.length, 'names', 'two groups of the same name');
  ensure(new Set(names.map((name) => name.toLowerCase())).size === names.length, 'names', 'a name stands twice');
  const known = new Set([...names, ...grammar.builtins]);
  for (const { name, members } of groups.values()) {
    for (const member of members) ensure(known.has(member), `group ${name}`, `no policy ${member}`);
  }
  for (const { at, policy } of profile.rules) ensure(known.has(policy), at, `no policy ${policy}`);
  const visit = (name: string, above: readonly string[]): void => {
    ensure(!above.includes(name), `group ${name}`, 'leads to itself');
    for (const member of groups.get(name)?.members ?? []) visit(member, [...above, name]);
  };
  for (const name of groups.keys()) visit(name, []);
};

/**
 * Reads and checks a profile of Surge, Surfboard or Loon by the vendor's documentation: documented sections, keys and
 * values only, every member and policy defined, names different, the last rule and no other FINAL. Throws with the line
 * number.
 */
export const readIni = (dialect: IniDialect, text: string): IniProfile => {
  const grammar = grammars[dialect];
  const general = new Map<string, string>();
  const lines: FoundLine[] = [];
  const groups: IniGroup[] = [];
  const rules: IniRule[] = [];
  for (const { at, section, text: row } of rowsOf(text, grammar)) {
    const [key, value] = cutOnce(row, '=');
    if (section === 'Rule' || section === 'Remote Rule') rules.push(readRule(dialect, section, row, at));
    else if (section === '' || !row.includes('=')) refuse(at, `outside of any section, or no name = value: ${row}`);
    else if (section === 'Host') ensure(/^(?:\*\.)?[a-z0-9.-]+ = server:system$/.test(row), at, `host ${row}`);
    else if (section === 'General') checkGeneral(dialect, general, [key.trim(), value.trim()], at);
    else if (section === 'Proxy') lines.push(readProxy(dialect, nameOf(key, grammar, at), value, at));
    else groups.push(readGroup(grammar, nameOf(key, grammar, at), value, at));
  }
  const profile = { managed: managedOf(text, grammar), general, lines, groups, rules };
  const local = rules.filter((rule) => !rule.remote);
  ensure(lines.length > 0, 'profile', 'no lines');
  ensure(local.findIndex((rule) => rule.type === 'FINAL') === local.length - 1, 'rules', 'FINAL is not the last one');
  checkReferences(profile, grammar);
  return profile;
};

/** Reads a list of proxy lines without any section, as Loon and Surge fetch it. Throws with the line number. */
export const readNodeList = (dialect: IniDialect, text: string): FoundLine[] => {
  const grammar = grammars[dialect];
  const lines = rowsOf(text, grammar).map(({ at, text: row }) => {
    const [name, value] = cutOnce(row, '=');
    return readProxy(dialect, nameOf(name, grammar, at), value, at);
  });
  ensure(lines.length > 0, 'list', 'no lines');
  ensure(new Set(lines.map((line) => line.name)).size === lines.length, 'names', 'a name stands twice');
  return lines;
};
