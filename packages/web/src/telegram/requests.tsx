import { telegramCalls, type BindRequest } from '@skyport/contract/telegram';
import { useState, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { useChange } from '../api/index.ts';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

/** People on Telegram who ask to be bound, each to be confirmed or refused. */
export const Requests = ({ requests }: { requests: readonly BindRequest[] }): ReactNode => (
  <div className="sp-stack" role="group" aria-label={texts.requests}>
    <div>
      <strong>{texts.requests}</strong>
      <div className="sp-dim sp-small">{texts.requestsHint}</div>
    </div>
    {requests.map((request) => (
      <RequestRow key={request._id} request={request} only={requests.length === 1} />
    ))}
  </div>
);

interface RequestRowProps {
  readonly request: BindRequest;
  /** Of several none stands out: which of them is theirs is for the customer to see. */
  readonly only: boolean;
}

const RequestRow = ({ request: { _id: id, name, telegram_id }, only }: RequestRowProps): ReactNode => {
  const [accepting, setAccepting] = useState(false);
  const change = useChange(telegramCalls.answer, {
    failed: texts.answerFailed,
    invalidates: [telegramCalls.state],
  });
  const answer = async (accept: boolean): Promise<void> => {
    setAccepting(accept);
    if (await change.run({ id, accept })) showToast(accept ? texts.accepted : texts.refused, 'success');
  };
  return (
    <div className="sp-row sp-between">
      <span>{texts.requestOf(name, telegram_id)}</span>
      <div className="sp-row">
        <BusyButton
          variant={only ? 'filled' : 'light'}
          aria-label={texts.acceptOf(name)}
          busy={change.busy && accepting}
          onClick={() => void answer(true)}
        >
          {texts.accept}
        </BusyButton>
        <BusyButton
          aria-label={texts.refuseOf(name)}
          variant="default"
          busy={change.busy && !accepting}
          onClick={() => void answer(false)}
        >
          {texts.refuse}
        </BusyButton>
      </div>
    </div>
  );
};
