import type { EarlyAnswers } from './api/early-answers.ts';

/*
 * Whatever page is opened, it asks for the host when the page does not say it, and for the account when there is a
 * token. This file is small and has no imports: it arrives long before the console's code on a slow link, so these
 * answers and that code come together. A token in the address is not known yet then; the page asks for its account
 * itself.
 */

const answers: EarlyAnswers = new Map();
const [, token] = /(?:^|; )token=([^;]*)/.exec(document.cookie) ?? [];

/** Makes a call as the console's client makes it; the input is plain ASCII. */
const ask = (path: string, input: object): void => {
  const body = JSON.stringify({ data: btoa(JSON.stringify(input)) });
  const headers = { 'content-type': 'application/json' };
  const answer = fetch(path, { method: 'POST', credentials: 'same-origin', headers, body }).then(
    (response) => response.json() as Promise<unknown>,
  );
  // Prevents "unhandled rejection"; whoever takes the answer sees the failure.
  answer.catch(() => undefined);
  answers.set(path, { body, answer, token, askedAt: Date.now() });
};

if (token !== undefined) {
  ask('/api/user/userinfo', { page_url: `${window.location.origin}${window.location.pathname}` });
}
// Skipped when the server wrote the host into the page.
if (!document.querySelector('meta[name="skyport-host"]')?.getAttribute('content')) ask('/api/host/get', {});
window.skyportEarly = answers;
