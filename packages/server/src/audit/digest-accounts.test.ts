import { expect, test } from 'vitest';
import { digestTexts } from './digest-texts.ts';
import { digestOf, entriesOf, said } from './testing/digest.ts';

const entry = entriesOf('channel');

const channel = { type: 'channel', name: '合作', code: 'PARTNER1', reward_bp: 2500, consumer_days: 30 };

test('what a channel earns is in the digest when staff make it or change it, its name and code are not', () => {
  const all = [
    entry({ after: channel }),
    entry({ before: { reward_bp: 2000 }, after: { reward_bp: 5000 } }),
    entry({ before: { name: 'a', code: 'A' }, after: { name: 'b', code: 'B' } }),
    entry({ before: { consumer_days: 30 }, after: { consumer_days: 3650 } }),
    entry({ before: channel, after: null }),
  ];
  expect(said(...all)).toEqual([
    'lin@example.com：设定渠道 wu@example.com：返利比例 无 → 0.25，返利天数 无 → 30 天',
    'lin@example.com：设定渠道 wu@example.com：返利比例 0.2 → 0.5',
    'lin@example.com：设定渠道 wu@example.com：返利天数 30 天 → 3650 天',
  ]);
  expect(digestTexts.more(digestOf(...all), 0)[0]).toBe('全部合计：设定渠道返利 3 次');
});

test('an account whose rebates never end is in the digest', () => {
  const forced = { before: { force_reward: false }, after: { force_reward: true } };
  expect(said(entry({ kind: 'account', ...forced }))).toEqual([
    'lin@example.com：调整用户 wu@example.com：强制返利 否 → 是',
  ]);
});
