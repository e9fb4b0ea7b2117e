import type { Db } from '@skyport/db';
import { alarmOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { texts } from './texts.ts';

/** Notifies the operators of a problem with backups, in the caller's transaction. */
export const raiseBackupAlarm = (trx: Db, deps: Deps, text: string): Promise<void> =>
  alarmOperators(trx, deps, {
    name: 'backup_problem',
    href: '#/admin_backups',
    subject: texts.subject,
    text,
    open: texts.open,
  });
