import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../tools/run.ts';
import type { Bench } from './measure.ts';

/** One file of the build as Vite's manifest lists it. */
interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** Pages; what else is loaded later (windows, forms, the QR painter) is fetched when somebody opens it. */
const PAGE = /\.page\.tsx$/;
/** The page itself, with the outline that stands there first. */
const PAGE_ITSELF = 'index.html';
/** The page that a first visit shows; its own code belongs to the first load. */
const FIRST_PAGE = /dashboard\.page\.tsx$/;

/**
 * What a browser loads, in kB of gzip: all that the first visit to the dashboard needs, the page with its outline
 * included, and what each later page adds.
 */
export const bundle: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-bundle-'));
  try {
    await build({
      root: join(root, 'packages/web'),
      logLevel: 'warn',
      build: { manifest: true, outDir: folder, emptyOutDir: true },
    });
    const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
    const sizeOf = (file: string): number => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000;
    return figuresOf(manifest, sizeOf);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const figuresOf = (manifest: Manifest, sizeOf: (file: string) => number): Awaited<ReturnType<Bench>> => {
  const names = Object.keys(manifest);
  const entries = names.filter((name) => manifest[name]?.isEntry);
  const pages = names.filter((name) => PAGE.test(name) && manifest[name]?.isDynamicEntry);
  const shell = filesOf(manifest, entries);
  const firstPages = names.filter((name) => FIRST_PAGE.test(name));
  if (firstPages.length === 0) throw new Error('the build has no dashboard page');
  const firstLoad = filesOf(manifest, [...entries, ...firstPages]);
  const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + sizeOf(file), 0);
  const added = pages
    .filter((name) => !firstPages.includes(name))
    .map((name) => sum([...filesOf(manifest, [name])].filter((file) => !shell.has(file))));
  const all = filesOf(manifest, names);
  return {
    ratios: {},
    figures: {
      firstLoadKb: tenth(sum([PAGE_ITSELF, ...firstLoad])),
      outlineKb: tenth(sizeOf(PAGE_ITSELF)),
      largestPageKb: tenth(Math.max(0, ...added)),
      chunks: Object.fromEntries([...all].toSorted().map((file) => [file, tenth(sizeOf(file))])),
    },
  };
};

const tenth = (kb: number): number => Math.round(kb * 10) / 10;

/** Scripts and styles of these chunks and of everything that they import at once. */
const filesOf = (manifest: Manifest, names: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    if (/\.(?:js|css)$/.test(chunk.file)) files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const inner of chunk.imports ?? []) visit(inner);
  };
  for (const name of names) visit(name);
  return files;
};
