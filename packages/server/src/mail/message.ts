import { escapeHtml } from '../platform/html.ts';

/** A mail's text, ready to be sent: subject, plain text and HTML of the same content. */
export interface MailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a mail message is made of. Every text is plain; the HTML is made here. */
export interface MailMessageParts {
  /** Name of the site, as in the settings. */
  readonly site: string;
  readonly subject: string;
  /** Paragraphs above the button. */
  readonly before: readonly string[];
  /** The one link of the message: few links keep mailboxes trusting, and a subscription link is never one of them. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Paragraphs below it. */
  readonly after?: readonly string[];
}

/** One line without control characters: a header must not begin in the middle of a text. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const paragraph = (text: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const button = ({ label, url }: { label: string; url: string }): string => `
<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;color:#4b5563;font-size:13px;word-break:break-all">如果按钮无法点击，请复制此地址到浏览器打开：<br>${escapeHtml(url)}</p>`;

/**
 * Makes a mail message: the same text as plain text and as HTML, without pictures or anything that has to be fetched.
 */
export const makeMailMessage = ({ site, subject, before, link, after = [] }: MailMessageParts): MailMessage => {
  const name = oneLine(site);
  const foot = `此邮件由${name}自动发送，请勿直接回复。`;
  const text = [...before, ...(link ? [`${link.label}：\n${link.url}`] : []), ...after, `—— ${foot}`].join('\n\n');
  const html = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;font:16px/1.6 system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif;color:#111827">
<div style="max-width:520px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 16px;font-size:18px;font-weight:600">${escapeHtml(name)}</p>
${before.map((each) => paragraph(each)).join('\n')}${link ? button(link) : ''}
${after.map((each) => paragraph(each, 'color:#4b5563;')).join('\n')}
<p style="margin:24px 0 0;color:#6b7280;font-size:12px">${escapeHtml(foot)}</p>
</div></body></html>
`;
  return { subject: oneLine(`【${name}】${subject}`), text: `${text}\n`, html };
};
