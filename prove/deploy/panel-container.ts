import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { configOf, openContainer, type ContainerProgram, type RunOptions } from './images.ts';

/** A container of the panel's image, whose own file system is watched. */
export interface PanelContainer {
  /** Starts the image's command; `prefix` runs in a shell before it. */
  start(prefix?: string): ContainerProgram;
  /** Runs the image's health check, as a container engine does. */
  isHealthy(env?: Readonly<Record<string, string>>): Promise<boolean>;
  /** Runs another command, as `docker compose exec` does. */
  run(command: readonly string[]): Promise<{ code: number; output: string }>;
  /** What was made, changed or removed outside of the mounts since the container was opened. */
  strays(): string[];
  close(): Promise<void>;
}

export const openPanelContainer = async (image: string, options: RunOptions): Promise<PanelContainer> => {
  const { Cmd, Healthcheck } = await configOf(image);
  const container = await openContainer(image);
  // The first run makes the places of the mounts.
  await container.run(['true'], options);
  const before = listing(container.folder);
  return {
    start: (prefix) =>
      container.start(prefix === undefined ? Cmd : ['sh', '-c', `${prefix}; exec "$@"`, 'sh', ...Cmd], options),
    isHealthy: async (env = {}) => {
      const [, ...command] = Healthcheck.Test;
      const { code } = await container.run(command, { ...options, env: { ...options.env, ...env } });
      return code === 0;
    },
    run: (command) => container.run(command, options),
    strays: () => differences(before, listing(container.folder)),
    close: () => container.remove(),
  };
};

/** Every file with its kind, size and both times; a folder's times tell of files that came and went. */
const listing = (folder: string): ReadonlyMap<string, string> => {
  const output = execFileSync('find', [folder, '-xdev', '-printf', String.raw`%P\t%y %m %U %s %T@ %C@\n`], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return new Map(output.split('\n').map((line) => line.split('\t', 2) as [string, string]));
};

/** Buildah itself makes and removes files here. */
const BUILDAH_PLACE = 'run';

const differences = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] => [
  ...[...before.keys()].filter((path) => path !== BUILDAH_PLACE && before.get(path) !== after.get(path)),
  ...[...after.keys()].filter((path) => !before.has(path)),
];

/** Real user number of a process; undefined when it has ended. */
export const userOf = (pid: number): number | undefined => {
  try {
    return Number(/^Uid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
};
