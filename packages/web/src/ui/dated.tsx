import type { ReactNode } from 'react';

/** Days and times as `format.ts` writes them. */
const DATES = /(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?)/;

/** A sentence in which no date breaks over two lines. */
export const Dated = ({ text }: { text: string }): ReactNode =>
  text.split(DATES).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="sp-unbroken">
        {part}
      </span>
    ),
  );
