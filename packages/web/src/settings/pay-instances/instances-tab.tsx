import { Button, Text } from '@mantine/core';
import { payInstanceCalls as calls } from '@skyport/contract/pay-instances';
import { payKindNames, payKinds } from '@skyport/contract/pay-kinds';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { InstanceCard } from './instance-card.tsx';
import { type Edited, InstanceWindow } from './instance-window.tsx';
import { payInstanceTexts as texts } from './texts.ts';

/** The payment instances: what there is, and the forms by which they are made and edited. */
export const PayInstancesTab = (): ReactNode => {
  const read = useCall(calls.instances, {});
  const [edited, setEdited] = useState<Edited>();
  const [opened, setOpened] = useState(false);
  const { ask, dialog } = useConfirm();
  const open = (next: Edited): void => {
    setEdited(next);
    setOpened(true);
  };
  return (
    <div className="sp-stack">
      <div className="sp-card sp-stack">
        <Text size="sm">{texts.intro}</Text>
        <div className="sp-row">
          {payKindNames.map((kind) => (
            <Button key={kind} variant="light" onClick={() => open({ kind })}>
              {texts.add(payKinds[kind].label)}
            </Button>
          ))}
        </div>
      </div>
      <Loaded of={read} height={200} alone>
        {(instances) =>
          instances.length === 0 ? (
            <Text className="sp-card">{texts.none}</Text>
          ) : (
            instances.map((instance) => (
              <InstanceCard
                key={instance._id}
                instance={instance}
                onEdit={() => open({ kind: instance.kind, known: instance })}
                ask={ask}
              />
            ))
          )
        }
      </Loaded>
      {edited && <InstanceWindow edited={edited} opened={opened} onClose={() => setOpened(false)} />}
      {dialog}
    </div>
  );
};
