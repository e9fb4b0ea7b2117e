import { expect, test } from 'vitest';
import { defaultSettings } from '@skyport/contract/settings-table';
import { iconOf, pageOf } from './rules.ts';
import { channelCodeOf, isAgencyHost, newAccountType } from './sign-up/rules.ts';

test('a page keeps origin, path and route, and loses every query', () => {
  expect(pageOf('https://a.example/x?token=secret#/reset?key=secret')).toBe('https://a.example/x#/reset');
  expect(pageOf('javascript:alert(1)')).toBe('');
  expect(pageOf('nonsense')).toBe('');
  expect(pageOf(`https://a.example/${'x'.repeat(500)}`)).toHaveLength(300);
});

test('only an uploaded image is an avatar', () => {
  const file = `${'0a'.repeat(16)}.png`;
  expect(iconOf(file)).toBe(file);
  expect(iconOf(`/api/file/downloads/${file}`)).toBe(file);
  for (const icon of ['https://evil.example/a.png', '../../etc/passwd', `${'0a'.repeat(16)}.svg`, ''])
    expect(iconOf(icon)).toBe('');
});

test('the agency domain is recognised whatever its case and port, and an empty setting is no domain', () => {
  const settings = { agency_user_domain: 'Agent.example' };
  expect(isAgencyHost('agent.example:8443', settings)).toBe(true);
  expect(isAgencyHost('www.agent.example', settings)).toBe(false);
  expect(isAgencyHost('', { agency_user_domain: '' })).toBe(false);
});

test('a channel code of another shape becomes the default one', () => {
  expect(channelCodeOf('ABC123', defaultSettings)).toBe('ABC123');
  for (const code of ['', 'a b', '<script>', 'x'.repeat(41)])
    expect(channelCodeOf(code, defaultSettings)).toBe(defaultSettings.default_channel_code);
});

test('openChannel decides the type of a new account', () => {
  expect(newAccountType(defaultSettings)).toBe('normal');
  expect(newAccountType({ ...defaultSettings, openChannel: true })).toBe('channel');
});
