import type { ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';
import { Window } from '../ui/window.tsx';
import { watchTexts as texts } from './watch-texts.ts';

/** Who used an account's link, as a part of a page; fetched when it is shown. */
export const FetchesOf = lazyPart(() => import('./staff-fetches.tsx'));
const Alarms = lazyPart(() => import('./staff-alarms.tsx'));

/** An account as staff name it. */
export interface Watched {
  readonly userId: string;
  readonly email: string;
}

/** Who used an account's link, for staff; closed while there is no account. */
export const LinkFetchesWindow = ({ of, onClose }: { of: Watched | undefined; onClose: () => void }): ReactNode => (
  <Window opened={of !== undefined} onClose={onClose} title={of && texts.titleOf(of.email)} size="md">
    {of && <FetchesOf userId={of.userId} />}
  </Window>
);

/** Accounts whose links many networks use; `onChoose` is called with the one whose records are wanted. */
export const LinkAlarmsWindow = (props: {
  opened: boolean;
  onClose: () => void;
  onChoose: (of: Watched) => void;
}): ReactNode => (
  <Window opened={props.opened} onClose={props.onClose} title={texts.alarms} size="md">
    <Alarms onChoose={props.onChoose} />
  </Window>
);
