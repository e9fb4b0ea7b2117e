import type { DocumentKind } from '@skyport/contract/subscription';
import { expect, test } from 'vitest';
import { renderTemplate } from './render.ts';
import type { RenderContext } from './render.ts';
import { parseLink } from './testing/parse-links.ts';
import { context, filled, lines } from './testing/samples.ts';
import { clientAppOf } from './user-agent.ts';

const rowsOf = (kind: DocumentKind, userAgent: string, changes: Partial<RenderContext> = {}): string[] => {
  const client = clientAppOf(userAgent, { base64: '0' });
  return filled(renderTemplate(kind, lines, context({ client, usageLine: true, ...changes }))).split('\n');
};

const APPS = ['v2rayN/7.24.8', 'v2rayNG/2.3.5', 'NekoBox/Android/1.3.9'];

test.each(APPS)('%s gets what is left as the name of a line that leads nowhere', (userAgent) => {
  for (const kind of ['v2box', 'nekobox', 'ss'] as const) {
    const [first = '', ...rest] = rowsOf(kind, userAgent);
    expect(parseLink(first)).toMatchObject({ name: '剩余 89.8 G，2026-12-31 到期', server: '127.0.0.1', port: 9 });
    expect(rest).toEqual(rowsOf(kind, userAgent, { usageLine: false }));
  }
});

test.each(['V2Box 9.8.5;IOS 18.1', 'Happ/3.1', 'Shadowrocket/2500', ''])(
  '%j shows the header and gets no such line',
  (userAgent) => {
    for (const kind of ['v2box', 'ss'] as const)
      expect(rowsOf(kind, userAgent)).toEqual(rowsOf(kind, userAgent, { usageLine: false }));
  },
);

test('a document that says why there is nothing left says it once', () => {
  const [first = '', second = ''] = rowsOf('v2box', 'v2rayN/7.24.8', { reason: 'usedUp' });
  expect(parseLink(first)).toMatchObject({ name: '流量已用完' });
  expect(second).toMatch(/^vmess:/);
});
