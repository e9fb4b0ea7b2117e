import { Linter, type Rule } from 'eslint';
import esx from 'eslint-plugin-es-x';
import { newBuiltIns, oldMembers } from './compat.ts';

/*
 * Scripts against the floor. Names come from the compatibility data of MDN; syntax, regular expressions and iterator
 * helpers, which have the names of array methods, from eslint-plugin-es-x.
 */

/** Parts of newer editions that the floor has. */
const IN_FLOOR = ['es-x/no-array-prototype-findlast-findlastindex', 'es-x/no-hashbang'];
const EDITIONS = ['2023', '2024', '2025', '2026', 'next'] as const;

const languageRules: Linter.RulesRecord = {
  // Safari 16.4.
  'es-x/no-regexp-lookbehind-assertions': 'error',
  'es-x/no-class-static-block': 'error',
  ...Object.assign({}, ...EDITIONS.map((edition) => esx.configs[`flat/no-new-in-es${edition}`].rules)),
  ...Object.fromEntries(IN_FLOOR.map((rule) => [rule, 'off'])),
};

const members = newBuiltIns.flatMap(({ owner, member }) => (member === undefined ? [] : [{ owner, member }]));

/** New names that stand alone: objects, and members of the window. */
export const newGlobals: readonly string[] = [
  ...new Set(
    newBuiltIns.flatMap(({ owner, member }) => (member === undefined ? [owner] : owner === 'Window' ? [member] : [])),
  ),
];

/** Members that no object of the floor has: a call by such a name is held to be a call of the built-in. */
export const newMethods: ReadonlySet<string> = new Set(
  members.flatMap(({ member }) => (oldMembers.has(member) ? [] : [member])),
);

/** Calls of new members on anything: minified code does not say of what type an object is. */
const calls: Rule.RuleModule = {
  create: (context) => ({
    'CallExpression[optional=false] > MemberExpression.callee[computed=false][property.name]': (node: Rule.Node) => {
      if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return;
      const { name } = node.property;
      if (newMethods.has(name)) context.report({ node: node.property, message: `.${name}()` });
    },
  }),
};

const config: Linter.Config[] = [
  {
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module', globals: { window: false, self: false } },
    linterOptions: { noInlineConfig: true },
    plugins: { 'es-x': esx, floor: { rules: { calls } } },
    rules: {
      ...languageRules,
      'floor/calls': 'error',
      'no-restricted-globals': [
        'error',
        { globals: [...newGlobals], checkGlobalObject: true, globalObjects: ['window', 'self'] },
      ],
      'no-restricted-properties': [
        'error',
        ...members.map(({ owner, member }) => ({ object: owner, property: member, message: `${owner}.${member}` })),
      ],
    },
  },
];

const linter = new Linter({ configType: 'flat' });

/** What a finding is called in the list of exceptions: `URL.canParse`, `.toSorted()`, `es-x/no-regexp-v-flag`. */
const nameOf = ({ ruleId, message }: Linter.LintMessage): string => {
  if (ruleId === 'floor/calls') return message;
  if (ruleId === 'no-restricted-globals') return /'(\w+)'/.exec(message)?.[1] ?? message;
  if (ruleId === 'no-restricted-properties') return /[\w.]+\.\w+/.exec(message)?.[0] ?? message;
  return ruleId ?? message;
};

/** What a script needs that is newer than the floor, each name once. */
export const newInScript = (code: string): string[] => [...new Set(linter.verify(code, config).map(nameOf))];
