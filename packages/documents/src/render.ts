import type { LineProtocol } from '@skyport/contract/fleet';
import type { RuleSet } from '@skyport/contract/rules';
import { credentialMaker } from './credential.ts';
import { contentTypeOf } from './format.ts';
import type { Format, Writing } from './format.ts';
import { formats } from './formats.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import { placeholderLine, withReasonLine } from './placeholder.ts';
import type { PlaceholderReason } from './placeholder.ts';
import { withOwnHosts } from './rules/own-hosts.ts';
import { dnsPlanOf } from './rules/dns-plan.ts';
import { groupNamesOf, planOf } from './rules/plan.ts';
import type { Plan, Switches } from './rules/plan.ts';
import { personalTextsOf, template } from './template.ts';
import type { PersonalText, Part, Template } from './template.ts';
import type { Client } from './user-agent.ts';
import { isServer, problemOf } from './validate.ts';
import { PLACEHOLDER_NUM } from './writers/secret.ts';

/** What a document depends on beside its lines: equal contexts and lines give equal documents. */
export interface RenderContext {
  /** Name of the product. */
  readonly title: string;
  /** Host of subscription links (a port is ignored), reached through the lines, or without them; may be empty. */
  readonly selfHost: string;
  /**
   * Scheme and host of subscription links, where clients fetch whole lists and icons, too; without it documents have
   * what stands in them alone.
   */
  readonly linkBase?: string | undefined;
  /** Ids of lists that the host of links has as long files from outside; mihomo fetches the mainland's in any case. */
  readonly longLists?: readonly string[] | undefined;
  /** Whether link lists begin with a line that shows the remaining traffic, for apps that show no header. */
  readonly usageLine?: boolean | undefined;
  /** Address of the console. */
  readonly webPage: string;
  /**
   * Hosts of the console that this user is sent to, and no others (ports are ignored): reached through the lines, or
   * without them.
   */
  readonly consoleHosts?: readonly string[] | undefined;
  readonly client: Client;
  readonly switches: Switches;
  /** Groups and rules; stored ones have been checked (`checkRules`). */
  readonly rules: RuleSet;
  /** Why the user has only what is open to everybody; said by a line in front of the others. */
  readonly reason?: PlaceholderReason | undefined;
}

/** A line that is not in the document, and why: unusable data (`problem`) or a client that cannot speak it. */
export interface Dropped {
  readonly id: string;
  readonly reason: string;
  readonly because: 'problem' | 'client';
}

/** A line whose credential the document needs. */
export interface LineSlot {
  readonly num: number;
  readonly id: string;
  readonly protocol: LineProtocol;
}

/** A document with placeholders. Make it once for each context and lines, and fill it for each user. */
export interface Rendered {
  readonly template: Template;
  readonly contentType: string;
  /** Ending of the file's name; empty = none. */
  readonly extension: string;
  readonly dropped: readonly Dropped[];
  /** Each line once; empty in a placeholder document. */
  readonly slots: readonly LineSlot[];
  /** The personal texts in it, beside credentials. */
  readonly personal: readonly PersonalText[];
}

/** A host of the settings without scheme, port and brackets; empty when it cannot stand in a rule. */
const bareHost = (host: string): string => {
  const name = URL.parse(host.includes('://') ? host : `https://${host}`)?.hostname ?? '';
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  return isServer(bare) ? bare : '';
};

interface Partition {
  readonly lines: readonly ResolvedLine[];
  readonly dropped: readonly Dropped[];
}

/** Leaves out lines that would make a client refuse the whole document, and those that it cannot speak. */
const partition = (kind: DocumentKind, all: readonly ResolvedLine[], ctx: RenderContext): Partition => {
  const { client, rules, reason, switches } = ctx;
  const said = reason === undefined ? [] : [placeholderLine(reason, switches).name];
  const names = new Set([...groupNamesOf(rules), ...said].map((n) => n.toLowerCase()));
  const lines: ResolvedLine[] = [];
  const dropped: Dropped[] = [];
  for (const line of all) {
    const name = line.name.toLowerCase();
    const problem = problemOf(line) ?? (names.has(name) ? 'name is taken' : null);
    const refused = unspoken(kind, line, client);
    if (problem !== null) dropped.push({ id: line.id, reason: problem, because: 'problem' });
    else if (refused !== null) dropped.push({ id: line.id, reason: refused, because: 'client' });
    else {
      names.add(name);
      lines.push(line);
    }
  }
  return { lines, dropped };
};

/** Why the client has no use for a line in this kind of document, or null. */
const unspoken = (kind: DocumentKind, line: ResolvedLine, client: Client): string | null => {
  if (!speaks(kind, line.protocol, client)) return `${kind} client cannot speak ${line.protocol}`;
  const format: Format = formats[kind];
  return format.refuses?.(line, client) ?? null;
};

const write = (kind: DocumentKind, { lines, dropped }: Partition, ctx: RenderContext): Part[] => {
  const { client, switches, title } = ctx;
  const selfHost = bareHost(ctx.selfHost);
  const consoles = (ctx.consoleHosts ?? []).map(bareHost);
  const hasLines = lines.some(({ num }) => num !== PLACEHOLDER_NUM);
  const plan = withOwnHosts(planOf(ctx.rules, lines, switches), {
    consoles,
    link: selfHost,
    addresses: [ctx.webPage, ctx.linkBase ?? ''],
    hasLines,
    useEnglish: switches.useEnglish,
  });
  const reasonLine = ctx.reason && placeholderLine(ctx.reason, switches);
  const writing: Writing = {
    kind,
    lines: reasonLine ? [reasonLine, ...lines] : lines,
    hidden: dropped.filter((d) => d.because === 'client').length,
    plan: reasonLine ? withReasonLine(plan, reasonLine) : plan,
    dns: () => dnsPlanOf({ plan, switches, lines, ownHosts: [selfHost, ...consoles] }),
    switches,
    client,
    listFolder: ctx.linkBase === undefined ? '' : `${ctx.linkBase}/describe/rules`,
    iconFolder: ctx.linkBase === undefined ? '' : `${ctx.linkBase}/icons`,
    longLists: longListIds(plan, lines, ctx),
    usageLine: ctx.usageLine === true && !reasonLine && hasLines,
    title,
  };
  return formats[kind].write(writing);
};

/** The long lists of a document; none without lines, or where there is no folder to fetch them from. */
const longListIds = (plan: Plan, lines: readonly ResolvedLine[], ctx: RenderContext): string[] => {
  if (ctx.linkBase === undefined || lines.every(({ num }) => num === PLACEHOLDER_NUM)) return [];
  return plan.lists.map(({ id }) => id).filter((id) => ctx.longLists?.includes(id));
};

const render = (kind: DocumentKind, split: Partition, ctx: RenderContext): Rendered => {
  const made = template(write(kind, split, ctx));
  const { extension } = formats[kind];
  const contentType = contentTypeOf(formats[kind], ctx.client);
  const real = split.lines.filter(({ num }) => num !== PLACEHOLDER_NUM);
  const { dropped } = split;
  return { template: made, contentType, extension, dropped, slots: slotsOf(real), personal: personalTextsOf(made) };
};

/** Whether the client behind a link can use a protocol and has not asked to leave it out. */
export const speaks = (kind: DocumentKind, protocol: LineProtocol, client: Client): boolean =>
  !(client.withoutReality && protocol === 'reality') && formats[kind].speaks(protocol, client);

const slotsOf = (lines: readonly ResolvedLine[]): LineSlot[] => [
  ...new Map(lines.map(({ num, id, protocol }) => [num, { num, id, protocol }])).values(),
];

/**
 * A whole, valid document with one line that says why there are no others. Clients show it; an error or an empty body
 * would leave them with stale lines and a message that helps nobody.
 */
export const renderPlaceholder = (kind: DocumentKind, reason: PlaceholderReason, ctx: RenderContext): Rendered =>
  render(kind, { lines: [placeholderLine(reason, ctx.switches)], dropped: [] }, { ...ctx, reason: undefined });

/**
 * The document of a kind with slots for the credentials. A line that is unusable, whose name another one has, or that
 * the client cannot speak is left out and reported; when none remains the document is the placeholder, with the
 * reason if there is one. Never throws for the content of a line.
 */
export const renderTemplate = (kind: DocumentKind, lines: readonly ResolvedLine[], ctx: RenderContext): Rendered => {
  const split = partition(kind, lines, ctx);
  if (split.lines.length > 0) return render(kind, split, ctx);
  return { ...renderPlaceholder(kind, ctx.reason ?? 'noLines', ctx), dropped: split.dropped };
};

/**
 * What `fill` takes as `credential`: the credentials of a userkey on the lines of a document. Make it once for a
 * rendered document and call it for each user.
 */
export const credentialsOf = (slots: readonly LineSlot[]): ((userkey: string) => (lineNum: number) => string) => {
  const makers = new Map(slots.map(({ num, id, protocol }) => [num, credentialMaker(protocol, id)]));
  return (userkey) => (lineNum) => {
    const maker = makers.get(lineNum);
    if (!maker) throw new RangeError(`no line ${lineNum} in this document`);
    return maker(userkey);
  };
};
