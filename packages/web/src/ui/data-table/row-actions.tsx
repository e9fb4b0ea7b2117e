import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { DropdownItem } from '../dropdown-items.tsx';
import { Dropdown } from '../dropdown.tsx';
import { showToast, toast } from '../toasts.ts';
import { texts } from './texts.ts';

/** Something that can be done with one row. */
export interface RowAction {
  readonly label: string;
  readonly run: () => void;
  /** Shown as a button; the others are in the row's menu. */
  readonly first?: boolean;
  /** What most come for: stands out among the buttons of a card. */
  readonly main?: boolean;
  /** Is pressed again and again: a button also where there is little room. */
  readonly stays?: boolean;
  /** Opens the row: a click on the row does it too. */
  readonly opens?: boolean;
  /** Takes something away: shown in red. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be done now: a disabled button says so when it is pressed, too. */
  readonly why?: string;
}

/** The action that a click on the row does: its details, else its form; undefined where none opens it. */
export const openingOf = (actions: readonly RowAction[]): RowAction | undefined =>
  actions.filter(({ opens, disabled }) => opens === true && disabled !== true).at(-1);

const variantOf = ({ main }: RowAction, phone: boolean): string => {
  if (!phone) return 'subtle';
  return main === true ? 'light' : 'default';
};

interface RowActionsProps {
  readonly actions: readonly RowAction[];
  readonly name: string;
  readonly phone: boolean;
  /** There is little room beside the columns: what has a menu anyway shows one button, and those that stay. */
  readonly tight?: boolean;
}

/** The actions of one row: the first ones as buttons, the rest in a menu. */
export const RowActions = ({ actions, name, phone, tight = false }: RowActionsProps) => {
  const first = actions.filter((action) => action.first === true);
  const strongest = first.find(({ main }) => main === true) ?? first[0];
  const isKept = (action: RowAction): boolean => action === strongest || action.stays === true;
  const buttons = tight && first.length < actions.length ? first.filter(isKept) : first;
  const rest = actions.filter((action) => !buttons.includes(action));
  return (
    <Group gap={4} wrap={phone ? 'wrap' : 'nowrap'} justify="flex-end" ml="auto">
      {buttons.map((action) => (
        <Button
          key={action.label}
          variant={variantOf(action, phone)}
          size={phone ? 'sm' : 'compact-sm'}
          {...(action.danger === true && { color: 'red' })}
          {...pressOf(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} name={name} phone={phone} />}
    </Group>
  );
};

/** What a press does. Whoever has no mouse to point with learns by it why nothing can be done. */
const pressOf = ({ disabled, why, run }: RowAction) => {
  if (disabled !== true) return { onClick: run };
  if (why === undefined) return { disabled: true };
  return {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-description': why,
    title: why,
    onClick: () => showToast(toast(why), 'info'),
  };
};

const MoreActions = ({ actions, name, phone }: { actions: readonly RowAction[]; name: string; phone: boolean }) => (
  <Dropdown
    align="end"
    target={
      <ActionIcon variant={phone ? 'default' : 'subtle'} color="gray" aria-label={`${texts.more}：${name}`}>
        <IconDots size={18} />
      </ActionIcon>
    }
  >
    {actions.map((action) => (
      <DropdownItem
        key={action.label}
        danger={action.danger === true}
        disabled={action.disabled === true}
        onClick={action.run}
      >
        {action.label}
      </DropdownItem>
    ))}
  </Dropdown>
);
