import { inTransaction } from '@skyport/db';
import { notify } from '../../notices/index.ts';
import { DAY_MS, timeText } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { networkOf } from '../../platform/networks.ts';
import { sha256 } from '../../platform/secrets.ts';
import { deviceOf } from '../sessions/device.ts';
import { recordLoginPlace } from './login-place-store.ts';

/** How long a place is remembered after the last log-in from it. */
const KEPT_MS = 180 * DAY_MS;

/** What a log-in from elsewhere is told with. */
export const loginText = (of: { device: string; network: string; time: string }): string =>
  `您的账号于 ${of.time} 在新的设备或网络登录：${of.device}（${of.network}）`;

/**
 * Remembers where an account logs in from, and tells its owner when it has never done so from there. The first place of
 * an account is only remembered: there is nothing that it could differ from.
 */
export const noteLogin = async (
  deps: Deps,
  userId: string,
  { userAgent, address }: { readonly userAgent: string; readonly address: string },
): Promise<void> => {
  const [device, network, now] = [deviceOf(userAgent), networkOf(address), deps.clock.now()];
  const place = sha256(`${device} ${network}`);
  await inTransaction(deps.db, async (trx) => {
    const known = await recordLoginPlace(trx, userId, { place, at: now, keptSince: new Date(now.getTime() - KEPT_MS) });
    if (known.length === 0 || known.some((one) => one.equals(place))) return;
    const time = timeText(now, deps.settings.current().timezone);
    const text = loginText({ device, network, time });
    await notify(trx, deps, { userId, kind: 'security', href: '#/user_info', text, name: 'new_login' });
  });
};
