import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { texts } from './texts.ts';

/** Something that can be done with one row. */
export interface RowAction {
  readonly label: string;
  readonly run: () => void;
  /** Shown as a button; the others are in the row's menu. */
  readonly first?: boolean;
  /** Takes something away: shown in red. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** The actions of one row: the first ones as buttons, the rest in a menu. */
export const RowActions = ({
  actions,
  name,
  phone,
}: {
  actions: readonly RowAction[];
  name: string;
  phone: boolean;
}) => {
  const buttons = actions.filter((action) => action.first === true);
  const rest = actions.filter((action) => action.first !== true);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {buttons.map((action) => (
        <Button
          key={action.label}
          variant={phone ? 'default' : 'subtle'}
          size={phone ? 'sm' : 'compact-sm'}
          mih={phone ? 40 : 32}
          {...(action.danger === true && { color: 'red' })}
          disabled={action.disabled === true}
          onClick={action.run}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} name={name} phone={phone} />}
    </Group>
  );
};

const MoreActions = ({ actions, name, phone }: { actions: readonly RowAction[]; name: string; phone: boolean }) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon
        variant={phone ? 'default' : 'subtle'}
        color="gray"
        size={phone ? 40 : 32}
        aria-label={`${texts.more}：${name}`}
      >
        <IconDots size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map((action) => (
        <Menu.Item
          key={action.label}
          mih={40}
          {...(action.danger === true && { color: 'red' })}
          disabled={action.disabled === true}
          onClick={action.run}
        >
          {action.label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
