import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRows } from '@skyport/contract';
import { root } from './run.ts';
import { isNode, nodesIn, nodesOf, textOf, type Node } from './syntax.ts';

/** A function of a test that makes a path of one of its arguments. */
interface Helper {
  /** Which argument, counted from 0. */
  readonly at: number;
  /** What stands before it, `/api/user/` for example. */
  readonly prefix: string;
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined;

const argumentsOf = (call: Node): readonly Node[] => call['arguments'] as readonly Node[];

/** Functions that a source gives a name, each with the names of its parameters and with what is in it. */
const functionsIn = (
  nodes: readonly Node[],
): { name: string; params: (string | undefined)[]; inside: readonly Node[] }[] =>
  nodes.flatMap((node) => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : undefined;
    const made = node['init'];
    if (name === undefined || !isNode(made) || made.type !== 'ArrowFunctionExpression') return [];
    return [{ name, params: (made['params'] as Node[]).map(nameOf), inside: nodesIn(made) }];
  });

/** What stands before the only variable of a template that begins with `/api/` and ends with that variable. */
const prefixOf = (node: Node): { prefix: string; variable: string | undefined } | undefined => {
  const text = node.type === 'TemplateLiteral' ? textOf(node) : undefined;
  if (!text || !/^\/api\/[\w/]*\$$/.test(text)) return undefined;
  return { prefix: text.slice(0, -1), variable: nameOf((node['expressions'] as Node[])[0]) };
};

/** Functions that make a path themselves, and those that hand an argument of theirs on to one. */
const helpersIn = (nodes: readonly Node[]): ReadonlyMap<string, Helper> => {
  const helpers = new Map<string, Helper>();
  const functions = functionsIn(nodes);
  const learn = (name: string, at: number, prefix: string | undefined): void => {
    if (at >= 0 && prefix !== undefined && !helpers.has(name)) helpers.set(name, { at, prefix });
  };
  for (const { name, params, inside } of functions)
    for (const made of inside.map(prefixOf))
      if (made?.variable) learn(name, params.indexOf(made.variable), made.prefix);
  for (const { name, params, inside } of functions)
    for (const call of inside.filter(({ type }) => type === 'CallExpression')) {
      const helper = helpers.get(nameOf(call['callee']) ?? '');
      const given = helper && nameOf(argumentsOf(call)[helper.at]);
      if (given !== undefined) learn(name, params.indexOf(given), helper?.prefix);
    }
  return helpers;
};

/** Value of a field of an object that is written out. */
const fieldOf = (object: Node, name: string): unknown =>
  (object['properties'] as readonly Node[]).find(({ key }) => nameOf(key) === name)?.['value'];

/** The address in a request that is not a POST, as all calls are: `{ url: '/api/user/login' }` asks by GET. */
const urlOfOtherMethod = (node: Node): unknown => {
  if (node.type !== 'ObjectExpression') return undefined;
  const method = fieldOf(node, 'method');
  return isNode(method) && textOf(method) === 'POST' ? undefined : fieldOf(node, 'url');
};

/** Paths that a test posts to, whole: those that it writes out, and those that its helpers make of their arguments. */
export const pathsIn = (text: string): ReadonlySet<string> => {
  const nodes = nodesOf('test.ts', text);
  const helpers = helpersIn(nodes);
  const claims = nodes.filter((node) => node.type === 'CallExpression' && /^to[A-Z]/.test(propertyOf(node) ?? ''));
  const others = new Set<unknown>([...claims.flatMap(argumentsOf), ...nodes.map(urlOfOtherMethod)]);
  return new Set(
    nodes.flatMap((node) => {
      if (node.type === 'CallExpression') {
        const helper = helpers.get(nameOf(node['callee']) ?? '');
        const word = helper && argumentsOf(node)[helper.at];
        const said = word && textOf(word);
        return helper && said !== undefined ? [helper.prefix + said] : [];
      }
      const written = textOf(node);
      return written?.startsWith('/api/') && !others.has(node) ? [written.split('?')[0]!] : [];
    }),
  );
};

/** Name of the method that a call calls: `toBe` of `expect(x).toBe(y)`. */
const propertyOf = (call: Node): string | undefined => {
  const callee = call['callee'];
  return isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : undefined;
};
/** Built calls (`feature.name path`) whose full path no test through the gate of their feature asks for. */
export const untestedCalls = (testsOf: (feature: string) => readonly string[]): string[] => {
  const known = new Map<string, ReadonlySet<string>>();
  const pathsOf = (feature: string): ReadonlySet<string> => {
    const found = known.get(feature) ?? new Set(testsOf(feature).flatMap((text) => [...pathsIn(text)]));
    known.set(feature, found);
    return found;
  };
  return allRows().flatMap(({ feature, name, row }) =>
    row.kind === 'call' && !pathsOf(feature).has(row.path) ? [`${feature}.${name} ${row.path}`] : [],
  );
};

/** Texts of a feature's tests through the gate. */
export const apiTestsOf = (feature: string): string[] => {
  const dir = join(root, 'packages/server/src', feature);
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.api.test.ts'))
    .map((name) => readFileSync(join(dir, name), 'utf8'));
};
