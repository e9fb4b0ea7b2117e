import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Window } from '../../ui/window.tsx';
import { lineTestTexts as texts } from './texts.ts';

const LineTestBody = lazyPart(() => import('./line-test-body.tsx'));

/** A line as the window needs it. */
export interface TestedLine {
  readonly _id: string;
  readonly name: string;
}

/** The window in which a line is tested; its code is fetched when it opens. Undefined keeps it closed. */
export const LineTestWindow = ({ line, onClose }: { line: TestedLine | undefined; onClose: () => void }): ReactNode => (
  <Window opened={line !== undefined} onClose={onClose} size="lg" waits={240} title={line && texts.title(line.name)}>
    {line && <LineTestBody key={line._id} lineId={line._id} />}
  </Window>
);
