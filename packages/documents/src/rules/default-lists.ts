import type { RuleList } from '@skyport/contract/rules';
import { abroad, ai, games, media, ownMedia, telegram } from './default-abroad.ts';
import { mainland } from './default-mainland.ts';
import { list, splitWords } from './make-list.ts';
import { LAN_LIST } from './plan.ts';

/**
 * What is at home stays at home: private, loopback, link-local, multicast and broadcast networks and those of carriers
 * (IANA's special-purpose registries), names that no resolver knows, and the pages of routers.
 */
const lan: RuleList = list({
  id: LAN_LIST,
  zh: '本地网络',
  target: 'direct',
  suffixes: splitWords(`
    lan local localhost localdomain home.arpa internal intranet private corp home router wifi
    tplogin.cn tplinklogin.net tplinkwifi.net tplinkap.net tplinkmodem.net tplinkextender.net tplinkeap.net
    melogin.cn falogin.cn tendawifi.com miwifi.com phicomm.me p.to hiwifi.com peiluyou.com leike.cc
    routerlogin.com routerlogin.net mywifiext.net orbilogin.com asusrouter.com router.asus.com
    linksyssmartwifi.com myrouter.info hi.link fritz.box speedport.ip plex.direct
  `),
  networks: splitWords(`
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16
    224.0.0.0/4 255.255.255.255/32 ::1/128 fc00::/7 fe80::/10 ff00::/8
  `),
});

/**
 * Advertising and tracking hosts that nothing depends on; long lists break apps and cost memory on phones. Hosts that
 * also bring messages or open an app at the right place (umeng, adjust, appsflyer) are not among them.
 */
const ads: RuleList = list({
  id: 'ads',
  zh: '广告',
  target: 'ads',
  suffixes: splitWords(`
    doubleclick.net googlesyndication.com googleadservices.com adservice.google.com app-measurement.com
    adcolony.com applovin.com unityads.unity3d.com inmobi.com mopub.com vungle.com chartboost.com ironsrc.com
    criteo.com taboola.com outbrain.com adnxs.com pubmatic.com amazon-adsystem.com scorecardresearch.com
    adsrvr.org events.appsflyer.com alogs.umeng.com ulogs.umeng.com cnlogs.umeng.com
    pangolin-sdk-toutiao.com pglstatp-toutiao.com pangle.io tanx.com mmstat.com gdt.qq.com pos.baidu.com
    hm.baidu.com ad.xiaomi.com adash.man.aliyuncs.com miaozhen.com cnzz.com ads.tiktok.com
  `),
});

/** What games fetch by the gigabyte comes straight, else it would eat the traffic that people have paid for. */
const downloads: RuleList = list({
  id: 'downloads',
  zh: '游戏下载',
  target: 'direct',
  suffixes: splitWords(`
    steamcontent.com dl.steam.clngaa.com st.dl.eccdnx.com st.dl.bscstorage.net trts.baishancdnx.cn
    steampipe.akamaized.net steampipe.steamcontent.tnkjmec.com xz.pphimalayanrt.com
    epicgames-download1.akamaized.net download.epicgames.com dl.playstation.net
    blzddist1-a.akamaihd.net dlassets.xboxlive.com assets1.xboxlive.cn origin-a.akamaihd.net
  `),
});

/** Apple's and Microsoft's services work from the mainland, mostly faster without a detour. */
const apple: RuleList = list({
  id: 'apple',
  zh: '苹果',
  target: 'apple',
  suffixes: splitWords(`
    apple.com icloud.com icloud-content.com cdn-apple.com mzstatic.com itunes.com aaplimg.com apple-dns.net
    apple-cloudkit.com apple-mapkit.com apple-livephotoskit.com appstore.com me.com apple.co itunes-apple.com.akadns.net
    apple.com.akadns.net apple.com.edgekey.net
  `),
});
const microsoft: RuleList = list({
  id: 'microsoft',
  zh: '微软',
  target: 'microsoft',
  suffixes: splitWords(`
    microsoft.com windowsupdate.com windows.com windows.net office.com office.net office365.com live.com live.net
    microsoftonline.com microsoftonline-p.com msauth.net msauthimages.net msftauth.net msftconnecttest.com
    msftncsi.com sharepoint.com bing.com bing.net msn.com s-microsoft.com azureedge.net visualstudio.com aka.ms
    outlook.com hotmail.com xboxservices.com
  `),
});

/** The lists of the default rules, in the order in which they are asked. */
export const defaultLists: readonly RuleList[] = [
  lan,
  ads,
  ai,
  telegram,
  ...ownMedia,
  media,
  downloads,
  games,
  abroad,
  apple,
  microsoft,
  mainland,
];
