import type { accountsCalls } from '@skyport/contract/accounts';
import { commonEmail, Email } from '@skyport/contract/shapes';
import { inTransaction, type Db } from '@skyport/db';
import { leaveImage, takeImage } from '../../files/index.ts';
import type { Deps, Handler } from '../../platform/deps.ts';
import { refuse } from '../../platform/refuse.ts';
import { orTaken, wantEmail } from './email.ts';
import { checkOwner, lockOwner } from './owner.ts';
import { askerOf } from '../mailed-links/request.ts';
import { iconOf } from '../rules.ts';
import { changeIcon, changeSwitches, findIcon } from './store.ts';

/** What uses an account's avatar, for the files feature. */
const ICON = 'icon';

/** Changes the avatar: the new one has to be an image of this very account, and the old one is let go. */
const putIcon = async (trx: Db, deps: Pick<Deps, 'clock'>, { userId, icon }: { userId: string; icon: string }) => {
  const filename = iconOf(icon);
  if (icon !== '' && filename === '') refuse('notFound', '头像不存在，请重新上传');
  const old = await findIcon(trx, userId);
  if (filename === iconOf(old)) return;
  if (filename !== '' && !(await takeImage(trx, { filename, userId, usedBy: ICON }))) {
    refuse('notFound', '头像不存在，请重新上传');
  }
  await leaveImage(trx, { filename: iconOf(old), usedBy: ICON, at: deps.clock.now() });
  await changeIcon(trx, userId, filename);
};

/** Another address for an account; undefined for its own one in any spelling. Refuses `emailWrong`. */
const otherEmail = (wanted: string | undefined, own: string): string | undefined => {
  if (wanted === undefined || commonEmail(wanted) === commonEmail(own)) return undefined;
  return Email.safeParse(wanted).data ?? refuse('emailWrong');
};

const checkPasswordFor = (deps: Deps, id: string, password: string | undefined): Promise<string> =>
  checkOwner(deps, { id, password: password ?? refuse('loginFailed', '修改邮箱需要输入当前密码') });

/**
 * Saves what an account's owner may change: all of it, or nothing. Switches are part of every document's own request,
 * so the next fetch of a subscription has them; nodes do not know them.
 */
export const changeUseInfo: Handler<(typeof accountsCalls)['changeUseInfo']> = async (input, context, deps) => {
  const { caller } = context;
  const email = otherEmail(input.email, caller.email);
  const checked = email === undefined ? undefined : await checkPasswordFor(deps, caller.id, input.password);
  const asker = email === undefined ? undefined : askerOf(context);
  const saved = inTransaction(deps.db, async (trx) => {
    const user = await lockOwner(trx, caller, checked);
    await changeSwitches(trx, caller.id, input);
    if (input.icon !== undefined) await putIcon(trx, deps, { userId: caller.id, icon: input.icon });
    const wanted = email !== undefined && asker && { user, email, host: input.host, ...asker };
    const mailed = wanted ? await wantEmail(trx, deps, wanted) : false;
    return { mailed };
  });
  return orTaken(saved, () => refuse('emailTaken'));
};
