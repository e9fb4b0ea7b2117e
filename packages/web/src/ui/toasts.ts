import type { ComponentType } from 'react';

/** One toast of the product: its exact text and how long they stay, in milliseconds. */
export interface ToastText {
  readonly text: string;
  readonly ms: number;
  /** A second line: what it is about, e.g. the kind and the name of what was saved. */
  readonly detail?: string;
}

/** What a toast is about; errors are read out at once to whoever hears the page. */
export type ToastKind = 'info' | 'success' | 'error' | 'warning';

/** The module with the toasts' library: where toasts stand, and what puts one there. */
export interface ToastModule {
  readonly default: ComponentType;
  readonly putToast: (toast: ToastText, kind: ToastKind) => void;
  /** Takes a toast away that is there. */
  readonly dropToast: (toast: ToastText, kind: ToastKind) => void;
}

/** Toasts whose library is fetched when it is needed. */
export interface Toasts {
  /** The library's module, as soon as it is there; never refused. */
  readonly module: Promise<ToastModule>;
  /** Fetches the module when it is neither there nor on its way; a failure leaves that to the next call. */
  readonly fetch: () => Promise<void>;
  readonly show: (toast: ToastText, kind?: ToastKind) => void;
  /** Takes a toast away before its time. */
  readonly hide: (toast: ToastText, kind: ToastKind) => void;
}

/** Toasts of a module that `load` brings. */
export const newToasts = (load: () => Promise<ToastModule>): Toasts => {
  let arrives: (module: ToastModule) => void;
  const module = new Promise<ToastModule>((resolve) => {
    arrives = resolve;
  });
  let coming: Promise<ToastModule | undefined> | undefined;
  const come = async (): Promise<ToastModule | undefined> => {
    try {
      const there = await load();
      arrives(there);
      return there;
    } catch {
      coming = undefined;
      return undefined;
    }
  };
  const fetched = (): Promise<ToastModule | undefined> => (coming ??= come());
  return {
    module,
    fetch: async () => void (await fetched()),
    // Toasts that wait for the module are shown in order. When it could not be fetched they are dropped: by the next
    // one they would be out of date.
    show: (text, kind = 'info') => void fetched().then((there) => there?.putToast(text, kind)),
    hide: (text, kind) => void coming?.then((there) => there?.dropToast(text, kind)),
  };
};

const toasts = newToasts(() => import('./toast-module.ts'));

/** How long toasts of the back office stay, and those that name a reason, in milliseconds. */
export const ADMIN_MS = 2000;
export const REASON_MS = 5000;

/** Declares a toast; the default stays 5 seconds. */
export const toast = (text: string, ms = 5000): ToastText => ({ text, ms });

/** Shows a toast below those that are there; it is dropped when its library cannot be loaded. */
export const showToast = toasts.show;

/** Takes a toast away: what it was about has worked since. */
export const hideToast = toasts.hide;

/** Fetches what shows toasts before one is needed: most are, when the network is gone. Never refuses. */
export const fetchToasts = toasts.fetch;

/** What shows toasts, as soon as it was fetched. */
export const toastModule = toasts.module;
