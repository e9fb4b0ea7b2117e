import { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { readCookie, removeCookie } from '../device/cookies.ts';
import { goTo } from '../device/page-history.ts';
import { sessionChangedHere } from '../device/session-tabs.ts';
import { showToast } from '../ui/toasts.ts';
import { NETWORK_FAILURE } from './client.ts';
import { personLeft } from './person.ts';
import { needsStepUp } from './step-up.ts';
import { texts } from './texts.ts';

/** Pause between an expired session's answer and the way to the log-in page. */
const REDIRECT_MS = 2000;
let redirecting = false;

/**
 * What every failed call has in common: a failed network and an expired session have one toast each, shown here, and
 * staff who have to set up a second step first are led there. True when this was the reason: the caller then shows nothing.
 */
export const toastCommonFailure = (problem: unknown): boolean => {
  if (!(problem instanceof CallError)) return false;
  if (problem.code === NETWORK_FAILURE) {
    showToast(texts.network, 'error');
    return true;
  }
  // Somebody closed the window of the step-up, and knows it.
  if (needsStepUp(problem)) return true;
  if (problem.code === codes.secondStepRequired.code) {
    goTo('/second_step');
    return true;
  }
  if (problem.code !== codes.sessionExpired.code) return false;
  if (!redirecting) {
    redirecting = true;
    const dead = readCookie('token');
    setTimeout(() => leave(dead), REDIRECT_MS);
  }
  return true;
};

/**
 * Says that the session is over. Its token is forgotten, or the log-in page would ask for the account with it again; so
 * is all that was read with it.
 */
const leave = (dead: string | undefined): void => {
  redirecting = false;
  if (readCookie('token') !== dead) return; // somebody logged in meanwhile
  removeCookie('token');
  sessionChangedHere();
  showToast(texts.expired, 'error');
  goTo('/login');
  personLeft();
};
