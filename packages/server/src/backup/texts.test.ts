import { expect, test } from 'vitest';
import { sentenceOf } from './texts.ts';

test.each([
  ['The backup is cut off: its writing was interrupted, or the copy is incomplete. Nothing was changed.', '不完整'],
  ['The backup is damaged: the checksum of tables/public.users is wrong. Nothing was changed.', 'tables/public.users'],
  [
    'The backup is damaged: the checksum of tables/public.reconciliation_lines is wrong.',
    'public.reconciliation_lines',
  ],
  ['The backup is damaged: something follows its end. Nothing was changed.', 'something follows its end'],
  ['The backup belongs to another SECRET_KEY than the one given here. Name the file', 'SECRET_KEY_OLD'],
  ["ENOSPC: no space left on device, write '/var/lib/skyport/backups/skyport-1.tar.partial'", '磁盘空间不足'],
  ["EACCES: permission denied, open '/backups/skyport-1.tar.partial'", '没有写入备份文件夹的权限'],
  ['permission denied to create database', 'CREATEDB'],
  ['The database server has too few locks for a restore in one transaction.', 'max_locks_per_transaction'],
])('says %s in Chinese', (problem, part) => {
  const sentence = sentenceOf(problem);
  expect(sentence).toContain(part);
  expect(sentence).toMatch(/[\u4e00-\u9fff]/);
  expect(sentence).not.toContain('Nothing was changed');
});

test('quotes an unknown problem, cut and without its secrets', () => {
  const sentence = sentenceOf('connect to postgresql://owner:hunter2@db.example failed');
  expect(sentence).not.toContain('hunter2');
  expect(sentenceOf('x'.repeat(2000)).length).toBeLessThanOrEqual(500);
});
