import { ticketsAdminCalls as calls } from '@skyport/contract/tickets-admin';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { isMissing } from '../api/is-missing.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Window } from '../ui/window.tsx';
import { Desk } from './desk.tsx';
import { REFRESH_MS } from './rules.ts';
import { staffTexts, texts } from './texts.ts';
import { useTypedWindow } from './use-typed-window.ts';

interface DeskWindowProps {
  /** Id of the ticket that is shown; undefined keeps the window closed. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}

/** One ticket for staff, read again every 30 s, with its customer beside it. */
export const DeskWindow = ({ id, onClose }: DeskWindowProps): ReactNode => {
  const { setTyped, leave, dialog } = useTypedWindow(onClose);
  const read = useCall(calls.ticket, { id: id ?? '' }, { refetchEvery: REFRESH_MS, enabled: id !== undefined });
  const found = id !== undefined && read.data?.ticket._id === id ? read.data : undefined;
  return (
    <>
      <Window
        opened={id !== undefined}
        onClose={leave}
        title={found?.ticket.title ?? staffTexts.title}
        size={920}
        waits={320}
      >
        {isMissing(read.error) ? (
          <p>{texts.gone}</p>
        ) : (
          <Loaded of={read} height={320}>
            {() => found && <Desk key={id} {...found} onTyped={setTyped} onRefused={() => void read.refetch()} />}
          </Loaded>
        )}
      </Window>
      {dialog}
    </>
  );
};
