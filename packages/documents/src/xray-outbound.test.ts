import { expect, test } from 'vitest';
import { renderTemplate } from './render.ts';
import { context, filled, lines, userkey } from './testing/samples.ts';
import { xrayOutbound } from './xray-outbound.ts';

test.each(lines.map((line) => [line.protocol, line] as const))(
  'a test dials a line of %s exactly as a document for apps around Xray says',
  (_, line) => {
    const [document] = JSON.parse(filled(renderTemplate('xray', [line], context({ userAgent: 'Streisand' })))) as {
      outbounds: object[];
    }[];
    expect(xrayOutbound(line, userkey)).toEqual(document?.outbounds[0]);
  },
);
