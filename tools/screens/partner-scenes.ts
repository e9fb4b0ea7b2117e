import { firstPasswordCalls } from '@skyport/contract/first-password';
import { given, made, open, opened, pressOfRow } from './made.ts';
import { agency } from './partner-answers.ts';
import type { Scene } from './scenes.ts';

/*
 * What brings others: the channel; and what everybody looks up: nodes and records.
 */

/** Scenes of the channel, the node list and traffic records. */
export const partnerScenes: readonly Scene[] = [
  made('channel', '/channel', 'customer'),
  made('channel-empty', '/channel', 'customer', { weather: 'empty' }),
  made('channel-loading', '/channel', 'customer', { weather: 'loading' }),
  made('channel-failing', '/channel', 'customer', { weather: 'failing' }),
  made('channel-qr', '/channel', 'customer', { act: open('二维码') }),
  made('channel-agency', '/channel', 'customer', { given: agency }),
  made('channel-agency-add', '/channel', 'customer', { given: agency, act: open('新增用户') }),
  made('channel-agency-give', '/channel', 'customer', {
    given: agency,
    act: async (page) => {
      await pressOfRow(page, '分配流量');
      await opened(page);
    },
  }),
  made('set-password', '/set_password?code=abc', 'visitor', {
    given: [given(firstPasswordCalls.firstPasswordOf, { email: 'chenwei@example.com' })],
  }),
  made('set-password-dead', '/set_password?code=abc', 'visitor', {
    given: [given(firstPasswordCalls.firstPasswordOf, null, 'notFound')],
  }),
  made('agents', '/agents', 'customer'),
  made('agents-visitor', '/agents', 'visitor'),
  made('agents-empty', '/agents', 'visitor', { weather: 'empty' }),
  made('agents-loading', '/agents', 'customer', { weather: 'loading' }),
  made('agents-failing', '/agents', 'customer', { weather: 'failing' }),
  made('traffic-records', '/traffic_records', 'customer'),
  made('traffic-records-empty', '/traffic_records', 'customer', { weather: 'empty' }),
  made('traffic-records-loading', '/traffic_records', 'customer', { weather: 'loading' }),
  made('traffic-records-failing', '/traffic_records', 'customer', { weather: 'failing' }),
];
