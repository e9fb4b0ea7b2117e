import './input-styles.ts';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** What became of a code: what is wrong with it, below the field, and whether the field is empty again. */
export interface CodeOutcome {
  readonly problem?: string | undefined;
  readonly empties?: boolean;
}

interface CodeFormProps {
  readonly label: string;
  readonly placeholder: string;
  /** What is said where nothing was typed. */
  readonly empty: string;
  /** Takes what was typed, without blanks around it; never empty. */
  readonly take: (code: string) => Promise<CodeOutcome>;
  /** The buttons, one of which submits. */
  readonly children: ReactNode;
  /** Places the only button to the right of the field instead of below it. */
  readonly beside?: boolean;
}

/** One field for a code that somebody types. */
export const CodeForm = ({ label, placeholder, empty, take, children, beside = false }: CodeFormProps): ReactNode => {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async (): Promise<void> => {
    const wanted = code.trim();
    if (wanted === '') return setProblem(empty);
    setProblem(undefined);
    const outcome = await take(wanted);
    setProblem(outcome.problem);
    return outcome.empties ? setCode('') : undefined;
  };
  return (
    <form
      className={beside ? 'sp-beside' : 'sp-stack'}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={label}
        placeholder={placeholder}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
        maxLength={64}
        autoComplete="off"
        data-autofocus
        autoFocus
      />
      {children}
    </form>
  );
};
