import type { LineProtocol } from '@skyport/contract/fleet';
import { cleanName } from '@skyport/contract/names';
import { addressOf } from './address.ts';
import type {
  LineSecrets,
  LineSource,
  PublicSecrets,
  ResolvedLine,
  SourceEntry,
  SourceLine,
  SourceNode,
  Viewer,
} from './model.ts';
import { nameAllocator } from './names.ts';
import { problemOf } from './validate.ts';

/** What decides whether a line can be used, beside the user. */
export interface UsableLine {
  readonly line: Pick<SourceLine, 'bridge' | 'permissionRequire' | 'disableForAgency'>;
  readonly entry: Pick<SourceEntry, 'visible'> | null;
  readonly node: Pick<SourceNode, 'enabled'>;
}

/** What decides about a line on the user's side. */
type LineViewer = Pick<Viewer, 'permissions' | 'normalPermission' | 'isAgencyUser'>;

type Condition = (usable: UsableLine, viewer: LineViewer) => boolean;

/**
 * What has to hold for a user to use a line, each by its name: the one rule for documents, for the set of users that a
 * node serves, and for what staff are told of it. What is left to charge is not asked here.
 */
export const lineConditions = {
  node: ({ node }) => node.enabled,
  agency: ({ line }, viewer) => !line.disableForAgency || !viewer.isAgencyUser,
  entry: ({ line, entry }) => line.bridge !== 'report' || (entry?.visible ?? false),
  permission: ({ line }, viewer) =>
    !line.permissionRequire || viewer.normalPermission || viewer.permissions.has(line.permissionRequire),
} as const satisfies Readonly<Record<string, Condition>>;

/** The name of one of them. */
export type LineCondition = keyof typeof lineConditions;

const conditions: readonly Condition[] = Object.values(lineConditions);

/** Whether a user may use a line at all: every condition holds. */
export const mayUseLine = (usable: UsableLine, viewer: LineViewer): boolean => {
  for (const holds of conditions) if (!holds(usable, viewer)) return false;
  return true;
};

/** `×1.5` for 1 500 000 parts per million, nothing for ×1. */
const scaleMark = (ppm: number): string => (ppm === 1_000_000 ? '' : ` ×${ppm / 1_000_000}`);

interface Copy {
  readonly source: LineSource;
  readonly copy: number;
}

/** Name without its number: flag and name, or flag and the country's English name. */
const baseName = ({ line, node }: LineSource, viewer: Viewer): string => {
  const plain = (viewer.useEnglishNode && node.country.en) || line.name;
  return cleanName(`${node.country.flag} ${plain}`);
};

/**
 * Shown name of every copy. Numbers run on over lines of the same base name, in the order in which the lines were made
 * (their ids grow with time), so that a new line never renames an old one: clients remember the chosen name.
 */
const namesOf = (copies: readonly Copy[], viewer: Viewer, reserved: readonly string[]): Map<Copy, string> => {
  const unique = nameAllocator(reserved);
  const counters = new Map<string, number>();
  const spareName = ({ num }: SourceLine): string => `${viewer.useEnglishNode ? 'Line' : '线路'} ${num}`;
  const byAge = copies.toSorted((a, b) => compare(a.source.line.id, b.source.line.id) || a.copy - b.copy);
  return new Map(
    byAge.map((item) => {
      const { line } = item.source;
      if (line.fixName) return [item, unique(line.name, spareName(line))];
      const base = baseName(item.source, viewer);
      const number = (counters.get(base) ?? 0) + 1;
      counters.set(base, number);
      const wanted = `${base} ${String(number).padStart(2, '0')}${scaleMark(line.scalePpm)}`;
      return [item, unique(wanted, spareName(line))];
    }),
  );
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byIndex = (a: LineSource, b: LineSource): number =>
  a.line.index - b.line.index || a.node.index - b.node.index || a.line.num - b.line.num;

type SecretsReader = (secrets: PublicSecrets, line: SourceLine, host: string) => LineSecrets;

/** Protocol part of a line; what is not stored becomes empty and is dropped by the writers with the reason. */
const secretsOf: Record<LineProtocol, SecretsReader> = {
  vmesh_tcp: () => ({ protocol: 'vmesh_tcp' }),
  vmesh_ws: ({ path = '' }, { bridge }, host) => {
    return { protocol: 'vmesh_ws', path, host: host || null, tls: bridge === 'cf_cdn' };
  },
  ss: ({ serverKey = '' }) => ({ protocol: 'ss', method: '2022-blake3-aes-128-gcm', serverKey }),
  compat: () => ({ protocol: 'compat', method: 'aes-256-gcm' }),
  h2: ({ serverName, pin, certificate }, _, host) => {
    return { protocol: 'h2', serverName: serverName || host, pin: pin || null, certificate: certificate || null };
  },
  reality: ({ publicKey = '', shortId = '', serverName }, _, host) => {
    return { protocol: 'reality', publicKey, shortId, serverName: serverName || host };
  },
};

/**
 * The lines of one user, in the order they are shown: visible ones only, every copy with its own name and address.
 * Names are clean, unique, none of the clients' own and none of `reserved` (the names of groups); they do not change
 * from one call to the next.
 */
export const resolveLines = (
  sources: readonly LineSource[],
  viewer: Viewer,
  reserved: readonly string[],
): ResolvedLine[] => {
  const copies = sources
    .filter(({ line, entry, node }) => mayUseLine({ line, entry, node }, viewer))
    .toSorted(byIndex)
    .flatMap((source) =>
      Array.from({ length: Math.max(1, source.line.copies) }, (_, copy): Copy => ({ source, copy })),
    );
  const names = namesOf(copies, viewer, reserved);
  return copies.map((item) => {
    const { line, node } = item.source;
    const { server, port, host } = addressOf(item.source, item.copy, viewer);
    const name = names.get(item) ?? '';
    const base = { id: line.id, num: line.num, name, server, port, countryCode: node.country.code.toUpperCase() };
    return { ...base, ...secretsOf[line.protocol](line.publicSecrets, line, host ?? '') };
  });
};

/** Why no copy of a line that the viewer may use can be in its document; null when one can. */
export const lineProblem = (source: LineSource, viewer: Viewer): string | null => {
  const problems = resolveLines([source], viewer, []).map(problemOf);
  return problems.includes(null) ? null : (problems[0] ?? null);
};
