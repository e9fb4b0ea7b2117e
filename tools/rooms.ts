import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { root } from './run.ts';

/** Source files by path relative to the checkout, with their text. */
export type Sources = ReadonlyMap<string, string>;

/** Which rooms of a package serve all others, and which bring them together. */
interface Rooms {
  /** Rooms that are no features, each with the rooms that it may import. */
  readonly base: Readonly<Record<string, readonly string[]>>;
  /** Rooms that may import everything; '' are the files directly below `src`. Nobody may import them. */
  readonly roots: readonly string[];
  /** Base rooms that features may not import. */
  readonly closed: readonly string[];
}

/**
 * The one list of directions. A package may import the packages named here. Inside of server and web a feature may import
 * the open base rooms, and other features by their `index.ts`; it goes one way between two features (`circles`).
 */
export const directions: {
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly rooms: Readonly<Record<string, Rooms>>;
} = {
  packages: {
    contract: [],
    documents: ['contract'],
    db: ['contract'],
    agent: ['contract', 'documents'],
    server: ['contract', 'documents', 'db'],
    web: ['contract'],
  },
  rooms: {
    server: { base: { platform: [], gate: ['platform'] }, roots: [''], closed: ['gate'] },
    web: {
      base: {
        ui: ['api', 'device', 'testing'],
        api: ['ui', 'device', 'testing'],
        device: ['ui', 'api', 'testing'],
        testing: ['ui', 'api', 'device'],
      },
      roots: ['', 'app'],
      closed: [],
    },
  },
};

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** All TypeScript sources of the packages, tests and testing helpers left out. */
export const readSources = (): Sources => {
  const found = new Map<string, string>();
  const walk = (dir: string): void => {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      if (name === 'node_modules' || name === 'dist' || name === 'testing' || name === 'golden') continue;
      if (statSync(path).isDirectory()) walk(path);
      else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing/.test(name)) {
        found.set(relative(root, path), readFileSync(path, 'utf8'));
      }
    }
  };
  for (const name of Object.keys(directions.packages)) walk(join(root, 'packages', name, 'src'));
  return found;
};

/** Where a source lies. */
export interface Room {
  readonly pkg: string;
  /** Folder below src, '' for files directly in it. */
  readonly folder: string;
  readonly inside: string;
}

/** The room of a path; undefined outside of the packages' sources. */
export const roomOf = (path: string): Room | undefined => {
  const match = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?(.*)$/.exec(path);
  return match ? { pkg: match[1]!, folder: match[2] ?? '', inside: match[3]! } : undefined;
};

/** What the sources import, with the room of the importer and, inside of one package, that of the imported. */
const importsOf = (sources: Sources): { path: string; from: Room; specifier: string; to: Room | undefined }[] =>
  [...sources].flatMap(([path, text]) => {
    const from = roomOf(path);
    if (!from) return [];
    return [...text.matchAll(IMPORT)].map(([, specifier]) => ({
      path,
      from,
      specifier: specifier!,
      to: specifier!.startsWith('.') ? roomOf(normalize(join(dirname(path), specifier!))) : undefined,
    }));
  });

/** Every import that goes in a forbidden direction, one sentence each. */
export const roomProblems = (sources: Sources): string[] =>
  importsOf(sources).flatMap(({ path, from, specifier, to }) => {
    const reason = packageProblem(from, specifier, to) ?? (to && directionProblem(from, to));
    return reason ? [`${path} imports ${specifier}: ${reason}`] : [];
  });

const packageProblem = (from: Room, specifier: string, to: Room | undefined): string | undefined => {
  const named = /^@skyport\/([^/]+)/.exec(specifier)?.[1];
  if (named) {
    const allowed = directions.packages[from.pkg] ?? [];
    return named === from.pkg || !allowed.includes(named) ? `${from.pkg} may not import ${named}` : undefined;
  }
  if (!specifier.startsWith('.')) return undefined;
  if (!to) return 'it leaves the package';
  return to.pkg === from.pkg ? undefined : 'it reaches another package by path';
};

const directionProblem = (from: Room, to: Room): string | undefined => {
  const rooms = directions.rooms[from.pkg];
  if (!rooms || from.folder === to.folder || rooms.roots.includes(from.folder)) return undefined;
  if (rooms.roots.includes(to.folder)) return 'a room may not import what brings the rooms together';
  const mayImport = rooms.base[from.folder];
  if (mayImport) return mayImport.includes(to.folder) ? undefined : `${from.folder} may not know ${to.folder}`;
  if (rooms.closed.includes(to.folder)) return `a feature may not import ${to.folder}`;
  if (to.folder in rooms.base || /^index\.tsx?$/.test(to.inside)) return undefined;
  return 'only the index.ts of another feature may be imported';
};

/** Pairs of features of one package that import each other, `pkg: a ↔ b`. */
export const circles = (sources: Sources): string[] => {
  const edges = new Set(
    importsOf(sources).flatMap(({ from, to }) => {
      const rooms = directions.rooms[from.pkg];
      if (!rooms || !to || from.folder === to.folder) return [];
      const isFeature = ({ folder }: Room): boolean => !rooms.roots.includes(folder) && !(folder in rooms.base);
      return isFeature(from) && isFeature(to) ? [`${from.pkg} ${from.folder} ${to.folder}`] : [];
    }),
  );
  return [...edges]
    .flatMap((edge) => {
      const [pkg = '', from = '', to = ''] = edge.split(' ');
      return from < to && edges.has(`${pkg} ${to} ${from}`) ? [`${pkg}: ${from} ↔ ${to}`] : [];
    })
    .toSorted();
};

/** Feature folders of server and web whose name is no feature of the contract. */
export const strangeFeatures = (sources: Sources, features: readonly string[]): string[] => [
  ...new Set(
    [...sources.keys()].flatMap((path) => {
      const room = roomOf(path);
      const rooms = room && directions.rooms[room.pkg];
      if (!rooms || rooms.roots.includes(room.folder) || room.folder in rooms.base) return [];
      return features.includes(room.folder) ? [] : [`${room.pkg}/${room.folder}`];
    }),
  ),
];

/** Files that only pass on what another file has: whoever needs it imports that one. An `index.ts` is a feature's public interface. */
export const forwarders = (sources: Sources): string[] =>
  [...sources].flatMap(([path, text]) => {
    if (/\/index\.tsx?$/.test(path) || text.includes('.generated')) return [];
    const code = text
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
      .replaceAll(/(?:import|export)\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s+'[^']*';/g, '')
      .trim();
    return code === '' && text.includes('export') ? [path] : [];
  });
