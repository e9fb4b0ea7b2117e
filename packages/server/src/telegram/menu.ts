import type { Settings } from '@skyport/contract/settings-table';
import { texts } from './texts.ts';

/** Commands that the bot offers in its menu and its help: the link only where the settings let it be sent. */
export const menuOf = ({ telegram_sub_link }: Pick<Settings, 'telegram_sub_link'>) =>
  texts.menu.filter(({ command }) => command !== 'sub' || telegram_sub_link);
