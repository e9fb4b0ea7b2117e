import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Window } from '../../ui/window.tsx';
import type { TabPage } from '../menu.ts';
import { texts } from './texts.ts';

const CommandSearch = lazyPart(() => import('./command-search.tsx'));

interface CommandBarProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly pages: readonly TabPage[];
}

/** The command bar: a window that leads to pages, accounts, nodes and lines by what one types. */
export const CommandBar = ({ opened, onClose, pages }: CommandBarProps): ReactNode => (
  <Window opened={opened} onClose={onClose} title={texts.find} size="lg" waits={320}>
    <CommandSearch pages={pages} onDone={onClose} />
  </Window>
);
