import { IMPORT_OPENED_MS, type ClientApp } from '@skyport/contract/client-links';
import { chatAppOf } from '@skyport/contract/devices';
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { whenStayed } from '../device/leaving.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';
import type { Subscriptions } from './use-subscriptions.ts';

const ImportHelp = lazyPart(() => import('./import-help.tsx'));

/** What an import link does when it is pressed, and the window that helps when nothing has come of it. */
export interface ImportTap {
  readonly onClick: (event: MouseEvent) => void;
  readonly help: ReactNode;
}

/**
 * Watches over an import link: no browser says that no client has opened. In the browser of a chat app none ever does,
 * so that the way out of it is shown at once. `guide` is the route of the guide that the link stands in.
 */
export const useImport = (app: ClientApp, subscriptions: Subscriptions, guide?: string): ImportTap => {
  const [helping, setHelping] = useState(false);
  const calledOff = useRef<() => void>(undefined);
  useEffect(() => () => calledOff.current?.(), []);
  const chatApp = chatAppOf(navigator.userAgent);
  const links = subscriptions.linksOf(app);
  const onClick = (event: MouseEvent): void => {
    const possible = subscriptions.mayOpen(app) && subscriptions.mayImport(app);
    if (!possible || chatApp) event.preventDefault();
    if (!possible) return;
    calledOff.current?.();
    if (chatApp) setHelping(true);
    else calledOff.current = whenStayed(IMPORT_OPENED_MS, () => setHelping(true));
  };
  const help = links && (
    <Window opened={helping} onClose={() => setHelping(false)} title={chatApp ? texts.inChatApp(chatApp) : texts.stuck}>
      <ImportHelp app={app} guide={guide} links={links} inChatApp={chatApp !== undefined} />
    </Window>
  );
  return { onClick, help };
};
