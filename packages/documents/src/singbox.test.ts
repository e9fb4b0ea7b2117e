import { expect, test } from 'vitest';
import { renderTemplate } from './render.ts';
import { certificate, certificatePin, context, filled, lines } from './testing/samples.ts';

interface Outbounds {
  readonly outbounds: readonly { readonly tag: string; readonly tls?: object }[];
}

const tlsOf = (changes: { pin: string | null; certificate: string | null }): object | undefined => {
  const line = lines.find(({ protocol }) => protocol === 'h2');
  if (line?.protocol !== 'h2') throw new Error('no sample of h2');
  const rendered = renderTemplate('singbox', [{ ...line, ...changes }], context());
  const { outbounds } = JSON.parse(filled(rendered)) as Outbounds;
  return outbounds.find(({ tag }) => tag === line.name)?.tls;
};

test('a self-signed certificate is given to sing-box itself and then checked; without it nothing can be checked', () => {
  const shared = { enabled: true, server_name: 'hy.example.com', alpn: ['h3'] };
  expect(tlsOf({ pin: null, certificate: null })).toEqual(shared);
  expect(tlsOf({ pin: certificatePin, certificate: `${certificate.join('\n')}\n` })).toEqual({
    ...shared,
    certificate,
  });
  expect(tlsOf({ pin: certificatePin, certificate: null })).toEqual({ ...shared, insecure: true });
});

test('a line with a damaged certificate is left out, because the client would refuse the whole document', () => {
  expect(tlsOf({ pin: certificatePin, certificate: 'x' })).toBeUndefined();
});
