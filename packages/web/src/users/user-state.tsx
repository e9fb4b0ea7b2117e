import type { UserRow } from '@skyport/contract/users';
import { userStateNames, userStateOf } from '@skyport/contract/users-columns';
import { type ReactNode, useState } from 'react';
import { pill } from '../ui/pill.tsx';

const tones = { on: undefined, empty: 'plain', off: 'bad' } as const;

/** The state of an account as a pill. */
export const UserState = ({ user }: { user: UserRow }): ReactNode => {
  const [opened] = useState(() => Date.now());
  const state = userStateOf(user, opened);
  return pill(userStateNames[state], tones[state]);
};
