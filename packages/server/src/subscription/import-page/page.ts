import { offeredClients, type OfferedClient } from '@skyport/contract/client-apps';
import { clientLinks, type LinkOwner } from '@skyport/contract/client-links';
import { platforms, type ChatApp, type Platform } from '@skyport/contract/devices';
import { importTexts } from '@skyport/contract/import-texts';
import { escapeHtml } from '../../platform/html.ts';
import { qrCode } from './qr-code.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { texts } from './texts.ts';

/** What the page is made of: nothing that the link and its documents do not say. */
export interface ImportPage {
  /** Whose link it is, with the key that it was opened with. */
  readonly owner: LinkOwner;
  /** Whose clients come first. */
  readonly platform: Platform;
  /** The platform that the browser names; undefined where it names none of ours. */
  readonly named: Platform | undefined;
  /** The chat app in whose own browser it is open. */
  readonly chatApp: ChatApp | undefined;
  /** Address of the console, without a slash at the end. */
  readonly webPage: string;
  /** The kind in the link's address, for the way to the document itself. */
  readonly kind: string;
}

const row = (client: OfferedClient, { owner, webPage }: ImportPage, best: boolean): string => {
  const { importLink } = clientLinks(client.app, owner);
  const name = escapeHtml(client.name);
  const button = (address: string | undefined, act: string, more: string): string =>
    address === undefined
      ? ''
      : `<a ${more} href="${escapeHtml(address)}" aria-label="${texts.actOf(name, act)}">${act}</a>`;
  const acts = [
    button(importLink, importTexts.oneClick, 'class="button" data-import'),
    button(client.guide && `${webPage}/#${client.guide}`, importTexts.guide, 'class="button"'),
  ];
  const pill = best ? `<span class="pill">${texts.recommended}</span>` : '';
  return `<li><div><b>${name}</b>${pill}</div><div class="acts">${acts.join('')}</div></li>`;
};

const rows = (platform: Platform, page: ImportPage): string =>
  `<ul aria-label="${platform}">${offeredClients[platform].map((client, at) => row(client, page, at === 0)).join('')}</ul>`;

const leaveChatApp = (app: ChatApp): string =>
  `<section class="card warn"><h2>${importTexts.inChatApp(app)}</h2><p>${importTexts.openBrowser}</p><p>${importTexts.copyThere}</p></section>`;

const stuck = `<div id="stuck" class="card warn" role="status" hidden><h2>${importTexts.stuck}</h2><p>${importTexts.notInstalled}</p></div>`;

/** The universal link: whichever client it is pasted into gets the format that fits it. */
const byHand = ({ owner, kind }: ImportPage): string => {
  const { url, qr } = clientLinks('auto', owner);
  return `<section class="card"><h2>${texts.byHand}</h2>
<input id="link" readonly aria-label="${texts.link}" value="${escapeHtml(url)}">
<button id="copy" class="button" type="button" hidden>${importTexts.copy}</button>
<p id="said" class="dim" role="status" data-done="${texts.copied}" data-failed="${texts.copyFailed}"></p>
<details><summary>${importTexts.qr}</summary><p class="dim">${importTexts.qrText}</p>${qrCode(qr, importTexts.qr)}</details>
<a class="dim" href="?f=${encodeURIComponent(kind)}&amp;raw=1">${texts.raw}</a></section>`;
};

const others = (page: ImportPage): string => {
  const lists = platforms
    .filter((platform) => platform !== page.platform)
    .map((platform) => `<h2>${platform}</h2>${rows(platform, page)}`);
  return `<details class="card"><summary>${texts.others}</summary>${lists.join('')}</details>`;
};

/**
 * What is asked for, where it can be done; beside it, for an iPad that calls itself a Mac, what the script says
 * there in its place.
 */
const asked = ({ named, chatApp }: ImportPage): string => {
  const onTouch = named === 'macOS' ? ` data-touch="${texts.detected('iOS')}"` : '';
  return `<p id="asked" class="dim"${onTouch}${chatApp ? ' hidden' : ''}>${named ? texts.detected(named) : texts.choose}</p>`;
};

/**
 * The page that a browser shows for a subscription link: how to get it into a client on this device. In a chat app no
 * import works, so that copying the link comes before the clients and is the strong button.
 */
export const importPage = (page: ImportPage): string => {
  const { owner, platform, chatApp } = page;
  const title = escapeHtml(owner.title);
  const clients = `<section class="card">${rows(platform, page)}${stuck}</section>`;
  const body = chatApp ? [leaveChatApp(chatApp), byHand(page), clients] : [clients, byHand(page)];
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${texts.title} · ${title}</title>
<style>${style}</style></head><body><main${chatApp ? ' class="chat"' : ''}>
<div><p class="dim">${title}</p><h1>${texts.title}</h1>${asked(page)}</div>
${body.join('\n')}
${others(page)}
<p class="dim">${texts.secret}</p>
</main><script>${script}</script></body></html>`;
};
