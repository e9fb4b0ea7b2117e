import '../ui/input-styles.ts';
import { Textarea } from '@mantine/core';
import { TICKET_TEXT } from '@skyport/contract/tickets';
import { type ReactNode, useRef, useState } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { newChange } from '../device/random.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { ImageField } from '../api/image-field.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { descProblem } from './rules.ts';
import { texts } from './texts.ts';

/** What is sent to a ticket. */
export interface Reply {
  readonly desc: string;
  readonly imageUrl: string;
  /** Names the message: sent again unchanged, it is the same one. */
  readonly change: string;
}

interface ReplyFormProps {
  /** Sends a reply; the form is empty again unless this answers undefined. */
  readonly onSend: (reply: Reply) => Promise<unknown>;
  readonly busy: boolean;
  /** Reason why replies are closed. The typed text stays and can be copied. */
  readonly closed?: ReactNode;
  /** Stands above the text; `insert` adds to it. */
  readonly above?: (insert: (text: string) => void) => ReactNode;
  /** Hears whether something is typed and not sent. */
  readonly onTyped?: (typed: boolean) => void;
}

/** Writes to a ticket: a text, and perhaps an image. */
export const ReplyForm = ({ onSend, busy, closed, above, onTyped }: ReplyFormProps): ReactNode => {
  const [desc, setDesc] = useState('');
  const [image, setImage] = useState('');
  const [problem, setProblem] = useState('');
  const sent = useRef<Reply>(undefined);
  useUnsaved(desc.trim() !== '');
  const type = (text: string): void => {
    setDesc(text);
    setProblem('');
    onTyped?.(text.trim() !== '');
  };
  const send = async (): Promise<void> => {
    const missing = descProblem(desc);
    setProblem(missing);
    if (missing !== '') return;
    if (sent.current?.desc !== desc || sent.current.imageUrl !== image)
      sent.current = { desc, imageUrl: image, change: newChange() };
    if ((await onSend(sent.current)) === undefined) return;
    sent.current = undefined;
    type('');
    setImage('');
  };
  if (closed && desc.trim() === '') return closed;
  return (
    <form
      className="sp-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!closed) void send();
      }}
    >
      {closed}
      {!closed && above?.((text) => type(desc.trim() === '' ? text : `${desc.trimEnd()}\n${text}`))}
      <Textarea
        label={texts.reply.label}
        placeholder={texts.reply.hint}
        rows={4}
        maxLength={TICKET_TEXT}
        value={desc}
        error={problem || undefined}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {closed ? (
        <div>
          <CopyButton text={desc}>{texts.reply.copy}</CopyButton>
        </div>
      ) : (
        <div className="sp-row sp-between sp-foot">
          <ImageField texts={texts.image} image={image} onChange={setImage} />
          <BusyButton type="submit" ml="auto" busy={busy}>
            {texts.reply.send}
          </BusyButton>
        </div>
      )}
    </form>
  );
};
