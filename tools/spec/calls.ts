import {
  accountsApi,
  callTable,
  checkinApi,
  client,
  couponsApi,
  editApi,
  envelope,
  filesApi,
  gateApi,
  links,
  mailsApi,
  noticesApi,
  profilePage,
  rulesApi,
  subscriptionApi,
  telegramApi,
  userInfoApi,
} from './files.ts';
import { row, type SpecRow } from './row.ts';

/* Section 7: the calls, and the links that clients fetch. */

const call = (path: string, proofs: SpecRow['proofs']): SpecRow => row(`7.${path}`, 'a call', proofs, { call: path });

export const callRows: readonly SpecRow[] = [
  call(
    '/api/user/userinfo',
    userInfoApi('user info has every field of the specification, each with the value of the account'),
  ),
  call('/api/permission/mypermissions', accountsApi('only permissions that are held now are shown')),
  call(
    '/api/user/login',
    accountsApi(
      'somebody signs up, is logged in, logs out and logs in again',
      'every failed log-in says the same: wrong password, nobody of that name, disabled',
    ),
  ),
  call('/api/user/signup', accountsApi('an e-mail address is taken once, whatever its case')),
  call(
    '/api/user/reset_password',
    mailsApi(
      'a reset changes nothing until its mailed link is opened; then all sessions end and the owner is told',
      'every link that is not the current one of an existing account is refused with the same message',
    ),
  ),
  call(
    '/api/user/get_email',
    mailsApi('whoever is found by a link is told in the bell and by mail, which hold no link'),
  ),
  call('/api/user/logout', accountsApi('somebody signs up, is logged in, logs out and logs in again')),
  call('/api/user_notive/list', noticesApi('the bell shows what was not clicked, newest first, and only to its owner')),
  call(
    '/api/user_notive/clicked',
    noticesApi('the bell shows what was not clicked, newest first, and only to its owner'),
  ),
  call('/api/host/get', noticesApi('everyone sees the host settings; a hidden announcement is not sent')),
  call(
    '/api/coupon/redeem_coupon',
    couponsApi('a traffic coupon adds permanent traffic, a record and a ledger posting', 'every refusal has its code'),
  ),
  call(
    '/api/user/signup_confirm',
    mailsApi(
      'a sign-up link works once and for a day; opened again it still says that all is well, and logs nobody in',
    ),
  ),
  call('/api/user/change_password', mailsApi('a reset link works once within thirty minutes, and only the newest one')),
  call(
    '/api/user/reset_userkey',
    subscriptionApi(
      'after a reset the old link is dead at once, the new one lives, and nodes hear of it',
      'an account that may not change its link is told so and keeps it',
    ),
  ),
  call('/api/user/sign_use', checkinApi('a paid account checks in once a day and gets the reward')),
  call('/api/user/sign_use_info', checkinApi('the rewards are told to every account')),
  call('/api/user/change_use_info', [
    ...editApi(
      'switches are saved one by one or together, and the very next document knows them',
      'an avatar is an image of this account, by its name or its address, and the old one is let go',
      'without mail a new address counts at once, and only with the current password',
    ),
    ...profilePage('sends everything as it stands, without a password while the address stays'),
  ]),
  call(
    '/api/user/unbind',
    telegramApi('the site unbinds: page, bell, mail and chat say so, and only then can the account be bound anew'),
  ),
  call('/api/file/upload', filesApi('a %s picture is stored and served as what it is')),
  call(
    '/api/file/downloads/:filename',
    filesApi(
      'a %s picture is stored and served as what it is',
      'every name that is none of ours is the same to a stranger, whatever it tries',
    ),
  ),
  call('/api/subscript/:kind/:userId/:userkey', [
    ...subscriptionApi('kind %s is served, HEAD like GET'),
    ...links('every kind has its address, with a query of its own'),
  ]),
  call(
    '/describe/q.filter',
    rulesApi('the filter for Quantumult is a file that may be cached and is identified by its ETag'),
  ),
  row('7.envelope', 'base64 of JSON both ways', [
    ...envelope(
      'whatever is encoded is decoded as it was',
      'encoding gives standard base64 of UTF-8 JSON, also of long texts',
    ),
    ...client('a call is sent encoded to its path and comes back as its data'),
  ]),
  row('7.envelope.refused', 'anything else is refused', gateApi('a body with %s is refused with 1100')),
  row(
    '7.table',
    'every call of the specification has its row',
    callTable('every call of the specification is in the table'),
  ),
  row('7.link.v2box', 'a name query', links('%s opens with its import link')),
  row('7.link.streisand', 'asn, mode and base64 too', links('%s opens with its import link')),
  row('7.link.shadowrocket', 'the shadowsocks link', links('links that carry base64 are these, letter by letter')),
  row(
    '7.link.qx',
    'servers, filters, rewrites',
    links('QuantumultX adds servers and filters with their tags and intervals, and no rewrites'),
  ),
  row('7.link.clash-install', 'an install link with a name query', links('%s opens with its import link')),
];
