import type { UserRow } from '@skyport/contract/users';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { userAddress } from '../list-page/user-address.ts';
import { LinkFetchesWindow } from '../subscription/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { useChannelEdit } from './channel-edit.tsx';
import { PasswordWindow } from './password-window.tsx';
import { debugLink } from './rules.ts';
import { useSecondStepRemoval } from './second-step-removal.ts';
import { texts } from './texts.ts';
import { useUserEdit } from './user-edit.tsx';

/** An account as its windows name it. */
interface Watched {
  readonly userId: string;
  readonly email: string;
}

/** What staff can do with an account, on the list and on its own page. */
export interface UserActions {
  readonly actionsOf: (user: UserRow) => readonly RowAction[];
  /** Leads to the page of the account. */
  readonly detailsOf: (user: UserRow) => RowAction;
  /** Shows who used the account's link. */
  readonly watch: (of: Watched) => void;
  /** The windows: elements of the page. */
  readonly windows: ReactNode;
}

const openDebugLink = (user: UserRow): void => {
  window.location.href = debugLink(window.location.origin, user);
};

/** The actions of accounts, and the windows that they open. */
export const useUserActions = (): UserActions => {
  const [watched, setWatched] = useState<Watched>();
  const [renewed, setRenewed] = useState<UserRow>();
  const { ask, dialog } = useConfirm();
  const { edit, window: editWindow } = useUserEdit(ask);
  const { editChannel, window: channelWindow } = useChannelEdit(ask);
  const askRemoval = useSecondStepRemoval(ask);
  const navigate = useNavigate();
  return {
    watch: setWatched,
    detailsOf: (user) => ({
      label: texts.details,
      first: true,
      opens: true,
      run: () => void navigate(userAddress(user._id)),
    }),
    actionsOf: (user) => [
      { label: texts.edit.open, first: true, run: () => edit(user) },
      { label: texts.channel.open, run: () => editChannel(user) },
      { label: texts.password.open, run: () => setRenewed(user) },
      { label: texts.linkFetches, run: () => setWatched({ userId: user._id, email: user.email }) },
      { label: texts.debug, run: () => openDebugLink(user) },
      ...(user.second_step ? [{ label: texts.secondStep.remove, danger: true, run: () => askRemoval(user) }] : []),
    ],
    windows: (
      <>
        {dialog}
        {editWindow}
        {channelWindow}
        <PasswordWindow user={renewed} onClose={() => setRenewed(undefined)} />
        <LinkFetchesWindow of={watched} onClose={() => setWatched(undefined)} />
      </>
    ),
  };
};
