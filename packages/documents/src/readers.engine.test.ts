import type { LineProtocol } from '@skyport/contract/fleet';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentialFor } from './credential.ts';
import { documentKinds } from './formats.ts';
import type { DocumentKind } from '@skyport/contract/subscription';
import type { ResolvedLine } from './model.ts';
import { nameAllocator } from './names.ts';
import { renderPlaceholder, renderTemplate } from './render.ts';
import type { PlaceholderReason } from './placeholder.ts';
import type { RenderContext, Rendered } from './render.ts';
import { hostileName } from './testing/arbitraries.ts';
import { engineChecks } from './testing/engine-checks.ts';
import type { EngineChecks, Question } from './testing/engine-checks.ts';
import { differenceOf } from './testing/readers/expected.ts';
import { formOf, readDocument } from './testing/readers/kinds.ts';
import { context, filled, lineId, lines as samples, reserved, userkey } from './testing/samples.ts';
import { everySwitch, userAgents } from './testing/variants.ts';
import { clientAppOf } from './user-agent.ts';

let checks: EngineChecks;
beforeAll(async () => {
  checks = await engineChecks();
});
afterAll(() => checks.close());

const hostile = [
  '38e92059',
  '0123',
  'no',
  '~',
  '1:30',
  '.inf',
  '- a',
  'x #y',
  'a // b',
  "'a'",
  '*a',
  '{a: 1}',
  '%',
  '👨‍👩‍👧',
  '\\n',
];

/** All protocols, a pinned certificate, a twin of each name, and a line of the plainest kind for each hostile name. */
const lines: readonly ResolvedLine[] = (() => {
  const nameFor = nameAllocator(reserved);
  const pinned = samples.flatMap((line) => (line.protocol === 'h2' ? [{ ...line, pin: 'AB'.repeat(32) }] : []));
  const named = hostile.flatMap((name) => samples.filter((l) => l.protocol === 'compat').map((l) => ({ ...l, name })));
  return [...samples, ...pinned, ...named].map((line, i) => ({
    ...line,
    id: lineId(i + 1),
    num: i + 1,
    name: nameFor(line.name, 'Line'),
  }));
})();

/** A document, and what it was made for first. */
interface Made {
  readonly question: Question;
  readonly rendered: Rendered;
  readonly ctx: RenderContext;
}

/** Documents of a kind that differ, over all clients and switches. */
const differing = (kind: DocumentKind, render: (ctx: RenderContext) => Rendered): Made[] => {
  const byText = new Map<string, Made>();
  for (const userAgent of userAgents) {
    for (const switches of everySwitch) {
      const ctx = context({ client: clientAppOf(userAgent), switches });
      const rendered = render(ctx);
      const [form, text, tier] = [formOf(kind, ctx.client), filled(rendered), ctx.client.singboxTier];
      const key = `${form} ${form === 'singbox' ? tier : ''} ${text}`;
      const label = `${kind} for "${userAgent}" with ${JSON.stringify(switches)}`;
      if (!byText.has(key)) byText.set(key, { question: { label, form, text, tier }, rendered, ctx });
    }
  }
  return [...byText.values()];
};

const EVERYTHING: readonly LineProtocol[] = ['vmesh_tcp', 'vmesh_ws', 'ss', 'compat', 'h2', 'reality'];
const without = (...left: readonly LineProtocol[]): LineProtocol[] => EVERYTHING.filter((p) => !left.includes(p));

/** What the newest client of each kind must be given, by the vendors' pages; a new kind has to say it here. */
const SPOKEN: Readonly<Record<DocumentKind, readonly LineProtocol[]>> = {
  clash: EVERYTHING,
  mjclash: EVERYTHING,
  flclash: EVERYTHING,
  stash: EVERYTHING,
  karing: EVERYTHING,
  ss: EVERYTHING,
  v2box: EVERYTHING,
  nekobox: EVERYTHING,
  xray: EVERYTHING,
  singbox: EVERYTHING,
  hiddify: EVERYTHING,
  loon: EVERYTHING,
  surge: without('reality'),
  surfboard: without('reality'),
  qx: without('h2'),
  ssr: ['compat'],
  q: ['vmesh_tcp', 'vmesh_ws', 'compat'],
};

const reasons: readonly PlaceholderReason[] = ['expired', 'usedUp', 'new', 'noLines'];

test.each(documentKinds)('%s: every client and every switch gets a document that its engines load', async (kind) => {
  const documents = differing(kind, (ctx) => renderTemplate(kind, lines, ctx));
  for (const { question, rendered, ctx } of documents) {
    const dropped = new Set(rendered.dropped.map(({ id }) => id));
    expect(rendered.dropped.filter(({ because }) => because === 'problem')).toEqual([]);
    const kept = lines.filter(({ id }) => !dropped.has(id));
    const found = readDocument(kind, question.text, ctx.client).lines;
    const byName = new Map(found.map((one) => [one.name, one]));
    expect([...byName.keys()].toSorted(), question.label).toEqual(kept.map(({ name }) => name).toSorted());
    for (const line of kept) {
      const one = byName.get(line.name);
      const credential = credentialFor(line.protocol, line.id, userkey);
      expect(one && differenceOf(one, line, credential), question.label).toBeNull();
    }
  }
  expect(await checks.ask(documents.map(({ question }) => question))).toEqual([]);
});

test.each(documentKinds)('%s: a client of today gets every protocol that it speaks', (kind) => {
  const { dropped } = renderTemplate(kind, lines, context());
  const left = new Set(dropped.map(({ id }) => id));
  const given = new Set(lines.filter(({ id }) => !left.has(id)).map(({ protocol }) => protocol));
  expect([...given].toSorted()).toEqual(SPOKEN[kind].toSorted());
});

test.each(documentKinds)('%s: a placeholder loads in every engine, too, and has one line', async (kind) => {
  const documents = reasons.flatMap((reason) => differing(kind, (ctx) => renderPlaceholder(kind, reason, ctx)));
  for (const { question, ctx } of documents) {
    expect(readDocument(kind, question.text, ctx.client).lines, question.label).toHaveLength(1);
  }
  expect(await checks.ask(documents.map(({ question }) => question))).toEqual([]);
});

/** Lines of the plainest kind with names that a generator thinks bad ones. */
const badlyNamed: readonly ResolvedLine[] = fc
  .sample(hostileName, { numRuns: 300, seed: 20_261_121 })
  .map((name, i) => ({
    id: lineId(i + 1),
    num: i + 1,
    name,
    server: '203.0.113.20',
    port: 8388,
    countryCode: 'SG',
    protocol: 'compat',
    method: 'aes-256-gcm',
  }));

const cleaned = (some: readonly ResolvedLine[]): ResolvedLine[] => {
  const nameFor = nameAllocator(reserved);
  return some.map((line) => ({ ...line, name: nameFor(line.name, 'Line') }));
};

/** User-Agents that get different documents of a kind; other kinds are tried without one. */
const DIFFERING: Partial<Record<DocumentKind, readonly string[]>> = {
  singbox: ['sing-box 1.8.0', 'sing-box 1.14.1'],
  clash: ['', 'ClashX/1.95.1'],
};

test.each(documentKinds)('%s: hundreds of hostile names at once load in every engine, cleaned or not', async (kind) => {
  const agents = DIFFERING[kind] ?? [''];
  const questions = agents.flatMap((userAgent) =>
    [badlyNamed, cleaned(badlyNamed)].map((some, i): Question => {
      const ctx = context({ userAgent });
      const rendered = renderTemplate(kind, some, ctx);
      if (i === 1) expect(rendered.dropped).toEqual([]);
      const label = `${kind} for ${userAgent} with ${i === 0 ? 'raw' : 'clean'} names`;
      const text = filled(rendered);
      expect(readDocument(kind, text, ctx.client).lines.length, label).toBeGreaterThan(50);
      return { label, form: formOf(kind, ctx.client), text, tier: ctx.client.singboxTier };
    }),
  );
  expect(await checks.ask(questions)).toEqual([]);
});

test('the engines and the schema do refuse what is wrong', async () => {
  const text = filled(renderTemplate('flclash', samples, context()));
  const wrong: Question[] = [
    { label: 'group', form: 'mihomo', text: text.replace('"DIRECT"', '"NOBODY"'), tier: 12 },
    { label: 'port', form: 'mihomo', text: text.replace('port: 10086', 'port: "x"'), tier: 12 },
    { label: 'tier', form: 'singbox', text: filled(renderTemplate('singbox', samples, context())), tier: 8 },
  ];
  const faults = await checks.ask(wrong);
  expect(new Set(faults.map((fault) => fault.split(':', 1)[0]))).toEqual(new Set(['group', 'port', 'tier']));
  expect(faults.filter((fault) => fault.includes('schema'))).toHaveLength(1);
});
