import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure } from '../../../../../tools/prepare.ts';

/** Programs that make this machine look like another one to whoever has them first in PATH. */
export interface System {
  readonly path: string;
  remove(): void;
}

const program = (folder: string, name: string, text: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
};

const folderFor = (name: string): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** A machine with busybox for everything (ash, df, awk …), a loader that calls itself musl, and Node of the system. */
export const alpine = (): System => {
  ensure('busybox');
  const { folder, remove } = folderFor('alpine');
  const busybox = execFileSync('which', ['busybox'], { encoding: 'utf8' }).trim();
  for (const applet of execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n'))
    symlinkSync(busybox, join(folder, applet));
  program(folder, 'ldd', 'echo "musl libc (x86_64)"; echo "Version 1.2.5"; exit 1');
  symlinkSync(process.execPath, join(folder, 'node'));
  return { path: folder, remove };
};

/** This machine, saying that it has another processor. */
export const otherProcessor = (machine: string): System => {
  const { folder, remove } = folderFor('uname');
  program(folder, 'uname', `[ "$1" = -m ] && { echo ${machine}; exit; }; exec /usr/bin/uname "$@"`);
  return { path: `${folder}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`, remove };
};
