import { z } from 'zod';
import { access, call } from './call.ts';
import type { FieldProblem } from './field-refusal.ts';
import { field } from './form.ts';
import { entryProblem, normalizeEntries } from './rules-entries.ts';
import { Nothing } from './shapes.ts';
import { TextOf } from './units.ts';

/** Names of both lists together. */
export const MOST_OWN_NAMES = 50;

const Names = z.array(TextOf(300)).max(200);

/** A customer's own names with everything below them: those that go direct, and those that use the lines. */
export const OwnNames = z.object({
  direct: field('直连域名', Names),
  proxied: field('走节点的域名', Names),
});
export type OwnNames = z.output<typeof OwnNames>;

/** Names as they are stored: lower case, each once. */
export const tidiedNames = ({ direct, proxied }: OwnNames): OwnNames => ({
  direct: normalizeEntries('suffixes', direct),
  proxied: normalizeEntries('suffixes', proxied),
});

/** The problem of own names and the list that has it; undefined when they can be saved. */
export const ownNamesProblem = (names: OwnNames): FieldProblem<keyof OwnNames> | undefined => {
  for (const list of ['direct', 'proxied'] as const)
    for (const name of names[list]) {
      const problem = entryProblem('suffixes', name);
      if (problem !== null) return { field: list, message: `${name}：${problem}` };
    }
  const twice = names.proxied.find((name) => names.direct.includes(name));
  if (twice !== undefined) return { field: 'proxied', message: `${twice} 已在直连域名中` };
  const count = names.direct.length + names.proxied.length;
  return count > MOST_OWN_NAMES ? { field: 'proxied', message: `最多 ${MOST_OWN_NAMES} 个域名` } : undefined;
};

/** Calls of our own: names that a customer sends elsewhere than the rules do. */
export const ownNamesCalls = {
  ownNames: call({
    path: '/api/user/own_names',
    access: access.account,
    rate: 'read',
    summary: 'The account’s own names, which its documents have before all lists.',
    input: Nothing,
    output: OwnNames,
    fails: [],
  }),
  setOwnNames: call({
    path: '/api/user/set_own_names',
    access: access.accountStrict,
    rate: 'change',
    summary: 'Replaces the account’s own names; at most 50.',
    input: OwnNames,
    output: OwnNames,
    fails: [],
  }),
} as const;
