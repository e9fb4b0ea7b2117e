import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Presses the button of that name, as soon as it is there. */
export const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

/** The row of a table in which this text stands. Throws when there is none. */
export const rowOf = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findAllByRole('row')).find(({ textContent }) => textContent.includes(text));
  if (!row) throw new Error(`no row with ${text}`);
  return row;
};

/** Chooses from the menu at the end of that row. */
export const choose = async (row: string, action: string): Promise<void> => {
  await userEvent.click(within(await rowOf(row)).getByLabelText(/^更多操作/));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

/** The words of the strong buttons that are shown: of those a view has one. */
export const strongButtons = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('.mantine-Button-root')]
    .filter(({ dataset }) => (dataset.variant ?? 'filled') === 'filled')
    .map(({ textContent }) => textContent);
