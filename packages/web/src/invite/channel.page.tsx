import { inviteCalls as calls } from '@skyport/contract/invite';
import type { ReactNode } from 'react';
import { Customers } from '../agency/index.ts';
import { useCall } from '../api/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { InviteCard } from './invite-card.tsx';
import { InvitedUsers, Rewards } from './lists.tsx';
import { texts } from './texts.ts';

/** /channel: the link by which others sign up, who came by it, and what that earned. */
export default function ChannelPage(): ReactNode {
  const read = useCall(calls.channelInfo, {});
  return (
    <>
      <h1 className="sp-h1">{texts.title}</h1>
      <Loaded of={read} height={240} alone>
        {(info) => (
          <>
            <InviteCard info={info} />
            {info.is_agency && (
              <Arriving>
                <Customers />
              </Arriving>
            )}
            <InvitedUsers total={info.invited} />
            <Rewards total={info.rewards} />
          </>
        )}
      </Loaded>
    </>
  );
}
