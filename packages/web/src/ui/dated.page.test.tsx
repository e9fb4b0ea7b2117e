import { expect, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { Dated } from './dated.tsx';

test('dates and times stand in one piece, and the sentence around them may break', () => {
  const text = '上海 · 2026-11-20 06:30:00 至 2026-11-21';
  showPage(
    <p>
      <Dated text={text} />
    </p>,
  );
  const sentence = document.querySelector('p');
  expect(sentence?.textContent).toBe(text);
  const whole = [...document.querySelectorAll('.sp-unbroken')].map(({ textContent }) => textContent);
  expect(whole).toEqual(['2026-11-20 06:30:00', '2026-11-21']);
});
