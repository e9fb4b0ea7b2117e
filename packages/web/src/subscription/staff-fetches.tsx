import { linkWatchCalls } from '@skyport/contract/link-watch';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { FetchList } from './fetch-list.tsx';
import { watchTexts as texts } from './watch-texts.ts';

/** The content of the window with the fetches of one account's link. */
export default function StaffFetches({ userId }: { userId: string }): ReactNode {
  const list = useCall(linkWatchCalls.linkFetchesOf, { userId }, { silent: true });
  return (
    <div className="sp-watch-window">
      <Loaded of={list}>{(of) => <FetchList of={of} now={list.dataUpdatedAt} warning={texts.manyOf} />}</Loaded>
    </div>
  );
}
