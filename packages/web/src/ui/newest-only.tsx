import type { ReactNode } from 'react';
import { commonTexts } from './common-texts.ts';

interface NewestOnlyProps {
  readonly rows: readonly unknown[] | undefined;
  /** The most rows that the server answers. */
  readonly most: number;
}

/** Says below a list that it holds the newest rows alone, where the server has answered as many as it ever does. */
export const NewestOnly = ({ rows, most }: NewestOnlyProps): ReactNode =>
  rows !== undefined && rows.length >= most && <div className="sp-dim sp-small">{commonTexts.newestOnly(most)}</div>;
