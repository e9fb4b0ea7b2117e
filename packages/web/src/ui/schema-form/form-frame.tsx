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

/** A field or two need neither two columns at a desk nor the height of a phone. */
const isSmall = <S extends FormSchema>({ fields }: FormWindowProps<S>): boolean => fields.length <= 2;

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
      <WindowFrame
        opened={opened}
        onClose={leaveUnlessBusy}
        title={title}
        size={isSmall(props) ? 480 : 720}
        tall={!isSmall(props)}
      >
        {body}
      </WindowFrame>
      {dialog}
    </>
  );
}
