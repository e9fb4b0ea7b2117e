import { join } from 'node:path';
import { productOf, readSources, type Sources } from './sources.ts';
import { isNode, nodesOf, type Node } from './syntax.ts';

/** Lines that nine of ten files and named functions of a package may have at most. */
export const MOST_LINES = { file: 180, function: 25 } as const;

/** Sizes of one package: the 90th percentile of its files and of its named functions, in lines of code. */
export interface Sizes {
  readonly pkg: string;
  readonly files: number;
  readonly fileP90: number;
  readonly functions: number;
  readonly functionP90: number;
}

const FUNCTION = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;

/** The function that a declaration gives a name, if it is one of a function. */
const namedFunction = (node: Node): Node | undefined => {
  if (node.type === 'FunctionDeclaration') return node;
  const value =
    node.type === 'VariableDeclarator' ? node['init'] : node.type === 'Property' ? node['value'] : undefined;
  return isNode(value) && FUNCTION.test(value.type) ? value : undefined;
};

/** Lines with code on them: comments alone and blank lines do not count. */
const codeLines = (text: string): number =>
  text
    .replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length;

/** Lines of every function of a source that has a name: a declaration, a constant, or a field of an object. */
export const functionSizes = (path: string, text: string): number[] =>
  nodesOf(path, text).flatMap((node) => {
    const named = namedFunction(node);
    return named ? [codeLines(text.slice(named.start, named.end))] : [];
  });

/** The smallest value that nine of ten do not exceed. */
export const p90 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * 0.9) - 1)] ?? 0;

/** Sizes of every package among the sources, by name. Generated files are left out. */
export const sizesOf = (sources: Sources): Sizes[] => {
  const own = [...sources].filter(([path]) => !path.includes('.generated.'));
  const packages = Map.groupBy(own, ([path]) => path.split('/')[1]!);
  return [...packages]
    .map(([pkg, files]) => {
      const functions = files.flatMap(([path, text]) => functionSizes(path, text));
      return {
        pkg,
        files: files.length,
        fileP90: p90(files.map(([, text]) => text.split('\n').length - 1)),
        functions: functions.length,
        functionP90: p90(functions),
      };
    })
    .toSorted((a, b) => (a.pkg < b.pkg ? -1 : 1));
};

/** One sentence for each package whose files or functions are too long. */
export const sizeProblems = (sizes: readonly Sizes[]): string[] =>
  sizes.flatMap(({ pkg, fileP90, functionP90 }) => [
    ...(fileP90 > MOST_LINES.file ? [`${pkg}: a tenth of its files has more than ${fileP90} lines`] : []),
    ...(functionP90 > MOST_LINES.function
      ? [`${pkg}: a tenth of its functions has more than ${functionP90} lines`]
      : []),
  ]);

/** The figures as lines of text. */
export const sizeTable = (sizes: readonly Sizes[]): string[] =>
  sizes.map(
    ({ pkg, files, fileP90, functions, functionP90 }) =>
      `${pkg.padEnd(10)} ${files} files, p90 ${fileP90} lines; ${functions} functions, p90 ${functionP90} lines`,
  );

if (process.argv[1] === join(import.meta.dirname, 'sizes.ts')) {
  process.stdout.write(`${sizeTable(sizesOf(productOf(readSources()))).join('\n')}\n`);
}
