import type { LineProtocol } from '@skyport/contract/fleet';
import { clashDialect, speaks } from './capability.ts';
import { credentialMaker } from './credential.ts';
import type { BuiltKind, ResolvedLine } from './model.ts';
import { groupNames } from './rules/groups.ts';
import type { Switches } from './rules/groups.ts';
import { template } from './template.ts';
import type { Part, Template } from './template.ts';
import type { Client } from './user-agent.ts';
import { isServer, problemOf } from './validate.ts';
import { writeClash } from './writers/clash.ts';
import { PLACEHOLDER_NUM } from './writers/secret.ts';
import { writeSingbox } from './writers/singbox.ts';
import { writeLinkList } from './writers/ss.ts';

/** What a document depends on beside its lines. Documents of equal context and lines are equal. */
export interface RenderContext {
  /** Name of the product; it goes into the headers, never into a body. */
  readonly title: string;
  /** Host of subscription links from the settings (a port is ignored), which is always reached directly; may be empty. */
  readonly selfHost: string;
  /** Address of the console. */
  readonly webPage: string;
  readonly client: Client;
  readonly switches: Switches;
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

/** A document with open credentials. Keep it per context and lines; fill it per user. */
export interface Rendered {
  readonly template: Template;
  readonly contentType: string;
  readonly dropped: readonly Dropped[];
  /** Each line once; empty in a placeholder document. */
  readonly slots: readonly LineSlot[];
}

/** Why a user gets a placeholder instead of lines. */
export type PlaceholderReason = 'expired' | 'usedUp' | 'noLines';

const CONTENT_TYPES: Record<BuiltKind, string> = {
  clash: 'text/yaml; charset=utf-8',
  mjclash: 'text/yaml; charset=utf-8',
  flclash: 'text/yaml; charset=utf-8',
  ss: 'text/plain; charset=utf-8',
  singbox: 'application/json; charset=utf-8',
};

const PLACEHOLDER_NAMES: Record<PlaceholderReason, { readonly zh: string; readonly en: string }> = {
  expired: { zh: '订阅已到期-请登录官网', en: 'Expired - please log in' },
  usedUp: { zh: '流量已用完-请登录官网', en: 'Out of traffic - please log in' },
  noLines: { zh: '暂无可用线路-请登录官网', en: 'No line available - please log in' },
};

/** A host of the settings without scheme, port and brackets; empty when it cannot stand in a rule. */
const bareHost = (host: string): string => {
  const name = URL.parse(host.includes('://') ? host : `https://${host}`)?.hostname ?? '';
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  return isServer(bare) ? bare : '';
};

interface Sorted {
  readonly lines: readonly ResolvedLine[];
  readonly dropped: readonly Dropped[];
}

/** Takes out what would make a client refuse the whole document, and what it cannot speak. */
const sort = (kind: BuiltKind, all: readonly ResolvedLine[], client: Client): Sorted => {
  const names = new Set(groupNames.map((n) => n.toLowerCase()));
  const lines: ResolvedLine[] = [];
  const dropped: Dropped[] = [];
  for (const line of all) {
    const name = line.name.toLowerCase();
    const problem = problemOf(line) ?? (names.has(name) ? 'name is taken' : null);
    if (problem !== null) dropped.push({ id: line.id, reason: problem, because: 'problem' });
    else if (!speaks(kind, line.protocol, client)) {
      dropped.push({ id: line.id, reason: `${kind} client cannot speak ${line.protocol}`, because: 'client' });
    } else {
      names.add(name);
      lines.push(line);
    }
  }
  return { lines, dropped };
};

const write = (kind: BuiltKind, { lines, dropped }: Sorted, ctx: RenderContext): Part[] => {
  const { client, switches } = ctx;
  const selfHost = bareHost(ctx.selfHost);
  switch (kind) {
    case 'clash':
    case 'mjclash':
    case 'flclash': {
      const hidden = dropped.filter((d) => d.because === 'client').length;
      return writeClash({ lines, dialect: clashDialect(kind, client), hidden, selfHost, switches });
    }
    case 'singbox':
      return writeSingbox({ lines, tier: client.singboxTier, selfHost, switches });
    case 'ss':
      return writeLinkList(lines);
  }
};

const slotsOf = (lines: readonly ResolvedLine[]): LineSlot[] => [
  ...new Map(lines.map(({ num, id, protocol }) => [num, { num, id, protocol }])).values(),
];

/** The one line of a placeholder document: valid for every client, leads nowhere. */
const placeholderLine = (reason: PlaceholderReason, { useEnglish }: Switches): ResolvedLine => ({
  id: '00000000-0000-0000-0000-000000000000',
  num: PLACEHOLDER_NUM,
  name: PLACEHOLDER_NAMES[reason][useEnglish ? 'en' : 'zh'],
  server: '127.0.0.1',
  port: 9,
  countryCode: '',
  protocol: 'compat',
  method: 'aes-128-gcm',
});

/**
 * A whole, valid document with one line that says why there are no others. Clients show it; an error or an empty body
 * would leave them with stale lines and a message that helps nobody.
 */
export const renderPlaceholder = (kind: BuiltKind, reason: PlaceholderReason, ctx: RenderContext): Rendered => {
  const parts = write(kind, { lines: [placeholderLine(reason, ctx.switches)], dropped: [] }, ctx);
  return { template: template(parts), contentType: CONTENT_TYPES[kind], dropped: [], slots: [] };
};

/**
 * The document of a kind with places for the credentials. A line that is unusable, whose name another one has, or that
 * the client cannot speak is left out and reported; when none remains the document is the placeholder. Never throws for
 * the content of a line.
 */
export const renderTemplate = (kind: BuiltKind, lines: readonly ResolvedLine[], ctx: RenderContext): Rendered => {
  const sorted = sort(kind, lines, ctx.client);
  if (sorted.lines.length === 0) return { ...renderPlaceholder(kind, 'noLines', ctx), dropped: sorted.dropped };
  return {
    template: template(write(kind, sorted, ctx)),
    contentType: CONTENT_TYPES[kind],
    dropped: sorted.dropped,
    slots: slotsOf(sorted.lines),
  };
};

/**
 * What `fill` asks for: the credentials of the holder of a userkey on the lines of a document. Prepare it once for a
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
