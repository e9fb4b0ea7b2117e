import type { RuleSet } from '@skyport/contract/rules';
import { checkRules } from '@skyport/contract/rules-check';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResolvedLine } from '../model.ts';
import { renderTemplate } from '../render.ts';
import { anyRules } from '../testing/any-rules.ts';
import { anyLines } from '../testing/arbitraries.ts';
import { readDocument } from '../testing/readers/kinds.ts';
import { readQxFilter } from '../testing/readers/qx.ts';
import { context, filled } from '../testing/samples.ts';
import { describeFilter } from './files.ts';
import { groupNamesOf } from './plan.ts';

/** Every kind with groups and rules, each generation of sing-box's once. */
const clients = [
  ['clash', 'ClashX/1.95.1'],
  ['flclash', 'FlClash/v0.8.96'],
  ['stash', 'Stash/3.1.0'],
  ['surge', 'Surge iOS/3000'],
  ['surfboard', 'Surfboard/2.24'],
  ['xray', 'Happ/3.0'],
  ['singbox', 'sing-box 1.14.1'],
  ['singbox', 'sing-box 1.11.0'],
  ['singbox', 'sing-box 1.9.0'],
] as const;

/**
 * The readers refuse a name given twice, a group without members, members and targets that are not there, and cycles.
 */
const everyReaderTakes = (rules: RuleSet, given: readonly ResolvedLine[], inForeign: boolean): void => {
  const taken = groupNamesOf(rules);
  const lines = given.filter(({ name }) => !taken.includes(name));
  const switches = { inXinjiang: false, inForeign, useEnglish: inForeign };
  for (const [kind, userAgent] of clients) {
    const ctx = context({ userAgent, switches, rules });
    readDocument(kind, filled(renderTemplate(kind, lines, ctx)), ctx.client);
  }
  readQxFilter(describeFilter(rules, 'sub.example.com'));
};

test('valid rules make complete documents of whatever lines, and invalid ones are refused with a reason', () => {
  let good = 0;
  let bad = 0;
  fc.assert(
    fc.property(anyRules, anyLines, fc.boolean(), (rules, lines, inForeign) => {
      const complaints = checkRules(rules);
      if (complaints.length > 0) {
        bad += 1;
        for (const complaint of complaints) expect(complaint).toMatch(/^(?:分组|规则|主分组|兜底分组|名称|标识)/);
        return;
      }
      good += 1;
      everyReaderTakes(rules, lines, inForeign);
    }),
    { numRuns: 300 },
  );
  expect(good).toBeGreaterThan(60);
  expect(bad).toBeGreaterThan(60);
});
