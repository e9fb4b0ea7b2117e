/** One toast of the product: its exact words and how long they stay, in milliseconds. */
export interface ToastText {
  readonly text: string;
  readonly ms: number;
}

/** What a toast is about; errors are read out at once to whoever hears the page. */
export type ToastKind = 'info' | 'success' | 'error' | 'warning';

/** A toast on the screen. */
export interface ShownToast extends ToastText {
  readonly id: number;
  readonly kind: ToastKind;
}

/** Declares a toast; the default stays 5 seconds. */
export const toast = (text: string, ms = 5000): ToastText => ({ text, ms });

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly ShownToast[]): void => {
  shown = next;
  for (const tell of listeners) tell();
};

/** Shows a toast below those that are there. */
export const showToast = ({ text, ms }: ToastText, kind: ToastKind = 'info'): void => {
  lastId += 1;
  change([...shown, { id: lastId, text, ms, kind }]);
};

/** Takes a toast away before or when its time is over. */
export const closeToast = (id: number): void => change(shown.filter((one) => one.id !== id));

/** The toasts on the screen, oldest first. */
export const shownToasts = (): readonly ShownToast[] => shown;

/** Calls `tell` after every change of the toasts until the function that it gives is called. */
export const watchToasts = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => void listeners.delete(tell);
};
