import { allRows } from '@skyport/contract';
import { codeRules } from './code-rules.ts';
import { binary, run } from './run.ts';
import { readSources } from './sources.ts';
import { missingOf } from './spec/check.ts';
import { specification } from './spec/table.ts';

/** One check: what it is called and how it is run. */
interface Check {
  readonly name: string;
  readonly run: () => Promise<number>;
}

/** Says every break of the rules that are read from the code, below the rule that it breaks. */
const keepCodeRules = async (): Promise<number> => {
  const sources = readSources();
  const broken = codeRules.map(({ name, problems }) => ({ name, found: problems(sources) }));
  for (const { name, found } of broken.filter(({ found }) => found.length > 0))
    process.stdout.write(`${name}:\n${found.map((problem) => `  ${problem}\n`).join('')}`);
  return broken.every(({ found }) => found.length === 0) ? 0 : 1;
};

/** Builds the console and says what in it is newer than the browser floor (ADR 0063). */
const keepBrowserFloor = async (): Promise<number> => {
  if ((await run(process.execPath, ['tools/build-web.ts'])) !== 0) return 1;
  const { browserFiles, floorProblems } = await import('./browser-floor/check.ts');
  const problems = floorProblems(browserFiles());
  process.stdout.write(problems.map((problem) => `  ${problem}\n`).join(''));
  return problems.length === 0 ? 0 : 1;
};

/** Everything that can be said of the code without running it. */
export const checks: readonly Check[] = [
  { name: 'types of server, agent and tools', run: () => run(binary('tsc'), ['-p', '.']) },
  { name: 'types of the console', run: () => run(binary('tsc'), ['-p', 'packages/web']) },
  { name: 'rules of the code', run: keepCodeRules },
  { name: 'lint', run: () => run(binary('oxlint'), ['--type-aware', '--deny-warnings', '.']) },
  { name: 'built console against the oldest browsers', run: keepBrowserFloor },
  { name: 'format', run: () => run(binary('oxfmt'), ['--check', '.']) },
];

/** Lists the rows of the call table that answer 1198 because their feature is not built yet. */
const listUnbuilt = (): void => {
  const rows = allRows().filter(({ row }) => row.kind === 'planned');
  for (const { feature, name, row } of rows) process.stdout.write(`${feature}.${name} ${row.path}\n`);
  process.stdout.write(`${rows.length} calls are not built yet\n`);
};

/** Says which rows of the specification's table stand without what they name, and how many are owed to what. */
const checkSpecification = (): void => {
  const missing = missingOf(specification);
  for (const finding of missing) process.stdout.write(`${finding.id}: ${finding.missing}\n`);
  const rows = new Set(missing.map(({ id }) => id)).size;
  const owed = Map.groupBy(
    specification.filter((row) => row.owed !== undefined),
    (row) => row.owed!,
  );
  for (const [topic, { length }] of owed) process.stdout.write(`${length} rows are owed to “${topic}”\n`);
  process.stdout.write(`${specification.length} rows of the specification, ${rows} of them with something missing\n`);
  process.exitCode = missing.length === 0 ? 0 : 1;
};

const main = async (): Promise<void> => {
  if (process.argv.includes('--unbuilt')) return listUnbuilt();
  if (process.argv.includes('--spec')) return checkSpecification();
  let failed = 0;
  for (const check of checks) {
    const code = await check.run();
    process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}: ${check.name}\n`);
    if (code !== 0) failed += 1;
  }
  process.exitCode = failed === 0 ? 0 : 1;
  return undefined;
};

if (import.meta.main) await main();
