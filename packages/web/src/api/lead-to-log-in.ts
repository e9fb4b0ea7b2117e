import { askedFor } from '../device/asked-page.ts';
import { readCookie } from '../device/cookies.ts';
import { goTo, routeNow } from '../device/page-history.ts';
import { showToast } from '../ui/toasts.ts';
import { onPerson } from './person.ts';
import { texts } from './texts.ts';

/** Pause between the toast and the log-in page, in ms. */
const REDIRECT_MS = 2000;
let leading: ReturnType<typeof setTimeout> | undefined;

onPerson(() => {
  clearTimeout(leading);
  leading = undefined;
});

const LOGIN = '/login';

/**
 * Tells a visitor that this needs a log-in, and leads there a moment later unless they went elsewhere or logged in
 * meanwhile; the log-in comes back here.
 */
export const leadToLogIn = (): void => {
  const here = routeNow();
  if (leading !== undefined || here.startsWith(LOGIN)) return;
  showToast(texts.loginFirst, 'warning');
  leading = setTimeout(() => {
    leading = undefined;
    if (routeNow() === here && readCookie('token') === undefined) goTo(LOGIN, askedFor(here));
  }, REDIRECT_MS);
};
