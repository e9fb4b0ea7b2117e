import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { commonTexts } from './common-texts.ts';
import { type Question, useConfirm } from './confirm.tsx';

const Asking = ({ harmless }: Pick<Question, 'harmless'>): ReactNode => {
  const { ask, dialog } = useConfirm();
  const question: Question = {
    title: '问题',
    text: '真的？',
    run: async () => undefined,
    ...(harmless && { harmless }),
  };
  return (
    <main>
      <button onClick={() => ask(question)}>提问</button>
      {dialog}
    </main>
  );
};

test.each([
  ['something is lost', false, true],
  ['nothing is lost', true, false],
])('where %s, the button that says yes is red: %s', async (_what, harmless, red) => {
  showPage(<Asking harmless={harmless} />);
  await press('提问');
  const yes = await screen.findByRole('button', { name: commonTexts.confirm });
  expect(yes.style.getPropertyValue('--button-bg').includes('red')).toBe(red);
});
