import { InstallMessage, MESSAGE_MARK } from '@skyport/contract/install-messages';
import { messageText } from './message-texts.ts';

/** A line of the panel's: a time, the mark, and the message. */
const LINE = new RegExp(`^(\\d\\d:\\d\\d:\\d\\d) ${MESSAGE_MARK}(\\{.*\\})$`);

const messageOf = (json: string): InstallMessage | undefined => {
  try {
    return InstallMessage.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
};

const lineText = (line: string): string => {
  const [, time = '', json = ''] = LINE.exec(line) ?? [];
  const message = json === '' ? undefined : messageOf(json);
  return message ? `${time} ${messageText(message)}` : line;
};

/** An installation's log as text. Lines of programs, and sentences of earlier versions, stay as they are. */
export const logText = (log: string): string => log.split('\n').map(lineText).join('\n');
