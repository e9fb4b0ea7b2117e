import type { FieldProblem } from '@skyport/contract/field-refusal';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { Arriving } from '../arriving.tsx';
import { lazyPart } from '../lazy-part.ts';
import { windowFailed } from '../plain-window.tsx';
import type { FieldSpec, FormSchema } from './field-spec.ts';
import type FormFrameOf from './form-frame.tsx';

/** A form in a window of its own. */
export interface FormWindowProps<S extends FormSchema> {
  readonly title: string;
  readonly schema: S;
  readonly fields: readonly FieldSpec<z.input<S>>[];
  /** What the form opens with; undefined keeps it closed. */
  readonly value: z.input<S> | undefined;
  /**
   * Saves and closes the window; it stays open when this answers undefined or false. What is refused because of one
   * field stands at that field when `onRefused` is told of it.
   */
  readonly onSave: (values: z.output<S>, onRefused: (problem: FieldProblem) => void) => Promise<unknown>;
  readonly onClose: () => void;
  /** Stands above the fields: what has to be read before they are filled in. */
  readonly above?: ReactNode;
  /** Stands below the fields, made of what they hold now. */
  readonly below?: ((values: z.input<S>) => ReactNode) | undefined;
  /** What the last button says when it takes something away, and is red; without it 确认. */
  readonly takes?: string | undefined;
}

// `lazyPart` loses the type parameter.
const FormFrame = lazyPart(() => import('./form-frame.tsx')) as unknown as typeof FormFrameOf;

/**
 * A form with the fields listed, checked by the contract's schema: a window at a desk, a drawer from below on a phone.
 * Closing it with changes inside asks first. Its code is fetched when the first form opens.
 */
export const FormWindow = <S extends FormSchema>(props: FormWindowProps<S>): ReactNode => {
  const [wanted, setWanted] = useState(false);
  if (props.value !== undefined && !wanted) setWanted(true);
  if (!wanted) return null;
  const { title, onClose } = props;
  return (
    <Arriving failed={windowFailed({ opened: props.value !== undefined, onClose, title })}>
      <FormFrame {...props} />
    </Arriving>
  );
};
