import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { PasswordInput } from './password-input.tsx';

test('what is wrong is said on the field that has the focus, and on nothing around it', () => {
  showPage(
    <>
      <PasswordInput label="wrong" error="too short" />
      <PasswordInput label="right" />
    </>,
  );
  expect(screen.getByLabelText('wrong').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('right').getAttribute('aria-invalid')).not.toBe('true');
  expect([...document.querySelectorAll('[aria-invalid="true"]')].map(({ tagName }) => tagName)).toEqual(['INPUT']);
});
