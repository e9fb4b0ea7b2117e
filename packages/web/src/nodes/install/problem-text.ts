import type { InstallView } from '@skyport/contract/install';
import { messageText } from './message-texts.ts';

/** Why an installation failed or what it waits for, as text; empty for nothing. */
export const problemText = ({ reason, error }: InstallView): string => (reason ? messageText(reason) : error);
