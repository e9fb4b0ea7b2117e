import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Window } from '../../ui/window.tsx';
import type { InstallBodyProps } from './install-body.tsx';
import { stateTexts as texts } from './texts.ts';

const InstallBody = lazyPart(() => import('./install-body.tsx'));

/** The window in which installations are watched; its code is fetched when it opens. Closing it stops nothing. */
export const InstallWindow = ({ opened, ...body }: InstallBodyProps & { readonly opened: boolean }): ReactNode => (
  <Window
    opened={opened}
    onClose={body.onClose}
    size="lg"
    waits={320}
    title={texts.title[body.installs[0]?.action ?? 'upgrade']}
  >
    {opened && <InstallBody {...body} />}
  </Window>
);
