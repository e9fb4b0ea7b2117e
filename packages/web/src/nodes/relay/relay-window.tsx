import type { EntryView } from '@skyport/contract/nodes-entries';
import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Window } from '../../ui/window.tsx';
import { relayTexts as texts } from './texts.ts';

const RelayBody = lazyPart(() => import('./relay-body.tsx'));

/**
 * The window with an entry's forwarding configurations; its code is fetched when it opens. Undefined keeps it closed.
 */
export const RelayWindow = ({ entry, onClose }: { entry: EntryView | undefined; onClose: () => void }): ReactNode => (
  <Window opened={entry !== undefined} onClose={onClose} size="xl" waits={320} title={entry && texts.title(entry.name)}>
    {entry && <RelayBody entryId={entry._id} />}
  </Window>
);
