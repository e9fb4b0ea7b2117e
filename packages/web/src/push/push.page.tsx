import { Button } from '@mantine/core';
import { accountsCalls } from '@skyport/contract/accounts';
import { MOST_TRANSFERS, type Push, pushCalls as calls } from '@skyport/contract/push';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { copyWithToast } from '../ui/copy-button.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { percent, traffic } from '../ui/format.ts';
import { NewestOnly } from '../ui/newest-only.tsx';
import { toast } from '../ui/toasts.ts';
import { pushColumns } from './columns.tsx';
import { CreateWindow } from './create-window.tsx';
import { MadeWindow } from './made-window.tsx';
import { ReceiveWindow } from './receive-window.tsx';
import { gigabytesText } from './rules.ts';
import { texts } from './texts.ts';

/** Codes are received while somebody looks: pause between two readings, in ms. */
const READ_MS = 30_000;

/** What can be done with a transfer that nobody has taken; elements of the page. */
const usePushActions = () => {
  const { ask, dialog } = useConfirm();
  const back = useChange(calls.takeBack, {
    done: texts.back.done,
    failed: ({ msg }) => toast(msg),
    invalidates: [calls.list, accountsCalls.userInfo],
  });
  const askBack = ({ _id, pushNumber }: Push): void =>
    ask({
      title: texts.back.title(texts.gigabytes(gigabytesText(pushNumber))),
      text: texts.back.text,
      confirm: texts.back.open,
      dismiss: texts.back.keep,
      harmless: true,
      run: () => back.run({ id: _id }),
    });
  const actionsOf = (push: Push): readonly RowAction[] =>
    push.state === 'created'
      ? [
          { label: texts.copy, first: true, main: true, run: () => void copyWithToast(push.code) },
          { label: texts.back.open, first: true, run: () => askBack(push) },
        ]
      : [];
  return { actionsOf, dialog };
};

/** /push: permanent traffic that the customer gives to somebody by a code, or takes by one. */
export default function PushPage(): ReactNode {
  const read = useCall(calls.list, {}, { refetchEvery: READ_MS });
  const [shown, setShown] = useState<'create' | 'receive'>();
  const [made, setMade] = useState<Push>();
  const { actionsOf, dialog } = usePushActions();
  const terms = read.data;
  const close = (): void => setShown(undefined);
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.pushList}
      columns={pushColumns}
      rowName={(row) => row.code}
      exports={false}
      notice={terms && <Terms {...terms} />}
      onAdd={() => setShown('create')}
      actions={() => (
        <Button variant="default" onClick={() => setShown('receive')}>
          {texts.receive}
        </Button>
      )}
      rowActions={actionsOf}
      next={terms?.pushList.length === 0 && <NextStep text={texts.nothing} />}
    >
      <NewestOnly rows={terms?.pushList} most={MOST_TRANSFERS} />
      {dialog}
      <CreateWindow opened={shown === 'create'} terms={terms} onMade={setMade} onClose={close} />
      <MadeWindow made={made} onClose={() => setMade(undefined)} />
      <ReceiveWindow opened={shown === 'receive'} costRate={terms?.costRate} onClose={close} />
    </ListPage>
  );
}

interface TermsProps {
  readonly minPushNum: number;
  readonly costRate: number;
  readonly available: number;
}

/** What can be given away, and on which terms. */
const Terms = ({ minPushNum, costRate, available }: TermsProps): ReactNode => (
  <div style={{ paddingBottom: 12 }}>
    <div>
      {texts.available} <b>{traffic(available)}</b>
    </div>
    <span className="sp-dim sp-small">{texts.hint(minPushNum, percent(costRate))}</span>
  </div>
);
