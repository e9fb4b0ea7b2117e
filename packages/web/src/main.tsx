import './ui/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { HandOff } from './accounts/index.ts';
import { StepUpWindow, newQueryClient } from './api/index.ts';
import { Console } from './app/console.tsx';
import { readAddress } from './device/address.ts';
import { FOREVER_DAYS, readCookie, writeCookie } from './device/cookies.ts';
import { watchDrafts } from './device/unsaved.ts';
import { whenIdle } from './device/when-idle.ts';
import { Arriving } from './ui/arriving.tsx';
import { ConsoleRouter } from './ui/console-router.tsx';
import { Waiting } from './ui/loaded.tsx';
import { theme } from './ui/theme.ts';
import { ToastPlace } from './ui/toast-place.tsx';
import { fetchToasts } from './ui/toasts.ts';

// Before any request: the token leaves the address bar, and never replaces a session that is there.
const { c, token, handoff } = readAddress();
if (token && readCookie('token') === undefined) writeCookie('token', token, { days: FOREVER_DAYS });

const client = newQueryClient();
watchDrafts();

// The first files are here: should one be lost another time, the page may be loaded once more again (first-script.ts).
try {
  sessionStorage.removeItem('firstFileLost');
} catch {
  // A browser that lets nobody ask has kept nothing.
}

/** Takes the outline away in the same moment in which the console is there. */
const OutlineEnd = (): null => {
  useLayoutEffect(() => document.getElementById('outline')?.remove(), []);
  return null;
};

// Variables are all written from the theme, also those that are as the library has them: their sheet is not fetched.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <OutlineEnd />
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} defaultColorScheme="auto" deduplicateCssVariables={false}>
        <ConsoleRouter>
          {handoff === null ? (
            <Console c={c} />
          ) : (
            <Arriving
              fallback={
                <main className="sp-page">
                  <Waiting height={240} />
                </main>
              }
            >
              <HandOff token={handoff}>
                <Console c={c} />
              </HandOff>
            </Arriving>
          )}
        </ConsoleRouter>
        <StepUpWindow />
        <ToastPlace />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);

whenIdle(() => void fetchToasts());
