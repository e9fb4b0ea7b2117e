import { Button } from '@mantine/core';
import { telegramCalls, type TelegramState } from '@skyport/contract/telegram';
import type { ReactNode } from 'react';
import { useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { Dated } from '../ui/dated.tsx';
import { dateTime } from '../ui/format.ts';
import { texts } from './texts.ts';

/** Which Telegram account is bound, and the way to end that. */
export const Bound = ({ state }: { state: TelegramState }): ReactNode => {
  const { ask, dialog } = useConfirm();
  const change = useChange(telegramCalls.unbind, {
    done: texts.unbound,
    failed: texts.unbindFailed,
    invalidates: [telegramCalls.state],
  });
  return (
    <div className="sp-row sp-between">
      <div>
        <div className="sp-row">
          <strong>{state.name}</strong>
          <span className="sp-pill">{texts.bound}</span>
        </div>
        {state.since && (
          <span className="sp-dim sp-small">
            <Dated text={texts.since(dateTime(state.since))} />
          </span>
        )}
      </div>
      <div className="sp-row">
        {state.bot && (
          <Button variant="default" component="a" href={state.bot} target="_blank" rel="noreferrer">
            {texts.openBot}
          </Button>
        )}
        <Button
          color="red"
          variant="light"
          onClick={() =>
            ask({
              title: texts.unbindTitle,
              text: texts.unbindText(state.name),
              confirm: texts.unbindConfirm,
              run: () => change.run({}),
            })
          }
        >
          {texts.unbind}
        </Button>
      </div>
      {dialog}
    </div>
  );
};
