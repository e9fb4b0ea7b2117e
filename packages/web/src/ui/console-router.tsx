import { useEffect, useState, type ReactNode } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { unwatchWindows, watchWindows } from '../device/open-windows.ts';
import { newPageHistory } from '../device/page-history.ts';

/** The console's routes, over a history in which windows have entries of their own. */
export const ConsoleRouter = ({ children }: { children: ReactNode }): ReactNode => {
  const [history] = useState(newPageHistory);
  useEffect(() => {
    watchWindows();
    return unwatchWindows;
  }, []);
  return (
    // Not as a transition: the windows of a page close with it, before the history is looked at.
    <HistoryRouter history={history} useTransitions={false}>
      {children}
    </HistoryRouter>
  );
};
