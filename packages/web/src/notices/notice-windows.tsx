import type { ReactNode } from 'react';
import { Arriving } from '../ui/arriving.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { announces, type NoticeWindowsProps } from './announces.ts';

const Windows = lazyPart(() => import('./notice-window.tsx'));

/** The windows of the dashboard; most days there is nothing to say, and then their code is not fetched. */
export const NoticeWindows = (props: NoticeWindowsProps): ReactNode =>
  announces(props.host) || props.host.buy_notice !== '' ? (
    // What does not arrive is said at the next visit.
    <Arriving failed={() => null}>
      <Windows {...props} />
    </Arriving>
  ) : null;
