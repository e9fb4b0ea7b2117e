/** A metric as an expression of PromQL names it, with the labels of its matchers. */
export interface Selector {
  readonly name: string;
  readonly labels: readonly string[];
}

/** What an expression reads, and the labels that it groups by. */
export interface Reading {
  readonly selectors: readonly Selector[];
  readonly grouped: readonly string[];
}

const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = /(?<![\w.:])([a-zA-Z_:][\w:]*)\b(?!\s*\()\s*(\{[^}]*\})?/g;

/** Metrics and labels in an expression. promtool parses it; this only finds the names. */
export const readingOf = (expression: string): Reading => {
  const bare = expression.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
  const grouped = [...bare.matchAll(GROUPING)].flatMap(([, labels = '']) => labels.match(/\w+/g) ?? []);
  const selectors = [...bare.replaceAll(GROUPING, ' ').matchAll(SELECTOR)]
    .filter(([, name = '']) => !WORDS.has(name.toLowerCase()))
    .map(([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*[!=]/g)].map(([, label = '']) => label),
    }));
  return { selectors, grouped };
};

/** Metrics of a text in Prometheus' format: their names as series have them. */
export const answeredNames = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
