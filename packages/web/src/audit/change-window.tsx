import type { AuditRow } from '@skyport/contract/audit';
import { auditCallName } from '@skyport/contract/audit-calls';
import type { ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';
import { Window } from '../ui/window.tsx';

const ChangeBody = lazyPart(() => import('./change-body.tsx'));

interface ChangeWindowProps {
  /** The entry that is shown; undefined for none. */
  readonly entry: AuditRow | undefined;
  readonly onClose: () => void;
}

/** One entry with every field before and after; its code is fetched when it opens. */
export const ChangeWindow = ({ entry, onClose }: ChangeWindowProps): ReactNode => (
  <Window
    opened={entry !== undefined}
    onClose={onClose}
    title={entry ? auditCallName(entry.call) : ''}
    size="lg"
    waits={240}
  >
    {entry && <ChangeBody entry={entry} />}
  </Window>
);
