import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './staff.module.css';
import { texts } from './texts.ts';

interface FindButtonProps {
  /** Only its icon, where there is no room. */
  readonly short: boolean;
  readonly onFind: () => void;
}

const onMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command bar, and says by which keys it opens, too. */
export const FindButton = ({ short, onFind }: FindButtonProps): ReactNode => {
  const keys = onMac() ? '⌘ K' : 'Ctrl K';
  const common = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick: onFind };
  return short ? (
    <ActionIcon {...common} aria-label={texts.find} title={`${texts.find} ${keys}`}>
      <IconSearch size={20} />
    </ActionIcon>
  ) : (
    <button {...common} type="button" className={classes.find} aria-label={texts.find}>
      <IconSearch size={18} aria-hidden />
      {texts.find}
      <kbd data-keys={keys} />
    </button>
  );
};
