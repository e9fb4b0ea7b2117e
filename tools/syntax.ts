import { parseSync } from 'vite';

/** A node of a syntax tree (ESTree). */
export type Node = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

/** A node and everything inside of it, those that contain others first. */
export const nodesIn = (node: Node): readonly Node[] => {
  const found: Node[] = [];
  const walk = (each: Node): void => {
    found.push(each);
    for (const child of childrenOf(each)) walk(child);
  };
  walk(node);
  return found;
};

/** Every node of a source. */
export const nodesOf = (path: string, text: string): readonly Node[] =>
  nodesIn(parseSync(path, text).program as unknown as Node);

/** The text of a string or a template, with `$` in the place of what is filled in; undefined for other nodes. */
export const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('$');
};
