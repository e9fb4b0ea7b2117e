import type { NoticeKind } from '@skyport/contract/notices';
import type { Db } from '@skyport/db';
import { consoleBase, makeMailMessage } from '../mail/index.ts';
import { listOperators } from './operators-store.ts';
import { notifyBy, ownUrgency, type NotifyDeps, type Notice } from './notify.ts';

/** A notice to the operators. */
interface OperatorNotice extends Omit<Notice, 'userId'> {
  /** Kinds that operators choose apart from what concerns their own account. */
  readonly kind: Extract<NoticeKind, 'security' | 'shop' | 'node'>;
  /** A customer causes it without paying. Its mails are dropped before those of the installation's own alarms. */
  readonly isRequest?: true;
}

/** Notifies the operators, in the transaction in which it happens. */
export const notifyOperators = async (
  trx: Db,
  deps: NotifyDeps,
  { isRequest, ...notice }: OperatorNotice,
): Promise<void> => {
  const urgency = notice.kind === 'security' ? ownUrgency(notice.kind) : isRequest ? 'request' : 'alarm';
  for (const userId of await listOperators(trx, deps.settings.current().admin_id))
    await notifyBy(trx, deps, { ...notice, userId, urgency });
};

/** A notice of kind `security` with a mail of its own. */
interface OperatorAlarm extends Pick<Notice, 'href' | 'text'> {
  /** Which mail it is, e.g. `audit_digest`. */
  readonly name: string;
  readonly subject: string;
  /** Paragraphs of the mail; the text by default. */
  readonly paragraphs?: readonly string[];
  /** Words of the button that leads to `href`. */
  readonly open: string;
}

/** Alarms the operators in the bell, on Telegram and by a mail of its own. */
export const alarmOperators = (
  trx: Db,
  deps: NotifyDeps,
  { subject, open, text, paragraphs = [text], ...notice }: OperatorAlarm,
): Promise<void> => {
  const settings = deps.settings.current();
  const link = { label: open, url: `${consoleBase(deps.env, settings)}/${notice.href}` };
  const mail = makeMailMessage({ site: settings.site_name, subject, before: paragraphs, link });
  return notifyOperators(trx, deps, { ...notice, kind: 'security', text, mail });
};
