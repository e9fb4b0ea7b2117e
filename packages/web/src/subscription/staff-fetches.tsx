import { linkWatchCalls } from '@skyport/contract/link-watch';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { FetchList } from './fetch-list.tsx';
import { watchTexts as texts } from './watch-texts.ts';

/** Fetches of one account's link: in a window, or the first `few` on a page. */
export default function StaffFetches({ userId, few }: { userId: string; few?: number }): ReactNode {
  const list = useCall(linkWatchCalls.linkFetchesOf, { userId }, { silent: true });
  return (
    <div className="sp-watch-window">
      <Loaded of={list}>
        {(of) => <FetchList of={of} now={list.dataUpdatedAt} warning={texts.manyOf} few={few} />}
      </Loaded>
    </div>
  );
}
