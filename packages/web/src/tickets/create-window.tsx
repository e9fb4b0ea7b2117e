import type { ReactNode } from 'react';
import { Window } from '../ui/window.tsx';
import { CreateForm } from './create-form.tsx';
import { texts } from './texts.ts';
import { useTypedWindow } from './use-typed-window.ts';

interface CreateWindowProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Opens a ticket: title, description and perhaps an image. Closing it with something typed asks first. */
export const CreateWindow = ({ opened, onClose }: CreateWindowProps): ReactNode => {
  const { setTyped, close, leave, dialog } = useTypedWindow(onClose);
  return (
    <>
      <Window opened={opened} onClose={leave} title={texts.add} size="md" waits={320}>
        {opened && <CreateForm onTyped={setTyped} onDone={close} onCancel={leave} />}
      </Window>
      {dialog}
    </>
  );
};
