import { expect, test } from 'vitest';
import { z } from 'zod';
import { shownFields } from './changed-fields.ts';
import { field, fieldMeta } from './form.ts';
import { Line, SearchLine } from './units.ts';
import { zhMessage } from './zod-message.ts';

const emoji = ['❤️', '👨‍👩‍👧', '👩🏽‍💻', '🏳️‍🌈', '☎️', '1️⃣', '🇨🇳', '👍🏽', '👁️‍🗨️'];

test.each(emoji)('common emoji keep working in names and titles: %s', (sign) => {
  const name = `${sign}月卡${sign}${sign}`;
  expect(Line(64).parse(name)).toBe(name);
  expect(SearchLine(64).parse(name)).toBe(name);
});

const hidden = ['\u202E', '\u2067', '\u200B', '\u200E', '\u00AD', '\u3164', '\u034F', '\u{E0041}', '\uFE0F', '\u200D'];

test.each(hidden)('%j is refused in one-line texts, and taken out of a search', (sign) => {
  for (const text of [`${sign}月卡`, `月${sign}卡`, `月卡${sign}1`, `月卡${sign}`, `1${sign}月卡`]) {
    expect(Line(64).safeParse(text).success, JSON.stringify(text)).toBe(false);
    expect(SearchLine(64).parse(text)).toBe(text.replaceAll(sign, ''));
  }
  expect(Line(64).safeParse(`❤\uFE0F${sign}月卡`).success).toBe(false);
});

test('a refused text says which field has an invisible character', () => {
  const form = z.object({ name: field('名称', Line(64).min(1)) });
  expect(zhMessage(form.safeParse({ name: '月\u200B卡' }).error!, form)).toBe('名称：不能包含不可见字符');
});

test('`á` in two forms is one text, and no longer than its bound', () => {
  expect(Line(8).parse('a\u0301')).toBe('\u00E1');
  // Decomposed on purpose by NFC: one character becomes three.
  expect(Line(8).safeParse('\uFB2C'.repeat(8)).success).toBe(false);
  expect(Line(64).safeParse('\u0958'.repeat(64)).success).toBe(false);
});

test('the texts that a form was opened with may be older than today’s rules', () => {
  const fields = z.object({ name: field('名称', Line(64).min(1)), desc: field('描述', Line(9).default('')) });
  const shown = shownFields(fields);
  expect(shown.parse({ name: '月\u200Ba\u0301', desc: '' })).toEqual({ name: '月\u200Ba\u0301', desc: '' });
  expect(shown.parse({ name: '月' })).toEqual({ name: '月' });
  expect(fieldMeta(shown.shape.name)?.label).toBe('名称');
  expect(shown.safeParse({ name: '月'.repeat(65) }).success).toBe(false);
});
