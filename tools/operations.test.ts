import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';
import { readSources } from './sources.ts';

/* Runbooks against the product: commands, options, links and variables that they name. */

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
const runbooks = [
  'docs/operations.md',
  ...readdirSync(join(root, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`),
];

/** Commands of npm in a text, each with the options behind it. */
const commandsIn = (text: string): { name: string; options: string[] }[] =>
  [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test|ci)\b)((?:(?!\bnpm\b|&&|;)[^`\n])*)/g)].map(
    ([, run, plain, rest = '']) => ({
      name: run ?? plain!,
      options: rest.match(/--\w[\w-]*/g) ?? [],
    }),
  );

test('nothing of OpenTelemetry is loaded without a collector', () => {
  const users = [...readSources()]
    .filter(([, text]) => /^import [^;]*(?:@opentelemetry|open-telemetry)/m.test(text))
    .map(([path]) => path);
  expect(users).toEqual(['packages/server/src/platform/open-telemetry.ts']);
});

/** Commands and options that there are not. */
const missingIn = (text: string): string[] =>
  commandsIn(text).flatMap(({ name, options }) => {
    if (name === 'ci') return [];
    const file = /^node (?:--\S+ )*(\S+)/.exec(scripts[name] ?? '')?.[1];
    if (file === undefined) return [`npm run ${name}`];
    const source = read(file);
    return options.filter((option) => !source.includes(option.slice(2))).map((option) => `npm run ${name} ${option}`);
  });

test.each(runbooks)('%s names commands and options that exist', (path) => {
  expect(missingIn(read(path))).toEqual([]);
});

test('a command or option that there is not is found', () => {
  expect(missingIn('`npm run bakcup`, `npm run restore -- FILE --forced` and `npm ci && npm start`')).toEqual([
    'npm run bakcup',
    'npm run restore --forced',
  ]);
});

test('every runbook of the operations page is there, with at least a command or a link', () => {
  const sections = read('docs/operations.md').split(/^## /m).slice(1);
  const titles = sections.map((section) => section.split('\n')[0]);
  for (const title of [
    'First day',
    'Upgrade',
    'Way back',
    'Restore',
    'Payment stuck',
    'Node down',
    'Key lost',
    'Moving to another server',
  ])
    expect(titles).toContain(title);
  for (const section of sections) expect(section).toMatch(/`npm |`promtool |\]\(/);
});

test.each(runbooks)('%s links to files that exist', (path) => {
  const targets = [...read(path).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  const gone = targets.filter((target) => !/^https?:/.test(target) && !existsSync(join(root, dirname(path), target)));
  expect(gone).toEqual([]);
});

test('variables of the operations page are read by the server', () => {
  const env = read('packages/server/src/platform/env.ts');
  const named = read('docs/operations.md').match(/\b[A-Z]{2,}(?:_[A-Z]+)*(?==)|\b[A-Z]+_[A-Z_]+\b/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((name) => !env.includes(`${name}:`))).toEqual([]);
});

test('figures of the operations page are alarmed or shown', () => {
  const watched = read('deploy/alerts.yml') + read('deploy/grafana-dashboard.json');
  const named = read('docs/operations.md').match(/\bskyport_\w+/g) ?? [];
  expect(named.filter((name) => !watched.includes(name))).toEqual([]);
});
