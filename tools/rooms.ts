import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { root } from './run.ts';

/** Source files by path relative to the checkout, with their text. */
export type Sources = ReadonlyMap<string, string>;

/** Packages that a package may import. Nobody imports server, web or agent. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  documents: ['contract'],
  db: ['contract'],
  agent: ['contract', 'documents'],
  server: ['contract', 'documents', 'db'],
  web: ['contract'],
};

/** Folders of a package's source that are not features. */
const BASE_ROOMS: Record<string, readonly string[]> = {
  server: ['platform', 'gate', 'mail', 'chat'],
  web: ['ui', 'api', 'device', 'app', 'testing'],
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
  for (const name of Object.keys(MAY_IMPORT)) walk(join(root, 'packages', name, 'src'));
  return found;
};

interface Room {
  readonly pkg: string;
  /** Folder below src, '' for files directly in it. */
  readonly folder: string;
  readonly inside: string;
}

const roomOf = (path: string): Room | undefined => {
  const match = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?(.*)$/.exec(path);
  return match ? { pkg: match[1]!, folder: match[2] ?? '', inside: match[3]! } : undefined;
};

/** Every import that goes in a forbidden direction, one sentence each. */
export const roomProblems = (sources: Sources): string[] => {
  const problems: string[] = [];
  for (const [path, text] of sources) {
    const from = roomOf(path);
    if (!from) continue;
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const reason = problemOf(path, from, specifier!);
      if (reason) problems.push(`${path} imports ${specifier}: ${reason}`);
    }
  }
  return problems;
};

const problemOf = (path: string, from: Room, specifier: string): string | undefined => {
  const named = /^@skyport\/([^/]+)/.exec(specifier)?.[1];
  if (named) {
    const allowed = MAY_IMPORT[from.pkg] ?? [];
    return named === from.pkg || !allowed.includes(named) ? `${from.pkg} may not import ${named}` : undefined;
  }
  if (!specifier.startsWith('.')) return undefined;
  const to = roomOf(normalize(join(dirname(path), specifier)));
  if (!to) return 'it leaves the package';
  if (to.pkg !== from.pkg) return 'it reaches another package by path';
  return from.pkg === 'server' || from.pkg === 'web' ? directionProblem(from, to) : undefined;
};

const directionProblem = (from: Room, to: Room): string | undefined => {
  const base = BASE_ROOMS[from.pkg]!;
  if (from.folder === '' || from.folder === 'app' || from.folder === to.folder) return undefined;
  if (to.folder === '') return 'a room may not import the root that joins it';
  return base.includes(from.folder) ? baseProblem(from, to, base) : featureProblem(to, base);
};

const baseProblem = (from: Room, to: Room, base: readonly string[]): string | undefined => {
  if (!base.includes(to.folder)) return `${from.folder} may not know features`;
  return from.folder === 'platform' && to.folder === 'gate' ? 'platform may not know the gate' : undefined;
};

const featureProblem = (to: Room, base: readonly string[]): string | undefined => {
  if (to.folder === 'gate' || to.folder === 'app') return `a feature may not import ${to.folder}`;
  const inside = !base.includes(to.folder) && !/^index\.tsx?$/.test(to.inside);
  return inside ? 'only the index.ts of another feature may be imported' : undefined;
};

/** Feature folders of server and web whose name is no feature of the contract. */
export const strangeFeatures = (sources: Sources, features: readonly string[]): string[] => [
  ...new Set(
    [...sources.keys()].flatMap((path) => {
      const room = roomOf(path);
      if (!room || room.folder === '' || (room.pkg !== 'server' && room.pkg !== 'web')) return [];
      return BASE_ROOMS[room.pkg]!.includes(room.folder) || features.includes(room.folder)
        ? []
        : [`${room.pkg}/${room.folder}`];
    }),
  ),
];
