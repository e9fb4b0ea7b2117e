import { createElement, type CSSProperties, type ReactElement, type ReactNode, useEffect } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import {
  Bounce,
  toast,
  ToastContainer,
  type CloseButtonProps,
  type ToastOptions,
  type ToastTransitionProps,
} from 'react-toastify';
import { texts } from './toast-texts.ts';
import type { ToastKind, ToastModule, ToastText } from './toasts.ts';

/*
 * Only `toasts.ts` fetches this, so that the library stays out of the first load. Its style is set here and not in
 * a style sheet: one file arrives, or none. No JSX, because texts name toasts, and texts are read by programs
 * without a browser.
 */

const KINDS = { info: '#4f46e5', success: '#067a57', warning: '#b45309', error: '#b92c46' };

/** Dark enough to be read on the light toast, in both schemes. */
const STYLE = {
  '--toastify-font-family': 'inherit',
  '--toastify-text-color-light': '#171a21',
  '--toastify-toast-bd-radius': '10px',
  // One line of text lies over the header, which is 60 px high, and not over what is below it.
  '--toastify-toast-offset': '4px',
  '--toastify-toast-min-height': '46px',
  '--toastify-toast-padding': '8px 12px',
  '--toastify-toast-shadow': '0 6px 24px rgb(16 24 40 / 22%)',
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, color]) => [
      [`--toastify-icon-color-${kind}`, color],
      [`--toastify-color-progress-${kind}`, color],
    ]),
  ),
} as CSSProperties;

const CLOSE_STYLE: CSSProperties = {
  flex: 'none',
  alignSelf: 'flex-start',
  width: 40,
  height: 40,
  margin: '-8px -10px -8px auto',
  border: 0,
  borderRadius: 10,
  background: 'none',
  color: '#5d6779',
  fontSize: 20,
  lineHeight: 1,
  cursor: 'pointer',
};

const CloseButton = ({ closeToast }: CloseButtonProps): ReactNode =>
  createElement(
    'button',
    { type: 'button', 'aria-label': texts.close, style: CLOSE_STYLE, onClick: () => closeToast(true) },
    '×',
  );

/** Toasts on their way out, by id, and what comes when they have left. */
const leaving = new Map<string, (() => void) | undefined>();

const idOf = ({ nodeRef }: ToastTransitionProps): string =>
  (nodeRef.current as { readonly id?: string } | null)?.id ?? '';

/** Comes and leaves as the library's toasts do, and knows of those that leave. */
const Transition = (props: ToastTransitionProps): ReactNode => {
  const { isIn } = props;
  useEffect(() => {
    const id = idOf(props);
    if (!isIn) leaving.set(id, leaving.get(id));
  }, [isIn, props]);
  const done = (): void => {
    const id = idOf(props);
    props.done();
    const next = leaving.get(id);
    leaving.delete(id);
    next?.();
  };
  return createElement(Bounce, { ...props, done });
};

/** Where toasts stand: at the top right, light in both schemes; they wait while somebody points at them. */
const ToastPlaces = (): ReactNode => {
  const still = useReducedMotion();
  // Once this place is gone, nothing is on its way out any more.
  useEffect(() => () => leaving.clear(), []);
  return createElement(ToastContainer, {
    position: 'top-right',
    autoClose: 5000,
    theme: 'light',
    pauseOnHover: true,
    transition: still ? false : Transition,
    hideProgressBar: still,
    closeButton: CloseButton,
    'aria-label': texts.list,
    style: STYLE,
  });
};

export default ToastPlaces;

const LINES_STYLE: CSSProperties = { display: 'grid', gap: 2 };
const DETAIL_STYLE: CSSProperties = { color: '#5d6779', fontSize: 13 };

/** Counts what was put: words that are said again are new elements, so that they are read out again. */
let puts = 0;

const contentOf = ({ text, detail }: ToastText): ReactElement => {
  // In elements of their own: beside the cross the text alone is what is read out and searched for.
  const lines = [
    createElement('span', { key: 'text' }, text),
    detail !== undefined && createElement('span', { key: 'detail', style: DETAIL_STYLE }, detail),
  ];
  return createElement('span', { key: (puts += 1), style: LINES_STYLE }, lines);
};

const toastIdOf = ({ text, detail = '' }: ToastText, kind: ToastKind): string =>
  [kind, text, detail].join('-').replaceAll(/\s/g, '_');

/** Takes a toast away; one that is on its way out does not come again. */
export const dropToast: ToastModule['dropToast'] = (said, kind) => {
  const id = toastIdOf(said, kind);
  if (leaving.has(id)) leaving.set(id, undefined);
  toast.dismiss(id);
};

/** Puts a toast below those that are there. Nobody reads the same words twice: those that still stand stay longer. */
export const putToast: ToastModule['putToast'] = (said, kind) => {
  const id = toastIdOf(said, kind);
  const options: ToastOptions = { autoClose: said.ms, type: kind, role: kind === 'error' ? 'alert' : 'status' };
  const put = (): void => void toast(contentOf(said), { ...options, toastId: id });
  if (toast.isActive(id)) toast.update(id, { ...options, render: contentOf(said), delay: 0 });
  // On its way out: the library would take a second one of that id for the first.
  else if (leaving.has(id)) leaving.set(id, put);
  else put();
};
