import { expect, test } from 'vitest';
import { chatAppOf, type ChatApp } from './devices.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; 23127PN0CC) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';

test.each<[string, string, ChatApp | undefined]>([
  ['WeChat on an iPhone', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI`, 'wechat'],
  ['WeChat on Android', `${ANDROID} Chrome/116.0.0.0 XWEB/1160 Mobile Safari/537.36 MicroMessenger/8.0.47`, 'wechat'],
  ['QQ on an iPhone', `${IPHONE} Mobile/15E148 QQ/9.0.56.622 V1_IPH_SQ_9.0.56_1_APP_A Pixel/1170`, 'qq'],
  ['QQ on Android', `${ANDROID} Chrome/109.0 MQQBrowser/6.2 TBS/047601 Mobile Safari/537.36 QQ/9.0.30.14325`, 'qq'],
  ['the QQ browser', `${ANDROID} Chrome/109.0 MQQBrowser/15.2 Mobile Safari/537.36`, undefined],
  ['the QQ browser at a desk', 'Mozilla/5.0 (Windows NT 10.0) Chrome/94.0 Safari/537.36 QQBrowser/12.6', undefined],
  ['Safari', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, undefined],
])('%s', (_what, agent, app) => {
  expect(chatAppOf(agent)).toBe(app);
});
