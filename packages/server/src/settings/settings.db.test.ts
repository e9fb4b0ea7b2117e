import { defaultSettings } from '@skyport/contract/settings-table';
import { testDatabase } from '@skyport/db/testing';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../platform/ids.ts';
import { createSecrets } from '../platform/secrets.ts';
import { changeSettings, createSettingsReader } from './index.ts';

const database = await testDatabase();
const { db } = database;
const secrets = createSecrets('k'.repeat(32), systemRandom);
const at = new Date('2026-11-21T04:00:00Z');
const change = (changes: Parameters<typeof changeSettings>[1]) => changeSettings(db, changes, { at, secrets });
beforeEach(() => database.reset());

const reader = async () => {
  const made = await createSettingsReader({ db, secrets, log: { warn: () => undefined } });
  onTestFinished(() => made.stop());
  return made;
};

test('what nobody changed is the default', async () => {
  expect((await reader()).current()).toEqual(defaultSettings);
});

test('a change is seen by every process within a second, without being told', async () => {
  const [one, two] = [await reader(), await reader()];
  await change({ signUseRewardTraffic: 300, notice_show: true });
  expect(one.current().signUseRewardTraffic).toBe(200);
  await expect.poll(() => [one.current(), two.current()].map((s) => s.signUseRewardTraffic)).toEqual([300, 300]);
  expect(two.current().notice_show).toBe(true);
});

test('inside a transaction the newest values count', async () => {
  const settings = await reader();
  await db.transaction().execute(async (trx) => {
    await changeSettings(trx, { site_name: '新名' }, { at, secrets });
    expect((await settings.fresh(trx)).site_name).toBe('新名');
  });
});

test('a change makes documents and nodes notice too', async () => {
  await change({ site_name: '甲' });
  await change({ site_name: '乙' });
  const versions = await db.selectFrom('versions').selectAll().orderBy('name').execute();
  expect(versions).toEqual([
    { name: 'catalogue', value: 2 },
    { name: 'pay_instances', value: 0 },
    { name: 'settings', value: 2 },
  ]);
});

test('a secret is stored encrypted, read again, and kept when the page sends none', async () => {
  await change({ telegram_bot_token: '12345:secret' });
  const stored = await db.selectFrom('settings').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('secret');
  await change({ telegram_bot_token: '' });
  expect((await reader()).current().telegram_bot_token).toBe('12345:secret');
});

test('a value outside its bounds is refused with the reason and changes nothing', async () => {
  await expect(change({ push_min: 0, site_name: '不该保存' })).rejects.toMatchObject({
    reason: 'invalidPayload',
    message: '最低转赠流量应在 1 到 100000 之间',
  });
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
});

test('a stored value that no longer fits the table is the default again', async () => {
  await db
    .insertInto('settings')
    .values([
      { key: 'gameSeat', value: JSON.stringify('many'), updated_at: at },
      { key: 'gone', value: JSON.stringify(1), updated_at: at },
    ])
    .execute();
  expect((await reader()).current()).toEqual(defaultSettings);
});
