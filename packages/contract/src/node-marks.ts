import { z } from 'zod';
import { field } from './form.ts';
import { TextOf } from './units.ts';

/** The mark of a stored secret, another one each time that it is saved; empty without one. */
const SecretMark = TextOf(64);

/** Marks of a node's secrets. */
export const NodeMarks = z.object({
  ssh_password_mark: field('SSH 密码', SecretMark, { marks: 'ssh_password' }),
  warp_keys_mark: field('WARP 密钥', SecretMark, { marks: 'warp_keys' }),
});
