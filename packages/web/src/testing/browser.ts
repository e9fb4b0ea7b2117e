import { DEFAULT_TIMEZONE } from '@skyport/contract/units';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { toast } from 'react-toastify';
import { vi } from 'vitest';
import { endAskingToLogIn, personLeft } from '../api/index.ts';
import { answerStepUp } from '../api/step-up-store.ts';
import { unwatchWindows } from '../device/open-windows.ts';
import { setShopZone } from '../ui/shop-time.ts';

/** Part of happy-dom's own interface. */
interface HappyDom {
  readonly setURL: (url: string) => void;
  readonly setViewport: (size: { readonly width: number; readonly height?: number }) => void;
}

const happyDom = (): HappyDom => (window as unknown as { readonly happyDOM: HappyDom }).happyDOM;

/** Size of the window and address of the page at the start of a test file. */
const DESK = { width: 1024, height: 768 };
const ADDRESS = 'http://localhost:3000/';

/** Gives the window a width in pixels. */
export const setWidth = (width: number): void => happyDom().setViewport({ width });

/** Changes the address of the page without loading it. */
export const setAddress = (url: string): void => happyDom().setURL(url);

const removeCookies = (): void => {
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
};

const emptyDocument = (): void => {
  document.title = '';
  document.body.replaceChildren();
  // Libraries add their styles once, when they are read.
  for (const element of document.head.querySelectorAll(':not(style)')) element.remove();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
};

/** Gives a test file the browser and the console's state that a new worker would have. */
export const resetBrowser = (): void => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  cleanup();
  toast.dismiss();
  answerStepUp(undefined);
  endAskingToLogIn();
  personLeft();
  setShopZone(DEFAULT_TIMEZONE);
  unwatchWindows();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  emptyDocument();
  removeCookies();
  sessionStorage.clear();
  localStorage.clear();
  happyDom().setViewport(DESK);
  setAddress(ADDRESS);
  window.history.replaceState(null, '', ADDRESS);
};
