import type { ReactNode } from 'react';

/** Id of the part of the shell that holds the page. */
export const CONTENT_ID = 'content';

/** The first thing the keyboard reaches: past the menus to the page. It is no hash link, because hashes are routes here. */
export const SkipLink = (): ReactNode => (
  <button type="button" className="sp-skip" onClick={() => document.getElementById(CONTENT_ID)?.focus()}>
    跳到正文
  </button>
);
