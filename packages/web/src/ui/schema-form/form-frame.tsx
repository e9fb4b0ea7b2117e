import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useLeave } from '../use-leave.tsx';
import WindowFrame from '../window-frame.tsx';
import type { FormSchema } from './field-spec.ts';
import { FormBody, type FormBodyProps } from './form-body.tsx';
import type { FormWindowProps } from './form-window.tsx';

/** The last value that was there: a window keeps its content while it closes. */
const useLast = <T,>(value: T | undefined): T | undefined => {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
};

/** Width at a desk in px: a field or two do not need the room of two columns. */
const widthOf = <S extends FormSchema>({ fields, below }: FormWindowProps<S>): number =>
  fields.length <= 2 && below === undefined ? 480 : 720;

/** The window around a form, and the question before changes are lost. */
export default function FormFrame<S extends FormSchema>(props: FormWindowProps<S>) {
  const { title, value, onClose } = props;
  const isDirty = useRef(false);
  const noteDirty = useCallback((dirty: boolean): void => {
    isDirty.current = dirty;
  }, []);
  const isBusy = useRef(false);
  const opened = value !== undefined;
  const shown = useLast(value);
  const close = (): void => {
    isDirty.current = false;
    onClose();
  };
  const { leave, dialog } = useLeave({ isUnsaved: () => isDirty.current, go: close });
  const leaveUnlessBusy = (): void => {
    if (!isBusy.current) leave();
  };
  const save: FormBodyProps<S>['onSave'] = async (values, onRefused) => {
    isBusy.current = true;
    try {
      const saved = await props.onSave(values, onRefused);
      if (saved !== undefined && saved !== false) close();
    } finally {
      isBusy.current = false;
    }
  };
  const body: ReactNode = shown && (
    <FormBody
      {...props}
      start={shown}
      onDirty={noteDirty}
      onLeave={leaveUnlessBusy}
      onSave={save}
      key={opened ? 'open' : 'closed'}
    />
  );
  return (
    <>
      <WindowFrame opened={opened} onClose={leaveUnlessBusy} title={title} size={widthOf(props)} tall>
        {body}
      </WindowFrame>
      {dialog}
    </>
  );
}
