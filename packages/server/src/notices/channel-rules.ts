import { NoticeKind, type NoticeChannel } from '@skyport/contract/notices';

/** Kinds that can happen to an agency's customer, who neither buys nor owns money here. */
const AGENCY_KINDS: readonly NoticeKind[] = ['security', 'membership', 'traffic'];

/** Kinds that can happen to nobody but admins. */
const ADMIN_KINDS: readonly NoticeKind[] = ['shop', 'node'];

/** Kinds of which nobody hears by mail unless they ask for it: they may come every day. */
const QUIET_KINDS: readonly NoticeKind[] = ['traffic'];

/** The channel as it counts: who takes an account over must not be able to keep its owner from hearing of it. */
export const effective = (channel: NoticeChannel): NoticeChannel =>
  channel.kind === 'security' ? { ...channel, mail: true } : channel;

/** Where an account is told of a kind, from what it has chosen, else by default. */
export const channelOf = (kind: NoticeKind, stored: readonly NoticeChannel[]): NoticeChannel =>
  effective(stored.find((one) => one.kind === kind) ?? { kind, mail: !QUIET_KINDS.includes(kind), telegram: true });

/** Every kind that can happen to an account, with where it is told of it. Telegram is nothing for agency customers. */
export const channelsOf = (
  stored: readonly NoticeChannel[],
  { isAgencyUser, isAdmin }: { readonly isAgencyUser: boolean; readonly isAdmin: boolean },
): NoticeChannel[] =>
  NoticeKind.options
    .filter((kind) => !isAgencyUser || AGENCY_KINDS.includes(kind))
    .filter((kind) => isAdmin || !ADMIN_KINDS.includes(kind))
    .map((kind) => channelOf(kind, stored))
    .map((channel) => (isAgencyUser ? { ...channel, telegram: false } : channel));
