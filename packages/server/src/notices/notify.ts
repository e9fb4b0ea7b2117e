import type { NoticeKind } from '@skyport/contract/notices';
import type { Db } from '@skyport/db';
import { botOf, queueChat } from '../chat/index.ts';
import { consoleBase, mailIsOn, makeMailMessage, queueMail, type MailMessage, type Urgency } from '../mail/index.ts';
import type { Deps } from '../platform/deps.ts';
import { channelOf } from './channel-rules.ts';
import { findOwner, listChannels, type Owner } from './channel-store.ts';
import { addToBell } from './bell.ts';
import { subjects, texts } from './texts.ts';

/** What an account is told of. */
export interface Notice {
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

/** What `notify` needs. */
export type NotifyDeps = Pick<Deps, 'clock' | 'ids' | 'secrets' | 'jobs' | 'settings' | 'env'>;

/** The urgency of a notice's mail to an account's owner. */
export const ownUrgency = (kind: NoticeKind): Urgency => (kind === 'security' ? 'security' : 'notice');

/**
 * Notifies an account, in the transaction in which something happens: in the bell always, by mail and on Telegram as
 * the account has chosen. Nothing is sent here: what is to be sent waits in an outbox, so no mail server and no
 * Telegram that is away can stop what happens. Throws when `href` leads nowhere safe.
 */
export const notify = (trx: Db, deps: NotifyDeps, notice: Notice): Promise<void> =>
  notifyBy(trx, deps, { ...notice, urgency: ownUrgency(notice.kind) });

/** The same with another urgency of the mail. */
export const notifyBy = async (
  trx: Db,
  deps: NotifyDeps,
  { urgency, ...notice }: Notice & { readonly urgency: Urgency },
): Promise<void> => {
  const { userId, kind, href, text, name = kind } = notice;
  await addToBell(trx, { userId, href, text }, deps);
  const owner = await findOwner(trx, userId);
  if (!owner || owner.disabled) return;
  const channel = channelOf(kind, await listChannels(trx, userId));
  const settings = deps.settings.current();
  if (channel.mail && mailIsOn(settings)) {
    await queueMail(trx, deps, {
      to: owner.email,
      kind: name,
      urgency,
      message: notice.mail ?? mailOf(notice, owner, deps),
    });
  }
  if (channel.telegram && owner.telegramId !== null && !owner.isAgencyUser && botOf(settings)) {
    await queueChat(trx, deps, { chatId: owner.telegramId, kind: name, text: texts.chat(settings.site_name, text) });
  }
};

/** The sentence as a mail, with a button that leads to the place in the console. */
const mailOf = ({ kind, href, text }: Notice, owner: Owner, { env, settings }: NotifyDeps): MailMessage => {
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
