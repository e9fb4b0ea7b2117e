import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { Window } from './window.tsx';
// Loaded on first use by the page; a test does not wait for the disk.
import './window-frame.tsx';

/** A page with a form and a question, which is asked from the page and from the form. */
const Page = (): ReactNode => {
  const [form, setForm] = useState(false);
  const [question, setQuestion] = useState(false);
  const ask = <button onClick={() => setQuestion(true)}>{form ? '从表单提问' : '提问'}</button>;
  return (
    <main>
      {!form && ask}
      <button onClick={() => setForm(true)}>填写</button>
      <Window opened={question} onClose={() => setQuestion(false)} title="问题">
        <button onClick={() => setQuestion(false)}>知道了</button>
      </Window>
      <Window opened={form} onClose={() => setForm(false)} title="表单">
        {ask}
      </Window>
    </main>
  );
};

/** The layer that a window lies in. */
const layerOf = async (title: string): Promise<number> => {
  const root = (await screen.findByRole('dialog', { name: title })).closest<HTMLElement>('[style*="z-index"]');
  return Number(/z-index: ?(\d+)/.exec(root?.getAttribute('style') ?? '')?.[1]);
};

test('the window that opens last lies over the others, also when it was there before them', async () => {
  showPage(<Page />);
  await press('提问');
  await press('知道了');
  await press('填写');
  const below = await layerOf('表单');
  await press('从表单提问');
  expect(await layerOf('问题')).toBe(below + 1);
});
