import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/**
 * npm leaves optional packages out of the lockfile when the registry it asked did not have them, and `npm ci` then
 * refuses the file. This writes the missing ones in, each held to the platform its name tells, so that every machine
 * can install from the same lockfile. Run it after `npm install`; it changes nothing when nothing is missing.
 */
interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const OS = ['android', 'darwin', 'freebsd', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32', 'linux'];
const CPU = ['arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'mips64el', 'wasm32', 'arm'];

/** An entry that only the platform named in the package's name installs; a name without one installs nowhere. */
const entryFor = (pkg: string, version: string, dev: boolean): LockEntry => {
  const parts = pkg.toLowerCase();
  const cpu = CPU.find((name) => parts.includes(name)) ?? (parts.includes('amd64') ? 'x64' : 'none');
  const libc = parts.includes('musl') ? ['musl'] : parts.includes('gnu') ? ['glibc'] : undefined;
  return {
    version,
    optional: true,
    ...(dev && { dev }),
    os: [OS.find((os) => parts.includes(os)) ?? 'none'],
    cpu: [cpu],
    ...(libc && { libc }),
  };
};

/** The lockfile with every missing optional package, and how many were missing. */
export const completeLock = (text: string): { text: string; added: number } => {
  const lock = JSON.parse(text) as { packages: Record<string, LockEntry> };
  const { packages } = lock;
  let added = 0;
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`;
      if (packages[key] || packages[`${path}/${key}`]) continue;
      packages[key] = entryFor(name, version, entry.dev === true);
      added += 1;
    }
  }
  const { '': top, ...rest } = packages;
  const sorted = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries([['', top!], ...sorted]);
  return { text: `${JSON.stringify(lock, null, 2)}\n`, added };
};

if (import.meta.main) {
  const path = join(root, 'package-lock.json');
  const { text, added } = completeLock(readFileSync(path, 'utf8'));
  if (added > 0) writeFileSync(path, text);
  process.stdout.write(`${added} optional packages added to the lockfile\n`);
}
