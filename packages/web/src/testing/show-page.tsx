import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { toast } from 'react-toastify';
import { onTestFinished } from 'vitest';
import { StepUpWindow, newQueryClient } from '../api/index.ts';
import { answerStepUp } from '../api/step-up-store.ts';
import { ConsoleRouter } from '../ui/console-router.tsx';
import { theme } from '../ui/theme.ts';
import { ToastPlace } from '../ui/toast-place.tsx';
// What shows toasts is there at once, so that nothing is being fetched when a test ends.
import '../ui/toast-module.ts';

/**
 * Shows a part of the console inside the providers that `main.tsx` gives it, at a hash route; gone when the test ends.
 */
export const showPage = (page: ReactNode, at = '/'): void => {
  window.location.hash = `#${at}`;
  onTestFinished(() => {
    cleanup();
    toast.dismiss();
    answerStepUp(undefined);
    window.location.hash = '';
    sessionStorage.clear();
    localStorage.clear();
    for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  });
  render(
    <QueryClientProvider client={newQueryClient(false)}>
      <MantineProvider theme={theme} env="test">
        <ConsoleRouter>{page}</ConsoleRouter>
        <StepUpWindow />
        <ToastPlace />
      </MantineProvider>
    </QueryClientProvider>,
  );
};
