import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { pushCalls as calls } from '@skyport/contract/push';
import type { ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { useChange } from '../api/index.ts';
import { CodeForm, type CodeOutcome } from '../ui/code-form.tsx';
import { percent, traffic } from '../ui/format.ts';
import { toast } from '../ui/toasts.ts';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';

interface ReceiveWindowProps {
  readonly opened: boolean;
  /** Share of a transfer that is its fee now; undefined until it is known. */
  readonly costRate: number | undefined;
  readonly onClose: () => void;
}

/** Takes a code, and with it the traffic that somebody gave away. */
export const ReceiveWindow = ({ opened, costRate, onClose }: ReceiveWindowProps): ReactNode => {
  const change = useChange(calls.receive, {
    done: ({ traffic: came, returned }) =>
      toast(returned ? texts.take.returned(traffic(came)) : texts.take.done(traffic(came))),
    failed: ({ code, msg }) => (code === codes.unknownPush.code ? texts.take.unknown : toast(msg)),
    invalidates: [calls.list, accountsCalls.userInfo],
  });
  const take = async (code: string): Promise<CodeOutcome> => {
    const answer = await change.run({ code });
    if (answer) onClose();
    return { empties: answer !== undefined };
  };
  return (
    <Window opened={opened} onClose={onClose} title={texts.take.title}>
      {costRate !== undefined && (
        <p className="sp-dim">{costRate > 0 ? texts.take.terms(percent(costRate)) : texts.take.free}</p>
      )}
      <CodeForm label={texts.take.label} placeholder={texts.take.placeholder} empty={texts.take.empty} take={take}>
        <BusyButton type="submit" busy={change.busy}>
          {texts.take.submit}
        </BusyButton>
      </CodeForm>
    </Window>
  );
};
