import type { NoticeKind } from '@skyport/contract/notices';
import type { Db } from '@skyport/db';
import { botOf, queueChat } from '../chat/index.ts';
import { consoleBase, mailIsOn, makeMailMessage, queueMail, type MailMessage } from '../mail/index.ts';
import type { Deps } from '../platform/deps.ts';
import { channelOf } from './channel-rules.ts';
import { findOwner, listChannels, type Owner } from './channel-store.ts';
import { notify } from './notify.ts';
import { subjects, texts } from './texts.ts';

/** Something that happened to an account. */
export interface Telling {
  readonly userId: string;
  readonly kind: NoticeKind;
  /** Route of the console where more is to be seen, e.g. `#/order`. */
  readonly href: string;
  /** One sentence, the same in the bell and on Telegram. */
  readonly text: string;
  /** The mail, where it says more than the sentence. */
  readonly mail?: MailMessage;
  /** Which mail or message it is, for operators; the kind by default. */
  readonly name?: string;
}

/** What telling needs. */
export type TellDeps = Pick<Deps, 'clock' | 'ids' | 'secrets' | 'jobs' | 'settings' | 'env'>;

/**
 * Tells an account of something, in the transaction in which it happens: in the bell always, by mail and on Telegram as
 * the account has chosen. Nothing is sent here: what is to be sent waits in an outbox, so no mail server and no Telegram
 * that is away can stop what happens. Throws when `href` leads nowhere safe.
 */
export const tell = async (trx: Db, deps: TellDeps, telling: Telling): Promise<void> => {
  const { userId, kind, href, text, name = kind } = telling;
  await notify(trx, { userId, href, text }, deps);
  const owner = await findOwner(trx, userId);
  if (!owner || owner.disabled) return;
  const channel = channelOf(kind, await listChannels(trx, userId));
  const settings = deps.settings.current();
  if (channel.mail && mailIsOn(settings)) {
    await queueMail(trx, deps, {
      to: owner.email,
      kind: name,
      message: telling.mail ?? mailOf(telling, owner, deps),
    });
  }
  if (channel.telegram && owner.telegramId !== null && !owner.isAgencyUser && botOf(settings)) {
    await queueChat(trx, deps, { chatId: owner.telegramId, kind: name, text: texts.chat(settings.site_name, text) });
  }
};

/** The sentence as a mail, with a button that leads to the place in the console. */
const mailOf = ({ kind, href, text }: Telling, owner: Owner, { env, settings }: TellDeps): MailMessage => {
  const current = settings.current();
  const agency = owner.isAgencyUser ? current.agency_user_domain.trim() : '';
  const base = agency ? consoleBase(env, { preferDomain: agency }, agency) : consoleBase(env, current);
  return makeMailMessage({
    site: current.site_name,
    subject: subjects[kind],
    before: [texts.hello, text],
    link: { label: texts.open, url: `${base}/${href}` },
    after: kind === 'security' ? [texts.notYou] : [texts.choose],
  });
};
