import { IMPORT_OPENED_MS } from '@skyport/contract/client-links';

/**
 * What the page does by itself: puts the clients of iOS first on an iPad, which calls itself a Mac but has touch, says
 * so when no client has come to the front in time after an import link was pressed, and copies the link, also where
 * browsers offer no clipboard (plain HTTP). Without it the page still imports.
 */
export const script = `
'use strict';
const byId = (id) => document.getElementById(id);
const asked = byId('asked');
if (asked.dataset.touch && navigator.maxTouchPoints > 1) {
  const [mac, ios] = ['macOS', 'iOS'].map((one) => document.querySelector('ul[aria-label=' + one + ']'));
  const place = document.createComment('');
  mac.replaceWith(place);
  ios.previousElementSibling.textContent = 'macOS';
  ios.replaceWith(mac);
  place.replaceWith(ios);
  asked.textContent = asked.dataset.touch;
}
let calledOff = () => {};
const watch = () => {
  calledOff();
  const left = new AbortController();
  const timer = setTimeout(() => { left.abort(); byId('stuck').hidden = false; byId('stuck').scrollIntoView({ block: 'nearest' }); }, ${IMPORT_OPENED_MS});
  calledOff = () => { clearTimeout(timer); left.abort(); };
  for (const type of ['blur', 'pagehide']) addEventListener(type, calledOff, { signal: left.signal });
  document.addEventListener('visibilitychange', calledOff, { signal: left.signal });
};
for (const link of document.querySelectorAll('a[data-import]')) link.addEventListener('click', watch);
const copy = async () => {
  const field = byId('link');
  try { await navigator.clipboard.writeText(field.value); return true; } catch {}
  field.select();
  return document.execCommand('copy');
};
byId('copy').addEventListener('click', async () => {
  const said = byId('said');
  said.textContent = said.dataset[(await copy()) ? 'done' : 'failed'];
});
byId('copy').hidden = false;
`;
