import type { Db } from '@skyport/db';
import { consoleBase, mailIsOn, queueMail } from '../../mail/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { sha256 } from '../../platform/secrets.ts';
import { NO_PASSWORD } from '../log-in/password.ts';
import { mailTexts } from '../messages/texts.ts';
import { createAccount } from '../sign-up/create.ts';
import { changeByStaff } from '../staff-store.ts';
import { putPasswordLink } from './store.ts';

/** Makes an account that belongs to an agency and has no password yet; undefined when the address is taken. */
export const makeAgencyCustomer = async (
  trx: Db,
  deps: Pick<Deps, 'ids' | 'secrets' | 'clock'>,
  { email, agencyId }: { readonly email: string; readonly agencyId: string },
): Promise<{ readonly id: string; readonly num: number } | undefined> => {
  const draft = { email, passwordHash: NO_PASSWORD, type: 'normal', isAgencyUser: true } as const;
  const made = await createAccount(trx, draft, deps);
  if (made) await changeByStaff(trx, made.id, { agent_id: agencyId });
  return made;
};

/**
 * Makes the one-time link, valid for 24 hours, by which an account gets its first password; the one before ends. It is
 * mailed where mail is set up, and otherwise given: then nobody can read it a second time.
 */
export const makePasswordLink = async (
  trx: Db,
  deps: Deps,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<{ readonly mailed: boolean; readonly link: string }> => {
  const settings = deps.settings.current();
  const code = deps.ids.key(32);
  const expiresAt = new Date(deps.clock.now().getTime() + DAY_MS);
  await putPasswordLink(trx, { userId: id, codeHash: sha256(code), expiresAt });
  const agency = settings.agency_user_domain.trim();
  const base = agency ? consoleBase(deps.env, { preferDomain: agency }, agency) : consoleBase(deps.env, settings);
  const link = `${base}/#/set_password?code=${code}`;
  if (!mailIsOn(settings)) return { mailed: false, link };
  const message = mailTexts.firstPassword(settings.site_name, link);
  const mail = { to: email, kind: 'first_password', urgency: 'link', message, expiresAt } as const;
  const queued = await queueMail(trx, deps, mail);
  return queued === undefined ? { mailed: false, link } : { mailed: true, link: '' };
};
