import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProxies } from '@skyport/server/gate/proxies';
import { readEnv } from '@skyport/server/platform/env';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './run.ts';

const deploy = join(root, 'deploy');
const textOf = (name: string): string => readFileSync(join(deploy, name), 'utf8');
/** Lines `NAME=value`; of names that are given twice the last one. */
const valuesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

const unit = valuesOf(textOf('skyport.service'));
const installer = textOf('install.sh');
const parts = textOf('install-parts.sh');
/** A constant of the installer, with the constants in it. */
const constant = (name: string): string =>
  (valuesOf(installer)[name] ?? '').replaceAll(/\$(\w+)/g, (_, inner: string) => constant(inner));

test('the scripts of the installer are read by their shells', () => {
  for (const name of ['install.sh', 'install-parts.sh']) execFileSync('bash', ['-n', join(deploy, name)]);
  execFileSync('sh', ['-n', join(deploy, 'skyport-command.sh')]);
});

test('the unit starts programs that a release has, with the settings and data that the installer makes', () => {
  const release = `${constant('APP')}/current`;
  const words = (unit['ExecStart'] ?? '').split(' ');
  const [program = '', file = ''] = words.filter((word) => !word.startsWith('--'));
  expect(program.startsWith(`${release}/`)).toBe(true);
  expect(existsSync(join(root, program.slice(release.length)))).toBe(true);
  expect(existsSync(join(root, file))).toBe(true);
  expect(unit['WorkingDirectory']).toBe(release);
  expect(unit['EnvironmentFile']).toBe(constant('ENV_FILE'));
  expect(`/var/lib/${unit['StateDirectory']}`).toBe(constant('DATA'));
  expect(valuesOf(textOf('panel.env'))['DATA_DIR']).toBe(constant('DATA'));
});

test('every setting that the installer writes is one of the panel, with a value that it takes', () => {
  const known = Object.keys(readEnv({}));
  const sample = valuesOf(textOf('panel.env'));
  const written = [...parts.matchAll(/^(DATABASE\w+)=postgresql:/gm)].map(([, name]) => name ?? '');
  expect(written).toEqual(['DATABASE_URL', 'DATABASE_OWNER_URL']);
  expect(known).toEqual(expect.arrayContaining([...Object.keys(sample), ...written]));
  expect(readEnv(sample)).toMatchObject({ PUBLIC_URL: 'https://panel.example.com', PORT: 3000, DOMAINS: [] });
  for (const name of ['PUBLIC_URL', 'DOMAINS', 'PORT', 'TRUST_PROXY']) expect(Object.keys(sample)).toContain(name);
});

test('the owner of the tables may make the database of a test restore', () => {
  expect(textOf('roles.sql')).toMatch(/^create role skyport_owner login createdb;$/m);
  expect(parts).toMatch(/^alter role skyport_owner createdb /m);
  // As many locks as compose.yaml gives.
  const locks = /max_locks_per_transaction ?= ?256/;
  expect(parts).toMatch(locks);
  expect(readFileSync(join(root, 'compose.yaml'), 'utf8')).toMatch(locks);
});

test("Cloudflare's networks are trusted and no stranger's", () => {
  const proxies = createProxies(valuesOf(textOf('proxy/cloudflare.env'))['TRUST_PROXY'] ?? '');
  for (const address of ['127.0.0.1', '173.245.48.9', '2400:cb00::1']) expect(proxies.trusts(address)).toBe(true);
  for (const address of ['198.51.100.9', '2001:db8::1']) expect(proxies.trusts(address)).toBe(false);
});

test('a release and an image say their commit in the file that the program reads', () => {
  expect(parts).toMatch(/rev-parse HEAD .*\| build "\$room\/release" tee commit /);
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^WORKDIR \/app$[^]*echo "\$COMMIT" >commit;/m);
});

test('the samples of proxies hold every place that the installer fills in', () => {
  const places = ['panel.example.com', '127.0.0.1:3000', '/etc/ssl/panel.pem', '/etc/ssl/panel.key'];
  for (const name of ['proxy/nginx.conf', 'proxy/Caddyfile'])
    for (const place of places) expect(textOf(name), name).toContain(place);
  expect(textOf('proxy/Caddyfile')).toMatch(/^\t+# tls .*\n(?:.*\n)*\t+# trusted_proxies /m);
  expect(textOf('proxy/Caddyfile')).toMatch(/^http:\/\/panel\.example\.com \{$/m);
});

test('the command of the server knows only commands that the product has', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const [, names = ''] = /usage: sudo skyport (\S+)/.exec(textOf('skyport-command.sh')) ?? [];
  expect(names.split('|')).toContain('admin');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(names.split('|')));
});

test('what a run that was cut off has changed is brought into effect by the next one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-installer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  /** Changes of one run, of which the installer goes by. */
  const run = (script: string): string =>
    execFileSync(
      'bash',
      [
        '-euc',
        `say() { printf '%s\\n' "$*"; }; UNFINISHED=$1/unfinished; . "$2"; recall; ${script}; say "$CHANGED"`,
        'bash',
        folder,
        join(deploy, 'install-parts.sh'),
      ],
      { encoding: 'utf8' },
    ).trim();
  expect(run('put "$1/site.conf" 644 <<<one')).toBe(`${folder}/site.conf`);
  // The second run finds the file as it should be.
  expect(run('put "$1/site.conf" 644 <<<one')).toBe(`${folder}/site.conf`);
  expect(readFileSync(join(folder, 'site.conf'), 'utf8')).toBe('one\n');
  expect(run('rm "$UNFINISHED"; CHANGED=; put "$1/site.conf" 644 <<<one')).toBe('');
  expect(existsSync(join(folder, 'unfinished'))).toBe(false);
});

test.each([
  [['--nonsense'], 2, 'usage: sudo deploy/install.sh --public-url'],
  [['--port'], 1, 'Refused: --port needs a value.'],
])('the installer refuses the options %j before it looks at the machine', (args, status, sentence) => {
  const ended = spawnSync('bash', [join(deploy, 'install.sh'), ...args], { encoding: 'utf8' });
  expect(ended.status).toBe(status);
  expect(ended.stderr).toContain(sentence);
});
