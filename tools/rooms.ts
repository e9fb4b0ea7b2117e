import { importsOf, roomOf, type Import, type Room, type Sources } from './sources.ts';

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
 * The one list of directions. A package may import the packages named here. Inside of server and web a feature may
 * import the open base rooms, and other features by their `index.ts`; it never goes in a circle (`circles`). Tests are
 * freer: they belong to what stands beside the packages.
 */
export const directions: {
  readonly packages: Readonly<Record<string, readonly string[]>>;
  readonly rooms: Readonly<Record<string, Rooms>>;
  /** Folders beside the packages, each with the folders, or single files of them, that it may import by path. */
  readonly beside: Readonly<Record<string, readonly string[]>>;
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
      base: { device: [], ui: ['device'], api: ['ui', 'device'], 'list-page': ['api', 'ui', 'device'] },
      roots: ['', 'app'],
      closed: [],
    },
  },
  beside: {
    // Tests of packages, and what helps them: they may reach other packages by path.
    packages: ['testkit', 'tools'],
    tools: ['packages', 'testkit', 'bench/benches.ts', 'prove/provers.ts'],
    // Of the tools only what brings programs to a machine, and the table of pages.
    testkit: ['packages', 'tools/run.ts', 'tools/engines.ts', 'tools/prepare.ts', 'tools/console-pages.ts'],
    // Nobody imports an end-to-end test, a prover or a bench.
    e2e: ['packages', 'testkit', 'tools'],
    prove: ['packages', 'testkit', 'tools'],
    bench: ['packages', 'testkit', 'tools'],
    'vitest.config.ts': ['testkit'],
  },
};

/** Every import that goes in a forbidden direction, one sentence each. */
export const roomProblems = (sources: Sources): string[] =>
  importsOf(sources).flatMap((one) => {
    const reason = problemOf(one);
    return reason === undefined ? [] : [`${one.path} imports ${one.specifier}: ${reason}`];
  });

const problemOf = ({ path, specifier, target }: Import): string | undefined => {
  const from = roomOf(path);
  if (!from) return target === undefined ? undefined : besideProblem(path, target);
  if (target === undefined) return packageProblem(from, specifier);
  const to = roomOf(target);
  if (to?.pkg === from.pkg) return directionProblem(from, to);
  if (to) return 'it reaches another package by path';
  return target.startsWith(`packages/${from.pkg}/`) ? 'it is there for tests' : 'it leaves the package';
};

const besideProblem = (path: string, target: string): string | undefined => {
  const [own = '', other = ''] = [path, target].map((each) => each.split('/')[0]!);
  const allowed = directions.beside[own] ?? [];
  return own === other || allowed.includes(other) || allowed.includes(target) ? undefined : `${own} may not import it`;
};

const packageProblem = (from: Room, specifier: string): string | undefined => {
  const named = /^@skyport\/([^/]+)/.exec(specifier)?.[1];
  if (named === undefined) return undefined;
  const allowed = directions.packages[from.pkg] ?? [];
  return allowed.includes(named) ? undefined : `${from.pkg} may not import ${named}`;
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

/** Whether a room of server or web is one of those that others may import: it does not bring them together. */
export const isShared = ({ pkg, folder }: Room): boolean => {
  const rooms = directions.rooms[pkg];
  return rooms !== undefined && !rooms.roots.includes(folder);
};

const isFeature = (room: Room): boolean => isShared(room) && !(room.folder in directions.rooms[room.pkg]!.base);

/** Feature folders of server and web whose name is no feature of the contract. */
export const strangeFeatures = (sources: Sources, features: readonly string[]): string[] => [
  ...new Set(
    [...sources.keys()].flatMap((path) => {
      const room = roomOf(path);
      return room && isFeature(room) && !features.includes(room.folder) ? [`${room.pkg}/${room.folder}`] : [];
    }),
  ),
];
