import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { agentEnvironment, agentNodeOptions } from '@skyport/contract/node-kit';
import { readEnv } from '@skyport/server/platform/env';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { panelCommand } from '../testkit/program.ts';
import { root } from './run.ts';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Instructions of the Dockerfile, each on one line. */
const instructions = textOf('Dockerfile')
  .replaceAll(/^\s*#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(Boolean);

/** Paths of the checkout that the Dockerfile copies. */
const copied = instructions
  .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
  .flatMap((line) => line.split(/\s+/).slice(1, -1));

const ignored = textOf('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const isIgnored = (path: string): boolean =>
  ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly build?: { readonly target: string };
  readonly profiles?: readonly string[];
}

const compose = parse(textOf('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};

test('copies only what the checkout has and the build sees', () => {
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(copied.filter((path) => path !== '.' && isIgnored(path))).toEqual([]);
});

test('copies what every package declares before packages are installed', () => {
  const declared = globSync('packages/*/package.json', { cwd: root });
  expect(copied.filter((path) => /^packages\/[^/]+\/package\.json$/.test(path)).toSorted()).toEqual(
    declared.toSorted(),
  );
});

test('copies the sources of the server and of every package that it needs', () => {
  const needed = (name: string): string[] => {
    const { dependencies = {} } = JSON.parse(textOf(`packages/${name}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    const own = Object.keys(dependencies).flatMap((dependency) => /^@skyport\/(.*)$/.exec(dependency)?.[1] ?? []);
    return [name, ...own.flatMap(needed)];
  };
  const sources = [...new Set(needed('server'))].map((name) => `packages/${name}/src`);
  expect(sources.filter((path) => !copied.includes(path))).toEqual([]);
});

test('keeps secrets, state and installed packages of the checkout out of every build', () => {
  for (const path of [
    '.git/config',
    '.env',
    'var/secret.key',
    'node_modules/zod',
    'packages/server/node_modules/zod',
  ]) {
    expect([path, isIgnored(path)]).toEqual([path, true]);
  }
  expect(isIgnored('packages/server/src/main.ts')).toBe(false);
});

test('gives the agent the memory settings of installed nodes', () => {
  const settings = instructions.filter((line) => line.startsWith('ENV ')).join(' ');
  expect(settings).toContain(`NODE_FLAGS="${agentNodeOptions.join(' ')}"`);
  for (const [name, value] of Object.entries(agentEnvironment)) expect(settings).toContain(`${name}=${value}`);
});

test('the panel is started in the same way by npm, the image and systemd', () => {
  const command = panelCommand.join(' ');
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  expect(scripts['start']).toBe(`node ${command}`);
  expect(instructions).toContain(`CMD ${JSON.stringify(['node', ...panelCommand]).replaceAll(',', ', ')}`);
  expect(textOf('deploy/skyport.service')).toMatch(new RegExp(`^ExecStart=\\S+/node ${command}$`, 'm'));
});

test('compose gives the panel only variables that it reads', () => {
  const known = Object.keys(readEnv({}));
  for (const name of ['panel', 'worker']) {
    const given = Object.keys(compose.services[name]?.environment ?? {});
    expect(given).toContain('DATABASE_URL');
    expect(given.filter((variable) => !known.includes(variable))).toEqual([]);
  }
});

test('compose needs one variable of .env and no other', () => {
  const used = [...textOf('compose.yaml').matchAll(/\$\{([A-Z_]\w*)(:?[-?+])?/g)];
  expect(new Set(used.filter(([, , operator]) => operator === ':?').map(([, name]) => name))).toEqual(
    new Set(['PUBLIC_URL']),
  );
  expect(new Set(used.filter(([, , operator]) => operator === undefined).map(([, name]) => name))).toEqual(
    new Set(['PUBLIC_URL']),
  );
});

test('networks before Caddy are believed only where .env names them', () => {
  expect(compose.services['caddy']?.environment?.['PROXIES']).toBe('${PROXIES:-}');
  expect(textOf('deploy/Caddyfile')).toMatch(/^\t\ttrusted_proxies 192\.0\.2\.1 \{\$PROXIES\}$/m);
});

test('compose names volumes, files and targets that exist', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((mount) => mount.split(':')[0]!),
  );
  const [files, volumes] = [
    mounts.filter((from) => from.startsWith('./')),
    mounts.filter((from) => !from.startsWith('./')),
  ];
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(new Set(volumes)).toEqual(new Set(Object.keys(compose.volumes)));
  const targets = instructions.flatMap((line) => /^FROM \S+ AS (\S+)$/.exec(line)?.[1] ?? []);
  for (const { build } of Object.values(compose.services)) if (build) expect(targets).toContain(build.target);
});
