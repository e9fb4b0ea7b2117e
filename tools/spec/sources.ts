import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';
import { ADMIN_MS, REASON_MS } from '@skyport/web/ui/toasts';
import { root } from '../run.ts';

/** Anything of a parsed source. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

/** Calls `visit` for every node below and including this one. */
const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
};

const parse = (file: string, source: string): Node => {
  const { program, errors } = parseSync(file, source);
  const [wrong] = errors;
  if (wrong) throw new Error(`${file}: ${wrong.message}`);
  return program as unknown as Node;
};

/** The text of a string or template; what a template computes is `${…}`. Undefined for anything else. */
const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join('${…}');
};

const SKIPPED = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fails']);

/** Whether a callee is `test`, `it`, or one of them with `.each(…)`, and runs at all. */
const isTest = (callee: unknown): boolean => {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee['name'] === 'test' || callee['name'] === 'it';
  if (callee.type === 'CallExpression') return isTest(callee['callee']);
  if (callee.type !== 'MemberExpression') return false;
  const property = callee['property'];
  return isTest(callee['object']) && !(isNode(property) && SKIPPED.has(String(property['name'])));
};

/** Titles of the tests of a source that are run, as they are written there. */
export const titlesIn = (file: string, source: string): ReadonlySet<string> => {
  const titles = new Set<string>();
  walk(parse(file, source), (node) => {
    if (node.type !== 'CallExpression' || !isTest(node['callee'])) return;
    const title = textOf((node['arguments'] as readonly unknown[])[0]);
    if (title !== undefined) titles.add(title);
  });
  return titles;
};

/** One place where a text stands. */
export interface Place {
  readonly file: string;
  /** Milliseconds, when the text is declared as a toast. */
  readonly toastMs?: number;
  /** Name of the answer code whose message they are. */
  readonly code?: string;
}

/** How long a toast stays when nothing else is said. */
const TOAST_MS = 5000;

/** Times that have a name. */
const NAMED: Readonly<Record<string, number>> = { ADMIN_MS, REASON_MS };

const millisecondsOf = (node: unknown): number => {
  if (!isNode(node)) return TOAST_MS;
  return node.type === 'Identifier' ? (NAMED[String(node['name'])] ?? Number.NaN) : Number(node['value']);
};

/** `codes.NAME.msg` gives NAME. */
const codeOf = (node: unknown): string | undefined => {
  if (!isNode(node) || node.type !== 'MemberExpression' || !isNode(node['object'])) return undefined;
  const { property, object } = node['object'];
  const isCodes = isNode(object) && object['name'] === 'codes';
  return isCodes && isNode(property) ? String(property['name']) : undefined;
};

/** Where the product's texts stand, and how long toasts made of a code's message stay, by the code's name. */
export interface ProductTexts {
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly toastsOfCodes: ReadonlyMap<string, readonly number[]>;
}

const add = <K, V>(map: Map<K, V[]>, key: K, value: V): void => void map.set(key, [...(map.get(key) ?? []), value]);

/** Finds the texts in sources, each given as its path and content. */
export const textsIn = (sources: readonly (readonly [file: string, source: string])[]): ProductTexts => {
  const places = new Map<string, Place[]>();
  const toastsOfCodes = new Map<string, number[]>();
  for (const [file, source] of sources) {
    const seen = new Set<unknown>();
    const take = (node: unknown, more: Omit<Place, 'file'>): void => {
      const text = textOf(node);
      if (text === undefined || seen.has(node)) return;
      seen.add(node);
      add(places, text, { file, ...more });
    };
    walk(parse(file, source), (node) => {
      if (node.type === 'CallExpression' && isNode(node['callee']) && node['callee']['name'] === 'toast') {
        const [said, ms] = node['arguments'] as readonly unknown[];
        const code = codeOf(said);
        if (code !== undefined) add(toastsOfCodes, code, millisecondsOf(ms));
        take(said, { toastMs: millisecondsOf(ms) });
      }
      if (node.type === 'Property' && isNode(node['key']) && file.endsWith('contract/src/codes.ts')) {
        const message = codeMessage(node['value']);
        if (message) take(message, { code: String(node['key']['name']) });
      }
      take(node, {});
    });
  }
  return { places, toastsOfCodes };
};

/** The message of `{ code: …, msg: … }`. */
const codeMessage = (node: unknown): unknown => {
  if (!isNode(node) || node.type !== 'ObjectExpression') return undefined;
  const fields = node['properties'] as readonly Node[];
  return fields.find(({ key }) => isNode(key) && key['name'] === 'msg')?.['value'];
};

/** A file of tests: its source, and the titles in it; undefined where it does not exist. */
export const testsOf = (
  file: string,
): { readonly source: string; readonly titles: ReadonlySet<string> } | undefined => {
  try {
    const source = readFileSync(join(root, file), 'utf8');
    return { source, titles: titlesIn(file, source) };
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
};

/** Titles of a file's tests; undefined where it does not exist. */
export const titlesOf = (file: string): ReadonlySet<string> | undefined => testsOf(file)?.titles;

/** Files of the contract that have texts of the console: of answers, and of what the server says in the same words. */
const SHARED = [
  'codes',
  'profile-texts',
  'audit-calls',
  'audit-columns',
  'coupon-use-columns',
  'gift-text',
  'trades-columns',
  'users-columns',
];

/** Every source of the console that is no test, and the codes and messages of the contract. */
export const productTexts = (): ProductTexts => {
  const web = globSync('packages/web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|\/testing\.ts$/.test(file),
  );
  const files = [...web, ...SHARED.map((name) => `packages/contract/src/${name}.ts`)].map((file) =>
    relative(root, join(root, file)),
  );
  return textsIn(files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const));
};
