import compatData, { type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };
import { parse, type AtRule, type Declaration, type Rule } from 'postcss';
import { desktops, featuresOf, isInFloor } from './compat.ts';

/** Style sheets against the floor, by the names of MDN's compatibility data. */

const { properties = {}, selectors = {}, types = {} } = compatData.css;
const atRules = compatData.css['at-rules'] ?? {};

const isNew = (feature: Identifier | undefined): boolean =>
  feature?.__compat !== undefined && !isInFloor(feature.__compat, desktops);

/** Functions of values that are newer than the floor; some lie deep: `color-mix` below `color`. */
const newFunctions = (feature: Identifier): string[] =>
  featuresOf(feature).flatMap(([name, inner]) => [...(isNew(inner) ? [name] : []), ...newFunctions(inner)]);
const functions = new Set(newFunctions(types));

/** Units that are newer: of containers (Safari 16) and of lines (Chrome 109, Safari 16.4). */
const NEW_UNIT = /^-?[\d.]+(?:cq(?:w|h|i|b|min|max)|r?lh|rex|rch|rcap|ric|cap)$/;

const inValue = ({ prop, value }: Declaration): string[] => {
  const words = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '').match(/[-\w.]+\(?/g) ?? [];
  return words.flatMap((word) => {
    if (word.endsWith('(')) return functions.has(word.slice(0, -1)) ? [`${word})`] : [];
    if (NEW_UNIT.test(word)) return [word.replace(/^[-\d.]+/, '1')];
    return isNew(properties[prop]?.[word]) ? [`${prop}: ${word}`] : [];
  });
};

/** A property counts as old where the rule has it with the prefix of an older browser, too. */
const hasPrefixed = ({ parent, prop }: Declaration): boolean =>
  parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`) ?? false;

const inDeclaration = (declaration: Declaration): string[] => {
  const { prop } = declaration;
  return [...(isNew(properties[prop]) && !hasPrefixed(declaration) ? [prop] : []), ...inValue(declaration)];
};

const inSelector = ({ selector, parent }: Rule): string[] => [
  ...(parent?.type === 'rule' || selector.includes('&') ? ['&'] : []),
  ...[...selector.matchAll(/::?([-\w]+)/g)].flatMap(([pseudo, name = '']) => (isNew(selectors[name]) ? [pseudo] : [])),
];

const inAtRule = ({ name }: AtRule): string[] => (isNew(atRules[name]) ? [`@${name}`] : []);

/** What a style sheet uses that is newer than the floor, each name once. */
export const newInStyles = (css: string): string[] => {
  const found = new Set<string>();
  parse(css).walk((node) => {
    const names =
      node.type === 'decl'
        ? inDeclaration(node)
        : node.type === 'rule'
          ? inSelector(node)
          : node.type === 'atrule'
            ? inAtRule(node)
            : [];
    for (const name of names) found.add(name);
  });
  return [...found];
};
