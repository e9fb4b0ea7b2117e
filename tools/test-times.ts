import type { Sources } from './sources.ts';
import { isNode, nodesOf, type Node } from './syntax.ts';

/*
 * Tests wait for events. A time of their own makes them fail on a slow machine or wait on a fast one, so that
 * fixed timeouts, sleeps and measured times belong into `*.timing.test.ts`, which only `npm run test:all` runs.
 */

const TEST = /\.(?:test\.tsx?|e2e\.ts)$/;
const TIMING = /\.timing\.test\.ts$/;
const ENGINE_TEST = /\.engine\.test\.ts$/;
/** Helpers of tests: `testkit`, `testing.ts`, `testing-….ts` and everything in a folder `testing`. */
const HELPER = /^testkit\/|(?:^|\/)testing(?:-[\w-]+)?(?:\/|\.tsx?$)/;

/** Files that may wait and measure, and why. */
const EXCEPT: Readonly<Record<string, string>> = {
  'testkit/until.ts': 'every other wait is made of it',
  'testkit/calendar.ts': 'programs tell nobody that they have read the calendar',
  'packages/agent/src/testing/engine-settles.ts': 'the wait of engine tests',
  'packages/agent/src/testing/distance.ts': 'it stands for the distance of a real server',
  'packages/web/src/testing/patient-library.ts': 'it tells that time ran out',
};

/** Constants for how long something must not come, and the most that they may say. */
const QUIET = /^QUIET(?:_[A-Z]+)*_MS$/;
const LONGEST_QUIET_MS = 3000;

const TIMEOUT_KEYS = /^(?:timeout|testTimeout|hookTimeout|withinMs)$/;
const RUNNERS = /^(?:test|it|describe|beforeAll|beforeEach|afterAll|afterEach)$/;
/** What an expectation compares with. */
const MATCHER = /^to[A-Z]/;
const SLEEPS = /^(?:sleep|delay|pause|wait|quiet)$/;
const CLOCKS = /^(?:Date\.now|performance\.now|process\.hrtime(?:\.bigint)?)$/;
const ENGINE_HELPER = 'engineSettles';

const child = (node: Node, key: string): Node | undefined => (isNode(node[key]) ? node[key] : undefined);
const children = (node: Node, key: string): readonly Node[] =>
  Array.isArray(node[key]) ? (node[key] as readonly unknown[]).filter(isNode) : [];

/** `a.b.c` of a name or member access; '' for anything else. */
const nameOf = (node: Node | undefined): string => {
  if (node?.type === 'Identifier') return String(node['name']);
  if (node?.type !== 'MemberExpression' || node['computed'] === true) return '';
  return `${nameOf(child(node, 'object'))}.${nameOf(child(node, 'property'))}`;
};

type Constants = ReadonlyMap<string, Node>;

const operators: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

/** The number that a literal, a sum of literals or a constant of the same file stands for. */
const numberOf = (node: Node | undefined, constants: Constants): number | undefined => {
  if (node?.type === 'Literal') return typeof node['value'] === 'number' ? node['value'] : undefined;
  if (node?.type === 'Identifier') return numberOf(constants.get(nameOf(node)), constants);
  if (node?.type !== 'BinaryExpression') return undefined;
  const [left, right] = [numberOf(child(node, 'left'), constants), numberOf(child(node, 'right'), constants)];
  return left === undefined || right === undefined ? undefined : operators[String(node['operator'])]?.(left, right);
};

/** What one file declares and imports. */
interface File {
  readonly path: string;
  readonly nodes: readonly Node[];
  readonly constants: Constants;
  /** Local names of `setTimeout` of `node:timers/promises`. */
  readonly sleeps: ReadonlySet<string>;
  /** Variables that hold a moment of a clock. */
  readonly moments: ReadonlySet<string>;
}

const isClock = (node: Node | undefined): boolean =>
  node?.type === 'CallExpression' && CLOCKS.test(nameOf(child(node, 'callee')));

const isMoment = (node: Node | undefined, { moments }: Pick<File, 'moments'>): boolean =>
  isClock(node) || moments.has(nameOf(node));

const fileOf = (path: string, text: string): File => {
  const nodes = nodesOf(path, text);
  const declared = nodes.filter(({ type }) => type === 'VariableDeclarator');
  const named = (of: (init: Node) => boolean): readonly (readonly [string, Node])[] =>
    declared.flatMap((node) => {
      const init = child(node, 'init');
      return init && of(init) ? [[nameOf(child(node, 'id')), init] as const] : [];
    });
  const imported = nodes.filter(
    (node) => node.type === 'ImportDeclaration' && String(child(node, 'source')?.['value']).endsWith('timers/promises'),
  );
  return {
    path,
    nodes,
    constants: new Map(named(() => true)),
    sleeps: new Set(imported.flatMap((node) => children(node, 'specifiers')).map((one) => nameOf(child(one, 'local')))),
    moments: new Set(named(isClock).map(([name]) => name)),
  };
};

const isQuiet = (node: Node | undefined, file: File): boolean => {
  if (!QUIET.test(nameOf(node))) return false;
  const ms = numberOf(node, file.constants);
  return ms === undefined || ms <= LONGEST_QUIET_MS;
};

/** A number that is written in the file, other than zero and the constants for what must not come. */
const isFixed = (node: Node | undefined, file: File): boolean =>
  !isQuiet(node, file) && (numberOf(node, file.constants) ?? 0) !== 0;

const timeoutsIn = (node: Node, file: File): readonly Node[] => {
  const callee = nameOf(child(node, 'callee'));
  if (MATCHER.test(nameOf(child(child(node, 'callee')!, 'property')))) return [];
  const args = children(node, 'arguments');
  const options = args.flatMap((each) => (each.type === 'ObjectExpression' ? children(each, 'properties') : []));
  const keyed = options.filter(
    (each) => TIMEOUT_KEYS.test(nameOf(child(each, 'key'))) && isFixed(child(each, 'value'), file),
  );
  const runner = callee === '' ? nameOf(innermostCallee(node)) : callee;
  const last = args.at(-1);
  const isRunner = RUNNERS.test(runner.split('.')[0]!) && args.length > 1 && isFixed(last, file);
  const isSignal = callee === 'AbortSignal.timeout' && isFixed(args[0], file);
  const isSocket = callee.endsWith('.setTimeout') && isFixed(args[0], file);
  return [...keyed, ...(isRunner && last ? [last] : []), ...(isSignal || isSocket ? [node] : [])];
};

/** `test` of `test.each(…)(…)` and `test.skipIf(…)(…)`. */
const innermostCallee = (node: Node): Node | undefined => {
  const callee = child(node, 'callee');
  return callee?.type === 'CallExpression' ? innermostCallee(callee) : callee;
};

/** Whether a call of `setTimeout` ends a promise, as `new Promise((resolve) => setTimeout(resolve, ms))` does. */
const isSleep = (node: Node, file: File): boolean => {
  const callee = nameOf(child(node, 'callee'));
  const [first, second] = children(node, 'arguments');
  if (file.sleeps.has(callee)) return isTime(first, file);
  if (callee.endsWith('.waitForTimeout') || callee === 'scheduler.wait') return !isQuiet(first, file);
  if (SLEEPS.test(callee)) return isFixed(first, file);
  if (callee !== 'setTimeout' && callee !== 'globalThis.setTimeout') return false;
  return second !== undefined && isTime(second, file);
};

/** Helpers may wait for a time that a test gives them, such as the delay of a slow gateway. */
const isTime = (node: Node | undefined, file: File): boolean => {
  if (TEST.test(file.path)) return !isQuiet(node, file) && numberOf(node, file.constants) !== 0;
  return isFixed(node, file);
};

const DIFFERENCES = new Set(['-', '<', '>', '<=', '>=']);

/** Places of what `expect` holds above a least value, which no slow machine breaks. */
const lowerBoundsIn = (nodes: readonly Node[]): ReadonlySet<number> =>
  new Set(
    nodes.flatMap((node) => {
      const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined;
      const expected = callee && child(callee, 'object');
      if (!callee || !nameOf(child(callee, 'property')).startsWith('toBeGreaterThan')) return [];
      if (expected?.type !== 'CallExpression' || nameOf(child(expected, 'callee')) !== 'expect') return [];
      return children(expected, 'arguments').map(({ start }) => start);
    }),
  );

/** A clock's moment minus or against another moment: `Date.now() - begun`, `performance.now() > deadline`. */
const isMeasured = (node: Node, file: File): boolean => {
  if (node.type !== 'BinaryExpression' || !DIFFERENCES.has(String(node['operator']))) return false;
  const sides = [child(node, 'left'), child(node, 'right')];
  if (!sides.some(isClock)) return false;
  if (node['operator'] !== '-') return true;
  return sides.every((side) => isMoment(side, file) || side?.type === 'MemberExpression' || isCall(side));
};

const isCall = (node: Node | undefined): boolean => node?.type === 'CallExpression';

const problemsIn = (file: File, text: string): string[] => {
  const isEngineTest = ENGINE_TEST.test(file.path);
  const lowerBounds = lowerBoundsIn(file.nodes);
  const found = file.nodes.flatMap((node): readonly (readonly [Node, string])[] => {
    if (node.type === 'CallExpression') {
      if (nameOf(child(node, 'callee')) === ENGINE_HELPER && !isEngineTest)
        return [[node, 'waits for an engine outside of engine tests']];
      if (isSleep(node, file)) return [[node, 'sleeps']];
      return timeoutsIn(node, file).map((each) => [each, 'has a timeout of its own'] as const);
    }
    if (node.type === 'AssignmentPattern' && TIMEOUT_KEYS.test(nameOf(child(node, 'left'))))
      return isFixed(child(node, 'right'), file) ? [[node, 'has a timeout of its own']] : [];
    return isMeasured(node, file) && !lowerBounds.has(node.start) ? [[node, 'measures time']] : [];
  });
  return found.map(([{ start }, what]) => `${file.path}:${text.slice(0, start).split('\n').length} ${what}`);
};

/** Fixed timeouts, sleeps and measured times in tests and what helps them. */
export const timesInTests = (sources: Sources): string[] =>
  [...sources].flatMap(([path, text]) => {
    if (TIMING.test(path) || path in EXCEPT || !(TEST.test(path) || HELPER.test(path))) return [];
    return problemsIn(fileOf(path, text), text);
  });
