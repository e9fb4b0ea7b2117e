import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { preferredDomainOf } from '../platform/preferred-domain.ts';
import { inviteLink } from './link.ts';
import { getOwner, type OwnerRow } from './owner-store.ts';

/** The owner of a channel, and the link by which others sign up by its code: the same wherever it is told. */
export const ownLink = async (
  db: Db,
  { env, settings }: Pick<Deps, 'env' | 'settings'>,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<{ readonly owner: OwnerRow; readonly link: string }> => {
  const owner = await getOwner(db, userId);
  return { owner, link: inviteLink(env, preferredDomainOf(owner, settings.current()), code) };
};
