import type { Db } from '@skyport/db';
import { consoleBase, makeMailMessage } from '../mail/index.ts';
import { notifyOperators } from '../notices/index.ts';
import type { Deps } from '../platform/deps.ts';
import { texts } from './texts.ts';

const HREF = '#/admin_backups';

/** Notifies the operators of a problem with backups, in the caller's transaction. */
export const raiseBackupAlarm = async (trx: Db, deps: Deps, text: string): Promise<void> => {
  const settings = deps.settings.current();
  const mail = makeMailMessage({
    site: settings.site_name,
    subject: texts.subject,
    before: [text],
    link: { label: texts.open, url: `${consoleBase(deps.env, settings)}/${HREF}` },
    after: [],
  });
  await notifyOperators(trx, deps, { kind: 'security', href: HREF, text, mail, name: 'backup_problem' });
};
