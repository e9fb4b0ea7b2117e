import type { NoticeKind } from '@skyport/contract/notices';
import type { Db } from '@skyport/db';
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
