import type { TestApp } from '../../testing-app.ts';

/** Name of an image that an account has uploaded: its row alone, without any bytes. */
export const storedImage = async ({ deps }: Pick<TestApp, 'deps'>, userId: string): Promise<string> => {
  const id = deps.ids.next().replaceAll('-', '');
  const at = deps.clock.now();
  await deps.db
    .insertInto('files')
    .values({
      id,
      ext: 'png',
      store: 'disk',
      bytes: 1,
      user_id: userId,
      created_at: at,
      unused_since: at,
      stored_at: at,
    })
    .execute();
  return `${id}.png`;
};
