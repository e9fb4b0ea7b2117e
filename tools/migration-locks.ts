/*
 * Statements of migrations that lock a table for as long as it is large. A comment `-- lock: reason` right before a
 * statement allows it.
 */

/** The first migration that the rule reads; older ones ran before there were customers. */
export const FIRST_CHECKED = '0178';

/** Tables that staff fill by hand: so few rows that every lock on them is short. */
const SMALL = new Set([
  'settings',
  'versions',
  'panel_keys',
  'mac_keys',
  'permissions',
  'nodes',
  'entries',
  'lines',
  'node_agents',
  'node_enrolments',
  'combos',
  'prizes',
  'rule_sets',
  'pay_instances',
  'pay_spells',
  'canned_answers',
  'ledger_watch',
  'audit_check',
]);

const REASON = /--\s*lock:\s*\S.{9,}/i;
const TABLE = String.raw`(?:if\s+exists\s+)?(?:only\s+)?(?:public\.)?"?(\w+)"?`;

/** A statement with its own comments and without them. */
interface Statement {
  readonly text: string;
  readonly comments: string;
}

/** Comments, quoted texts and bodies between dollars, which may hold semicolons. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^-/'$;]+|[\s\S]/g;

const statementsOf = (sql: string): Statement[] => {
  const statements: Statement[] = [];
  let [text, comments] = ['', ''];
  const end = (): void => {
    if (text.trim() !== '') statements.push({ text: text.trim(), comments });
    [text, comments] = ['', ''];
  };
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') end();
    else if (token.startsWith('--') || token.startsWith('/*')) comments += `${token}\n`;
    else text += token.startsWith("'") ? "''" : token;
  }
  end();
  return statements;
};

const CONTROL = /^(?:declare[\s\S]*?\bbegin|begin|else|loop|(?:if|elsif)\b[\s\S]*?\bthen)\s+/i;

/** The statements of a `do` block. Functions do not run when they are made. */
const insideOf = ({ text, comments }: Statement): Statement[] => {
  const body = /^do\s+(\$\w*\$)([\s\S]*)\1/i.exec(text)?.[2] ?? '';
  return statementsOf(body).map((each) => {
    let bare = each.text;
    while (CONTROL.test(bare)) bare = bare.replace(CONTROL, '');
    return { text: bare, comments: comments + each.comments };
  });
};

/** Actions of ALTER TABLE that read or write every row. */
const ACTIONS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i, 'a new type writes the table anew'],
  [/\bset\s+not\s+null\b/i, 'SET NOT NULL reads the table: add a check NOT VALID, validate it in a later migration'],
  [
    /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![\s\S]*\bnot\s+valid\b)/i,
    'a constraint reads the table: add it NOT VALID, validate it in a later migration',
  ],
  [
    /\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key|exclude)\b(?!\s+using\s+index)/i,
    'it builds an index: build it CONCURRENTLY, then add the constraint USING INDEX',
  ],
  [/\badd\s+column\b[^;]*\bgenerated\b/i, 'a generated column writes the table anew'],
  [/\badd\s+column\b[^,;]*\bcheck\s*\(/i, 'the check of a new column reads the table'],
  [/\badd\s+column\b[^,;]*\b(?:unique|primary\s+key)\b/i, 'it builds an index on the table'],
  [
    /\badd\s+column\b[^,;]*(?:\b\w*serial\b|\bdefault\b[^,;]*\b(?:random|gen_random_uuid|clock_timestamp|nextval)\b)/i,
    'a default that differs by row writes the table anew',
  ],
  [/\bset\s+(?:logged|unlogged|tablespace|access\s+method)\b/i, 'it writes the table anew'],
];

const alterProblems = (text: string): string[] =>
  ACTIONS.flatMap(([pattern, why]) => (pattern.test(text) ? [why] : []));

/** The table that a statement concerns, and why it locks that for long. */
const lockOf = (text: string): { readonly table: string; readonly why: string } | undefined => {
  const of = (pattern: string): string | undefined => new RegExp(pattern, 'i').exec(text)?.[1];
  const altered = of(String.raw`^alter\s+table\s+${TABLE}`);
  if (altered !== undefined) {
    const [why] = alterProblems(text);
    return why === undefined ? undefined : { table: altered, why };
  }
  const indexed = of(String.raw`^create\s+(?:unique\s+)?index\s+(?!concurrently)[\s\S]*?\bon\s+${TABLE}`);
  if (indexed !== undefined)
    return { table: indexed, why: 'an index is built: build it CONCURRENTLY, in a file alone' };
  const written =
    of(String.raw`(?<!\bdo\s+)\bupdate\s+${TABLE}(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b`) ??
    of(String.raw`\bdelete\s+from\s+${TABLE}`);
  if (written !== undefined) return { table: written, why: 'rows stay locked until the migration ends: use a job' };
  const whole = of(String.raw`^(?:truncate|lock|cluster|vacuum|reindex)\b(?:\s+(?:table|full|\([^)]*\)))*\s+${TABLE}`);
  return whole === undefined ? undefined : { table: whole, why: 'it locks the table' };
};

/** VALIDATE after another change of the same table keeps that change's lock for as long as it reads. */
const validatedHere = (statements: readonly Statement[]): string[] => {
  const altered = (text: string): string | undefined =>
    new RegExp(String.raw`^alter\s+table\s+${TABLE}`, 'i').exec(text)?.[1];
  return statements.flatMap(({ text, comments }) => {
    const table = /\bvalidate\s+constraint\b/i.test(text) ? altered(text) : undefined;
    const others = statements.filter((other) => other.text !== text && altered(other.text) === table);
    return table === undefined || others.length === 0 || REASON.test(comments)
      ? []
      : [`${table}: a constraint is validated in the migration that changes the table: do it in a later one`];
  });
};

/** Long locks of one migration, a sentence each. Tables that it makes itself are empty. */
export const longLocks = (sql: string): string[] => {
  const statements = statementsOf(sql).flatMap((each) => [each, ...insideOf(each)]);
  const made = new Set(
    statements.flatMap(
      ({ text }) => /^create\s+table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?(\w+)/i.exec(text)?.[1] ?? [],
    ),
  );
  const found = statements.flatMap(({ text, comments }) => {
    const isBody = /^(?:do|create\s+(?:or\s+replace\s+)?(?:function|procedure))\b/i.test(text);
    const lock = isBody || REASON.test(comments) ? undefined : lockOf(text);
    return lock === undefined || made.has(lock.table) || SMALL.has(lock.table) ? [] : [`${lock.table}: ${lock.why}`];
  });
  return [...found, ...validatedHere(statements)];
};
