import type { OwnNames } from '@skyport/contract/own-names';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

const listOf = (text: string | undefined): string[] => (text ? text.split('\n') : []);

/** The own names of an account. */
export const findOwnNames = async (db: Db, userNum: number): Promise<OwnNames> => {
  const row = await db
    .selectFrom('own_names')
    .select(['direct', 'proxied'])
    .where('user_num', '=', userNum)
    .executeTakeFirst();
  return { direct: listOf(row?.direct), proxied: listOf(row?.proxied) };
};

/** Stores own names in the place of those before; an account without any has no row. */
export const storeOwnNames = async (trx: Db, userNum: number, { direct, proxied }: OwnNames): Promise<void> => {
  if (direct.length + proxied.length === 0) {
    await trx.deleteFrom('own_names').where('user_num', '=', userNum).execute();
    return;
  }
  await sql`
    insert into own_names (user_num, direct, proxied) values (${userNum}, ${direct.join('\n')}, ${proxied.join('\n')})
    on conflict (user_num) do update set direct = excluded.direct, proxied = excluded.proxied`.execute(trx);
};
