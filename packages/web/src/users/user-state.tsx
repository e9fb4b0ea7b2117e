import type { UserRow } from '@skyport/contract/users';
import { userStateNames, userStateOf } from '@skyport/contract/users-columns';
import { type ReactNode, useState } from 'react';

const tones = { on: undefined, empty: 'plain', off: 'bad' } as const;

/** The state of an account as a pill. */
export const UserState = ({ user }: { user: UserRow }): ReactNode => {
  const [opened] = useState(() => Date.now());
  const state = userStateOf(user, opened);
  return (
    <span className="sp-pill" data-tone={tones[state]}>
      {userStateNames[state]}
    </span>
  );
};
