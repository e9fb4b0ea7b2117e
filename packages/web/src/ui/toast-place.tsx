import { lazy, Suspense, type ReactNode } from 'react';
import { toastModule } from './toasts.ts';

// Waits for the module that the first toast, or an idle page, fetches. It fetches nothing itself and never fails.
const LoadedToasts = lazy(() => toastModule);

/** Every toast of the console; nothing until the first one's library is there. */
export const ToastPlace = (): ReactNode => (
  <Suspense fallback={null}>
    <LoadedToasts />
  </Suspense>
);
