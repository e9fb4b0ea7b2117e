import { linkWatchCalls } from '@skyport/contract/link-watch';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { FetchList } from './fetch-list.tsx';
import { ResetButton } from './reset-button.tsx';
import { texts as subscriptionTexts } from './texts.ts';
import { watchTexts as texts } from './watch-texts.ts';

/** What is in the customer's window 谁在用我的订阅; fetched when it opens. */
export default function LinkWatch({ reset }: { reset: () => Promise<unknown> }): ReactNode {
  const list = useCall(linkWatchCalls.linkFetches, {}, { silent: true });
  return (
    <div className="sp-watch-window">
      <p className="sp-dim sp-small">{texts.explanation}</p>
      <Loaded of={list}>{(of) => <FetchList of={of} now={list.dataUpdatedAt} warning={texts.many} />}</Loaded>
      <div className="sp-watch-foot">
        <ResetButton label={list.data?.fetches.length ? texts.reset : subscriptionTexts.reset} reset={reset} />
      </div>
    </div>
  );
}
