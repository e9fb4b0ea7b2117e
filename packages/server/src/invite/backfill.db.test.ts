import { databaseBefore } from '@skyport/db/testing-migrations';
import { expect, test } from 'vitest';

/*
 * Accounts of before, as the migrations of channels and of edited accounts find them.
 */

const { owner, migrate } = await databaseBefore('0067');

const insert = async (email: string, more: Readonly<Record<string, string>>): Promise<void> => {
  const names = Object.keys(more);
  await owner.query(
    `insert into users (id, email, password_hash, userkey_enc, userkey_hash, created_at, last_active_at${names.map((name) => `, ${name}`).join('')})
     values (gen_random_uuid(), $1, 'none', '', '', '2026-01-01Z', '2026-01-01Z'${names.map((_, n) => `, $${n + 2}`).join('')})`,
    [email, ...Object.values(more)],
  );
};

test('accounts of type channel get a channel by the settings, and own domains that only copied the settings go', async () => {
  await owner.query(`insert into settings (key, value, updated_at) values
    ('channelRewardRate', '0.3', '2026-01-01Z'), ('channelConsumerDuration', '30', '2026-01-01Z'),
    ('preferDomain', '"best.example"', '2026-01-01Z'), ('describe_host', '"sub.example"', '2026-01-01Z')`);
  for (let n = 0; n < 5; n += 1)
    await insert(`channel${n}@example.com`, { type: 'channel', prefer_domain: 'best.example' });
  await insert('plain@example.com', { type: 'normal', describe_host: 'sub.example', prefer_domain: 'own.example' });
  await migrate();
  const channels = await owner.query(`
    select u.email, c.code, c.reward_bp, c.consumer_days, k.user_id = u.id as owned from users u
      left join channels c on c.user_id = u.id left join channel_codes k on k.code = c.code order by u.email`);
  const [plain] = channels.rows.splice(5, 1);
  expect(plain).toMatchObject({ email: 'plain@example.com', code: null });
  expect(new Set(channels.rows.map(({ code }) => code)).size).toBe(5);
  for (const row of channels.rows)
    expect(row).toMatchObject({
      code: expect.stringMatching(/^[0-9A-F]{6}$/),
      reward_bp: 3000,
      consumer_days: 30,
      owned: true,
    });
  const domains = await owner.query('select distinct prefer_domain, describe_host from users order by 1');
  expect(domains.rows).toEqual([
    { prefer_domain: '', describe_host: '' },
    { prefer_domain: 'own.example', describe_host: '' },
  ]);
});
