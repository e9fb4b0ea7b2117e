import { Button, Text } from '@mantine/core';
import { payInstanceCalls as calls } from '@skyport/contract/pay-instances';
import { payKindNames, payKinds } from '@skyport/contract/pay-kinds';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { newChange } from '../../device/random.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { DropdownItem } from '../../ui/dropdown-items.tsx';
import { Dropdown } from '../../ui/dropdown.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { InstanceCard } from './instance-card.tsx';
import { type Edited, InstanceWindow } from './instance-window.tsx';
import { payInstanceTexts as texts } from './texts.ts';

/** Width of the menu of kinds, in pixels: the longest name stands in one line. */
const MENU_WIDTH = 280;

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
      <div className="sp-card sp-row">
        <Text size="sm" flex="1 1 240px">
          {texts.intro}
        </Text>
        <Dropdown
          align="end"
          width={MENU_WIDTH}
          target={<Button rightSection={<IconChevronDown size={16} aria-hidden />}>{texts.add}</Button>}
        >
          {payKindNames.map((kind) => (
            <DropdownItem key={kind} onClick={() => open({ kind, change: newChange() })}>
              {payKinds[kind].label}
            </DropdownItem>
          ))}
        </Dropdown>
      </div>
      <Loaded of={read} height={200} alone>
        {(instances) =>
          instances.length === 0 ? (
            <Text size="sm" className="sp-card">
              {texts.none}
            </Text>
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
