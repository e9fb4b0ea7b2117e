import type { RuleSet } from '@skyport/contract/rules';
import { checkRules } from '@skyport/contract/rules-check';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialFor } from './credential.ts';
import { documentKinds } from './formats.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import { nameAllocator } from './names.ts';
import { renderTemplate } from './render.ts';
import { defaultRules } from './rules/default.ts';
import { describeFilter } from './rules/files.ts';
import { groupNamesOf } from './rules/plan.ts';
import { anyLines } from './testing/arbitraries.ts';
import { differenceOf } from './testing/readers/expected.ts';
import { readDocument } from './testing/readers/kinds.ts';
import { readQxFilter } from './testing/readers/qx.ts';
import { anyRules } from './testing/any-rules.ts';
import { context, filled, userkey } from './testing/samples.ts';
import { everySwitch, userAgents } from './testing/variants.ts';
import { clientAppOf } from './user-agent.ts';
import type { LinkOptions } from './user-agent.ts';

/** All groups, but of each list only the beginning: names and lines are what is asked here. */
const ownRules: RuleSet = {
  ...defaultRules,
  lists: defaultRules.lists.map((list) => ({
    ...list,
    suffixes: list.suffixes.slice(0, 1),
    domains: [],
    networks: [],
  })),
};

/**
 * What an operator may have made of the rules, and then ours: short ones, because what is asked here is
 * not their length.
 */
const someRules = fc.oneof(
  { weight: 2, arbitrary: fc.constant(ownRules) },
  { weight: 1, arbitrary: anyRules.map((rules) => (checkRules(rules).length === 0 ? rules : ownRules)) },
);

interface Case {
  readonly lines: readonly ResolvedLine[];
  readonly userAgent: string;
  readonly asked: LinkOptions;
  readonly rules: RuleSet;
  readonly switches: (typeof everySwitch)[number];
  /** Whether names went through the book as they do in the product. */
  readonly isClean: boolean;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  lines: anyLines,
  userAgent: fc.constantFrom(...userAgents),
  asked: fc.constantFrom<LinkOptions>({}, {}, { base64: 'False' }, { noreality: '1' }, { sb: '1.11' }),
  rules: someRules,
  switches: fc.constantFrom(...everySwitch),
  isClean: fc.boolean(),
});

const withCleanNames = (lines: readonly ResolvedLine[], rules: RuleSet): ResolvedLine[] => {
  const nameFor = nameAllocator(groupNamesOf(rules));
  return lines.map((line) => ({ ...line, name: nameFor(line.name, `Line ${line.num}`) }));
};

/** What the document says in another way than the lines that went into it, or null. */
const faultOf = (kind: DocumentKind, { lines, userAgent, asked, rules, switches, isClean }: Case): string | null => {
  const given = isClean ? withCleanNames(lines, rules) : lines;
  const client = clientAppOf(userAgent, asked);
  const rendered = renderTemplate(kind, given, context({ client, switches, rules }));
  const dropped = new Set(rendered.dropped.map(({ id }) => id));
  const kept = given.filter(({ id }) => !dropped.has(id));
  const found = readDocument(kind, filled(rendered), client).lines;
  if (kept.length === 0) return found.length === 1 && found[0]?.port === 9 ? null : 'not the placeholder';
  if (found.length !== kept.length) return `${found.length} lines instead of ${kept.length}`;
  // One kind puts first what its client can surely use; in the others the order is the lines' own.
  const byName = new Map(found.map((one) => [one.name, one]));
  const faults = kept.map((line, i) => {
    const one = kind === 'q' ? byName.get(line.name) : found[i];
    return one ? differenceOf(one, line, credentialFor(line.protocol, line.id, userkey)) : `no line ${line.name}`;
  });
  return faults.find((fault) => fault !== null) ?? null;
};

/** Together more than 2 000 documents, whatever kinds there are. */
const RUNS = 125;

test('there are enough runs for two thousand documents', () => {
  expect(documentKinds.length * RUNS).toBeGreaterThanOrEqual(2000);
});

test.each(documentKinds)(
  '%s: readers that know nothing of the writers find the lines, whatever their names',
  (kind) => {
    fc.assert(
      fc.property(anyCase, (one) => {
        expect(faultOf(kind, one)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  },
);

test('the filter for Quantumult X is one that its reader takes, whatever the rules', () => {
  fc.assert(
    fc.property(someRules, fc.constantFrom('', 'sub.example.com', '203.0.113.1', '2001:db8::1'), (rules, host) => {
      expect(readQxFilter(describeFilter(rules, host)).at(-1)?.type).toBe('final');
    }),
  );
});
