import type { Db } from '@skyport/db';

/** Records that an account logs in from a place (a hash); gives the places that it was known to log in from before. */
export const recordLoginPlace = async (
  trx: Db,
  userId: string,
  { place, at, keptSince }: { readonly place: Buffer; readonly at: Date; readonly keptSince: Date },
): Promise<readonly Buffer[]> => {
  await trx.deleteFrom('login_places').where('user_id', '=', userId).where('seen_at', '<', keptSince).execute();
  const known = await trx.selectFrom('login_places').select('place').where('user_id', '=', userId).execute();
  await trx
    .insertInto('login_places')
    .values({ user_id: userId, place, seen_at: at })
    .onConflict((c) => c.columns(['user_id', 'place']).doUpdateSet({ seen_at: at }))
    .execute();
  return known.map((row) => row.place);
};
