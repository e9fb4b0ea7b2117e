import { askedOfName } from './dns-plan.ts';
import type { Asked, DnsPlan } from './dns-plan.ts';
import { splitWords } from './make-list.ts';

/** By which systems find out whether there is a network, or somebody's log-in page in front of it. */
const tests = splitWords(`
  +.msftconnecttest.com +.msftncsi.com captive.apple.com connect.rom.miui.com wifi.vivo.com.cn conn1.oppomobile.com
  connectivitycheck.platform.hicloud.com detectportal.firefox.com network-test.debian.org
`);

/** Time servers: whoever is one for others passes their addresses on. */
const clocks = splitWords(`
  +.pool.ntp.org +.ntp.org.cn +.time.edu.cn time.windows.com time.nist.gov time.apple.com time-ios.apple.com
  time-macos.apple.com time.asia.apple.com time.euro.apple.com time1.apple.com time2.apple.com time3.apple.com
  time4.apple.com time5.apple.com time6.apple.com time7.apple.com time.google.com time1.google.com time2.google.com
  time3.google.com time4.google.com time.android.com time.facebook.com time.cloudflare.com ntp.ubuntu.com
  ntp.aliyun.com ntp1.aliyun.com ntp2.aliyun.com ntp3.aliyun.com ntp4.aliyun.com ntp5.aliyun.com ntp6.aliyun.com
  ntp7.aliyun.com ntp.tencent.com time1.cloud.tencent.com time2.cloud.tencent.com time3.cloud.tencent.com
  time4.cloud.tencent.com time5.cloud.tencent.com ntp.ntsc.ac.cn
`);

/** Names of a program on the same machine: QQ's and WeChat's log-in by a click. */
const local = splitWords('localhost.ptlogin2.qq.com localhost.sec.qq.com localhost.work.weixin.qq.com');

/** What calls and consoles tell each other's addresses by. */
const peers = splitWords(`
  stun.l.google.com stun1.l.google.com stun2.l.google.com stun3.l.google.com stun4.l.google.com stun.cloudflare.com
  stun.qq.com stun.miwifi.com stun.chat.bilibili.com stun.hitv.com +.stun.playstation.net +.srv.nintendo.net
  +.xboxlive.com
`);

/**
 * Names whose true addresses somebody needs, where a client makes addresses up: in Clash's patterns, `+.` before a name
 * with everything below it. Each names one owner's hosts, because all hosts of a pattern are asked of one server.
 */
const PATTERNS: readonly string[] = [...tests, ...clocks, ...local, ...peers];

/** A pattern of such names, and who is asked for them. */
export interface TrueName {
  readonly pattern: string;
  readonly asked: Asked;
}

/** Names whose true addresses are given out, apart from those that are refused. */
export const trueNamesOf = (plan: Pick<DnsPlan, 'rules' | 'rest'>): TrueName[] =>
  PATTERNS.map((pattern) => ({ pattern, asked: askedOfName(plan, pattern.replace(/^\+\./, '')) })).filter(
    ({ asked }) => asked !== 'refused',
  );

/** Those that are asked past all lines: all that a client may give out that asks nobody through a line. */
export const atHome = (names: readonly TrueName[]): TrueName[] =>
  names.filter(({ asked }) => asked === 'home' || asked === 'house');
