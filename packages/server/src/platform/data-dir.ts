import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** State folder of a system installation. */
const SYSTEM_DIR = '/var/lib/skyport';

/**
 * Where the installation keeps its files: DATA_DIR when set, else `./var`, else (as root, below a folder that the
 * database's own user may not enter) the system's state folder. The folder is made.
 */
export const dataDirOf = (configured: string, cwd: string): string => {
  const local = resolve(cwd, 'var');
  const dir = configured
    ? resolve(cwd, configured)
    : process.getuid?.() === 0 && !anyoneMayEnter(cwd)
      ? SYSTEM_DIR
      : local;
  mkdirSync(dir, { recursive: true });
  return dir;
};

const anyoneMayEnter = (dir: string): boolean => {
  for (let at = resolve(dir); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
};

/** SECRET_KEY of the environment, or the one kept in `DATA_DIR/secret.key`, made on the first start (mode 0600). */
export const secretKeyOf = (configured: string, dataDir: string): string => {
  if (configured) return configured;
  const file = secretKeyFile(dataDir);
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
};

/** Where the data directory keeps SECRET_KEY. */
export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/** SECRET_KEY as `secretKeyOf` gives it, but makes none; undefined before the first start. */
export const findSecretKey = (configured: string, dataDir: string): string | undefined =>
  configured || existsSync(secretKeyFile(dataDir)) ? secretKeyOf(configured, dataDir) : undefined;
