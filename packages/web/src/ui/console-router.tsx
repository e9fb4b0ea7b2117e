import { useState, type ReactNode } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { newPageHistory } from '../device/page-history.ts';

/** The console's routes, over a history in which windows have entries of their own. */
export const ConsoleRouter = ({ children }: { children: ReactNode }): ReactNode => {
  const [history] = useState(newPageHistory);
  return (
    // Not as a transition: the windows of a page close with it, before the history is looked at.
    <HistoryRouter history={history} useTransitions={false}>
      {children}
    </HistoryRouter>
  );
};
