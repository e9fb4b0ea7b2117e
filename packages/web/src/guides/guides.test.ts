import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { platforms } from '@skyport/contract/devices';
import { clientLinks } from '@skyport/contract/client-links';
import { downloadLink } from '../subscription/download-rules.ts';
import { clients, downloadBase } from '../subscription/index.ts';
import { signupSteps } from './apple-texts.ts';
import { altText } from './drawing.tsx';
import { guides } from './guides.ts';
import type { Guide, Sketch } from './model.ts';
import { guideRoutes } from './routes.ts';
import { downloadsOf, otherGuides, platformHint } from './rules.ts';

const guideOf = (path: string): Guide => {
  const guide = guides.find((one) => one.path === path);
  if (!guide) throw new Error(`no guide ${path}`);
  return guide;
};

test('every guide route of the table has exactly one guide', () => {
  expect(guides.map(({ path }) => path).toSorted()).toEqual(guideRoutes.map(({ path }) => path).toSorted());
  expect(guideRoutes).toHaveLength(17);
});

test('every client of the getting-started panel leads to the guide of that client on that platform', () => {
  for (const platform of platforms) {
    for (const { app, guide } of clients[platform]) {
      if (guide === undefined) continue;
      expect(guideOf(guide)).toMatchObject({ app, platforms: expect.arrayContaining([platform]) });
    }
  }
});

test.each(guides)(
  '$path says how to install, import, connect, choose a node, what else there is, and what to do when it fails',
  (guide) => {
    const kinds = guide.steps.map(({ kind }) => kind);
    expect(kinds[0]).toBe('download');
    expect(kinds.at(-1)).toBe('trouble');
    for (const kind of ['manual', 'proxy', 'pick', 'extra'] as const) expect(kinds).toContain(kind);
    expect(new Set(guide.steps.map(({ kind, title }) => title ?? kind)).size).toBe(guide.steps.length);
    const acts = guide.steps.flatMap((step) => step.acts ?? []);
    expect(acts).toEqual(expect.arrayContaining(['download', 'copy']));
    // One-click import is offered exactly where a link opens the client.
    const opens = clientLinks(guide.app, { base: 'https://h', id: 'u', userkey: 'k', title: 't' }).importLink;
    expect(acts.includes('import')).toBe(opens !== undefined);
  },
);

const sketches = [
  ...guides.flatMap(({ path, steps }) =>
    steps.flatMap(({ sketch, kind }) => (sketch ? [{ at: `${path} ${kind}`, sketch }] : [])),
  ),
  ...signupSteps.map(({ title, sketch }) => ({ at: title, sketch })),
];

/** Width of a text of 13 px, roughly: Chinese letters are square, others about half as wide. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e00 ? 13 : 7.4), 0);

test.each(sketches)('the texts of the drawing in $at fit into their boxes', ({ sketch }) => {
  const room = sketch.frame === 'phone' ? 226 : sketch.pages ? 272 : 376;
  for (const line of sketch.rows) {
    const end =
      'value' in line ? (line.value ?? '') : line.kind === 'switch' ? '开关开' : line.kind === 'node' ? '✓ 100 ms' : '';
    expect(widthOf(line.label) + widthOf(end) + 30, line.label).toBeLessThanOrEqual(room);
  }
  if (sketch.page !== undefined) expect(sketch.pages).toContain(sketch.page);
});

test.each(sketches)('what to press in $at is numbered from 1 without a gap', ({ sketch }) => {
  const taps = sketch.rows.flatMap(({ tap }) => tap ?? []).toSorted((one, other) => one - other);
  expect(taps).toEqual(taps.map((_, at) => at + 1));
});

test('a drawing has a text alternative that says what to press, in order', () => {
  const sketch: Sketch = {
    frame: 'phone',
    title: 'App',
    page: 'Home',
    pages: ['Home'],
    rows: [
      { kind: 'button', label: '二', tap: 2 },
      { kind: 'row', label: '一', tap: 1 },
      { kind: 'row', label: '无' },
    ],
  };
  expect(altText(sketch)).toBe('示意图：App Home，依次点击 一、二');
  expect(altText({ ...sketch, rows: [] })).toBe('示意图：App Home');
});

const bases = { contentUrl_guonei: 'https://cn.example.com/dl/', contentUrl_guowai: 'world.example.com' };

test('whoever has 国外订阅 downloads from outside, everybody else from inside', () => {
  expect(downloadBase(bases, false)).toBe('https://cn.example.com/dl');
  expect(downloadBase(bases, true)).toBe('https://world.example.com');
});

test('one base serves everybody, and without any there is none', () => {
  expect(downloadBase({ ...bases, contentUrl_guowai: '' }, true)).toBe('https://cn.example.com/dl');
  expect(downloadBase({ ...bases, contentUrl_guonei: '' }, false)).toBe('https://world.example.com');
  expect(downloadBase({ contentUrl_guonei: '', contentUrl_guowai: ' ' }, true)).toBeUndefined();
  expect(downloadBase(undefined, true)).toBeUndefined();
});

test('a base that is a script becomes an address', () => {
  expect(downloadBase({ ...bases, contentUrl_guonei: 'javascript:alert(1)' }, false)).toBe(
    'https://javascript:alert(1)',
  );
});

test('a file comes from the base, without one from its makers, and a store is always a store', () => {
  const file = { label: 'x', file: 'a b.exe', official: 'https://makers.example.com' };
  expect(downloadLink(file, 'https://cn.example.com')).toBe('https://cn.example.com/a%20b.exe');
  expect(downloadLink(file, undefined)).toBe('https://makers.example.com');
  expect(downloadLink({ label: 'x', official: 'https://store.example.com' }, 'https://cn')).toBe(
    'https://store.example.com',
  );
  expect(downloadLink({ label: 'x', file: 'gone.apk' }, undefined)).toBeUndefined();
});

test('a reader on another device is offered the guide of the same client there, else the recommended one', () => {
  expect(platformHint(guideOf('/flclash_for_pc'), 'macOS')).toBeUndefined();
  expect(platformHint(guideOf('/flclash_for_pc'), 'Android')).toEqual({
    here: 'Android',
    better: { client: 'FLClash', path: '/flclash_for_android' },
  });
  expect(platformHint(guideOf('/clash_for_macos'), 'iOS')).toEqual({
    here: 'iOS',
    better: { client: 'Shadowrocket', path: '/ss_for_ios' },
  });
  expect(platformHint(guideOf('/ss_for_ios'), undefined)).toEqual({ here: undefined });
});

test('other guides are those of the same platform, without this one', () => {
  expect(otherGuides(guideOf('/clash_for_android')).map(({ path }) => path)).toEqual([
    '/flclash_for_android',
    '/singbox_for_android',
    '/v2rayng_for_android',
    '/clash_meta_for_android',
  ]);
});

test('the page for operators names every file that a guide asks for, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/client-downloads.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
  const asked = guides.flatMap((guide) => downloadsOf(guide).flatMap(({ file }) => file ?? []));
  expect(named.toSorted()).toEqual(asked.toSorted());
});
