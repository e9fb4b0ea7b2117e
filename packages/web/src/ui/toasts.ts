import { toast as show } from 'react-toastify';

/** One toast of the product: its exact words and how long they stay, in milliseconds. */
export interface ToastText {
  readonly text: string;
  readonly ms: number;
}

/** Declares a toast; the default stays 5 seconds. */
export const toast = (text: string, ms = 5000): ToastText => ({ text, ms });

/** Shows a toast. */
export const showToast = ({ text, ms }: ToastText, kind: 'info' | 'success' | 'error' | 'warning' = 'info'): void => {
  show(text, { autoClose: ms, type: kind });
};
