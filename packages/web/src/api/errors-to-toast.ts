import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { askedFor } from '../device/asked-page.ts';
import { readCookie, removeCookie } from '../device/cookies.ts';
import { goTo, routeNow } from '../device/page-history.ts';
import { sessionChangedHere } from '../device/session-tabs.ts';
import { hasUnsaved } from '../device/unsaved.ts';
import { showToast, toast } from '../ui/toasts.ts';
import { NETWORK_FAILURE } from './client.ts';
import { leadToLogIn } from './lead-to-log-in.ts';
import { onPerson, personLeft } from './person.ts';
import { askToLogIn } from './session-over-store.ts';
import { needsStepUp } from './step-up.ts';
import { texts } from './texts.ts';

/** Pause between an expired session's answer and the way to the log-in page. */
const REDIRECT_MS = 2000;
/** How long a wrong setting is shown: it is a long sentence for the operator. */
const WRONG_SETTING_MS = 30_000;
let redirecting: ReturnType<typeof setTimeout> | undefined;
/** Token of the ended session that was told; background reads do not tell it again. */
let told: string | undefined;

// The next person's session may end within the pause.
onPerson(() => {
  clearTimeout(redirecting);
  redirecting = undefined;
  told = undefined;
});

/** Tells that a background read found the session ended, once for each session. Visitors hear nothing. */
export const toastSessionEnd = (problem: unknown): void => {
  const isOver = problem instanceof CallError && problem.code === codes.sessionExpired.code;
  const token = readCookie('token');
  if (isOver && token !== undefined && token !== told) toastCommonFailure(problem);
};

/**
 * Handles what every call can meet: a failed network, an expired session and a wrong setting of the site have one toast
 * each, visitors are asked to log in, staff without their second step are led there. True when it did.
 */
export const toastCommonFailure = (problem: unknown): boolean => {
  if (!(problem instanceof CallError)) return false;
  if (problem.code === NETWORK_FAILURE) {
    showToast(texts.network, 'error');
    return true;
  }
  if (problem.code === codes.foreignSite.code) {
    showToast(toast(problem.msg, WRONG_SETTING_MS), 'error');
    return true;
  }
  // Somebody closed the window of the step-up, and knows it.
  if (needsStepUp(problem)) return true;
  if (problem.code === codes.secondStepRequired.code) {
    goTo('/second_step');
    return true;
  }
  if (problem.code !== codes.sessionExpired.code) return false;
  const dead = readCookie('token');
  if (redirecting !== undefined) return true;
  if (dead === undefined) {
    // Nobody was logged in: there is no session that could be over.
    leadToLogIn();
  } else {
    redirecting = setTimeout(() => leave(dead), REDIRECT_MS);
  }
  return true;
};

/** Says that the session is over. */
const leave = (dead: string): void => {
  redirecting = undefined;
  if (readCookie('token') !== dead) return; // somebody logged in meanwhile
  told = dead;
  showToast(texts.expired, 'error');
  // Unsaved input stays: its owner logs in again in a window above it.
  if (hasUnsaved()) askToLogIn();
  else leaveForLogIn();
};

/**
 * Goes to the log-in page, which comes back here. The token is forgotten, or that page would ask for the account with
 * it again; so is all that was read with it.
 */
export const leaveForLogIn = (): void => {
  removeCookie('token');
  sessionChangedHere();
  goTo('/login', askedFor(routeNow()));
  personLeft();
};
