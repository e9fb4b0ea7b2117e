import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What the browser and network tests need from Debian: a file or program that shows it is there, and its package. */
const needs = {
  chromium: { probe: () => chromiumPath() !== undefined, packages: ['chromium-headless-shell'] },
  fonts: {
    probe: () =>
      existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc') || fontInstalled('Noto Sans CJK SC'),
    packages: ['fonts-noto-cjk', 'fonts-noto-color-emoji'],
  },
  sockets: { probe: () => onPath('ss') && onPath('ip'), packages: ['iproute2'] },
  sshd: { probe: () => existsSync('/usr/sbin/sshd'), packages: ['openssh-server'] },
  busybox: { probe: () => onPath('busybox'), packages: ['busybox'] },
  proxies: { probe: () => onPath('nginx') && existsSync('/usr/bin/caddy'), packages: ['nginx', 'caddy'] },
  promtool: { probe: () => onPath('promtool'), packages: ['prometheus'] },
  debootstrap: { probe: () => onPath('debootstrap'), packages: ['debootstrap'] },
  packetFilter: { probe: () => onPath('nft'), packages: ['nftables'] },
  postgresql: { probe: () => existsSync('/usr/lib/postgresql'), packages: ['postgresql'] },
  images: { probe: () => onPath('buildah') && onPath('debootstrap'), packages: ['buildah', 'debootstrap'] },
} as const;

export type Need = keyof typeof needs;

/** Variable with the path of the Chromium to use instead of an installed one. */
export const CHROMIUM_PATH = 'CHROMIUM_PATH';

/**
 * Makes sure that what the tests need is installed: by apt when root, otherwise throws one sentence that names the
 * packages to install.
 */
export const ensure = (...names: Need[]): void => {
  const missing = names.filter((name) => !needs[name].probe());
  if (missing.length === 0) return;
  const named = process.env[CHROMIUM_PATH];
  if (named !== undefined && missing.includes('chromium'))
    throw new Error(`${CHROMIUM_PATH} names ${named}, where there is no program.`);
  const packages = missing.flatMap((name) => needs[name].packages);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !onPath('apt-get')) {
    throw new Error(`These packages are missing and only root can install them here: ${packages.join(', ')}.`);
  }
  install(packages);
  const still = names.filter((name) => !needs[name].probe());
  if (still.length > 0) throw new Error(`Installed, but still not usable here: ${still.join(', ')}.`);
};

/** Where processes that install at the same time wait for one another: apt itself refuses the second one. */
const APT_LOCK = '/tmp/skyport-apt.lock';

/** Installs Debian packages. Throws one sentence when apt cannot. */
const install = (packages: readonly string[]): void => {
  process.stdout.write(`Installing ${packages.join(', ')} …\n`);
  const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`;
  try {
    execFileSync('flock', [APT_LOCK, 'sh', '-c', command], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // In run level 1 packages do not start their servers.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  } catch (fault) {
    throw new Error(`apt-get could not install ${packages.join(', ')}; install them by hand, then try again.`, {
      cause: fault,
    });
  }
};

/** The headless shell comes first: it needs less than half of the processor time. */
const CHROMIUMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
] as const;

/**
 * Chromium's path: the one that is named in the environment, else where packages put it; undefined where there is none.
 */
export const chromiumPath = (): string | undefined => {
  const named = process.env[CHROMIUM_PATH];
  return (named === undefined ? CHROMIUMS : [named]).find((path) => existsSync(path));
};

/** Arguments for a Chromium that talks to nobody but the page it is given. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const onPath = (program: string): boolean =>
  ['/usr/sbin', '/sbin', ...(process.env.PATH ?? '').split(':')].some((dir) => existsSync(`${dir}/${program}`));

const fontInstalled = (family: string): boolean => {
  try {
    return execFileSync('fc-list', [family], { encoding: 'utf8' }).trim() !== '';
  } catch {
    return false;
  }
};
