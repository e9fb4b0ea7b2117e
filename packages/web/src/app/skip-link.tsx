import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** Id of the part of the shell that holds the page. */
export const CONTENT_ID = 'content';

/**
 * The first thing the keyboard reaches: past the menus to the page. The address stays, because hashes are routes here.
 */
export const SkipLink = (): ReactNode => (
  <a
    className="sp-skip"
    href={`#${CONTENT_ID}`}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById(CONTENT_ID)?.focus();
    }}
  >
    {texts.skip}
  </a>
);
