import { expect, test } from 'vitest';
import { documentKinds } from './formats.ts';
import { renderPlaceholder, renderTemplate } from './render.ts';
import { readDocument } from './testing/readers/kinds.ts';
import { readClash } from './testing/readers/clash.ts';
import { context, filled, lines } from './testing/samples.ts';

const open = lines.filter(({ protocol }) => protocol === 'compat');

test.each([
  ['expired', '订阅已到期'],
  ['usedUp', '流量已用完'],
  ['new', '欢迎，请先购买'],
] as const)('%s: every kind says so in front of the lines that are left, and instead of them', (reason, name) => {
  for (const kind of documentKinds) {
    const ctx = context({ reason });
    const rendered = renderTemplate(kind, open, ctx);
    const names = readDocument(kind, filled(rendered), ctx.client).lines.map((line) => line.name);
    expect(names, kind).toEqual([name, ...open.map((line) => line.name)]);
    expect(rendered.slots.map(({ num }) => num)).toEqual(open.map(({ num }) => num));
    expect(filled(renderTemplate(kind, [], ctx))).toBe(filled(renderPlaceholder(kind, reason, context())));
  }
});

test('a reason line can be chosen, but no group chooses it by itself', () => {
  const ctx = context({ reason: 'expired' });
  const text = filled(renderTemplate('flclash', open, ctx));
  const groups = readClash('mihomo', text).groups.filter(({ members }) => members.includes('订阅已到期'));
  expect(groups.map(({ name }) => name)).toEqual(['节点选择']);
  expect(groups[0]?.members.indexOf('订阅已到期')).toBe(1);
});

test('a line by the name of the reason line is left out, so that no client refuses the document', () => {
  const named = open.map((line) => ({ ...line, name: '订阅已到期' }));
  const { dropped } = renderTemplate('flclash', named, context({ reason: 'expired' }));
  expect(dropped.map((each) => each.reason)).toEqual(['name is taken']);
});
