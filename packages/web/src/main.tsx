import './ui/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { HandOff } from './accounts/index.ts';
import { StepUpWindow, newQueryClient } from './api/index.ts';
import { Shell } from './app/shell.tsx';
import { readAddress } from './device/address.ts';
import { FOREVER_DAYS, readCookie, writeCookie } from './device/cookies.ts';
import { whenIdle } from './device/when-idle.ts';
import { theme } from './ui/theme.ts';
import { ToastPlace } from './ui/toast-place.tsx';
import { fetchToasts } from './ui/toasts.ts';

// Before any request: the token leaves the address bar, and never replaces a session that is there.
const { c, token, handoff } = readAddress();
if (token && readCookie('token') === undefined) writeCookie('token', token, { days: FOREVER_DAYS });

const client = newQueryClient();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <HashRouter>
          {handoff === null ? (
            <Shell c={c} />
          ) : (
            <Suspense fallback={null}>
              <HandOff token={handoff}>
                <Shell c={c} />
              </HandOff>
            </Suspense>
          )}
        </HashRouter>
        <StepUpWindow />
        <ToastPlace />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);

whenIdle(() => void fetchToasts());
