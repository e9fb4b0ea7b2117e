/** What becomes of traffic that a list matches: a group of the document, or straight out. */
export type ListTarget = 'ads' | 'ai' | 'telegram' | 'media' | 'apple' | 'microsoft' | 'cn' | 'direct';

/** Domains (each with everything below it) and networks that share a fate. The same data feeds every kind's rules. */
export interface RuleList {
  readonly id: string;
  readonly target: ListTarget;
  readonly suffixes: readonly string[];
  readonly networks: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Private, loopback, link-local and carrier-grade NAT networks: what is at home stays at home. */
const lan: RuleList = {
  id: 'lan',
  target: 'direct',
  suffixes: words('lan local localhost home.arpa'),
  networks: words(
    '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 ::1/128 fc00::/7 fe80::/10',
  ),
};

/** Advertising and tracking hosts that nothing depends on; long lists break apps and cost memory on phones. */
const ads: RuleList = {
  id: 'ads',
  target: 'ads',
  suffixes: words(`
    doubleclick.net googlesyndication.com googleadservices.com adservice.google.com app-measurement.com
    adcolony.com applovin.com unityads.unity3d.com inmobi.com mopub.com criteo.com taboola.com outbrain.com
    scorecardresearch.com umeng.com pangolin-sdk-toutiao.com tanx.com mmstat.com gdt.qq.com
  `),
  networks: [],
};

/** Assistants and model services; they refuse visitors from some regions, so they have a group of their own. */
const ai: RuleList = {
  id: 'ai',
  target: 'ai',
  suffixes: words(`
    openai.com chatgpt.com oaistatic.com oaiusercontent.com sora.com anthropic.com claude.ai claudeusercontent.com
    gemini.google.com generativelanguage.googleapis.com aistudio.google.com makersuite.google.com
    notebooklm.google.com copilot.microsoft.com perplexity.ai x.ai grok.com poe.com mistral.ai cohere.com
    midjourney.com huggingface.co cursor.sh cursor.com elevenlabs.io openrouter.ai
  `),
  networks: [],
};

/** Telegram; its apps dial addresses without asking for names. */
const telegram: RuleList = {
  id: 'telegram',
  target: 'telegram',
  suffixes: words('telegram.org telegram.me t.me telegra.ph tdesktop.com telesco.pe'),
  networks: words('91.108.0.0/16 149.154.160.0/20 2001:67c:4e8::/48'),
};

/** Video and music services. */
const media: RuleList = {
  id: 'media',
  target: 'media',
  suffixes: words(`
    netflix.com nflxvideo.net nflximg.net nflxso.net fast.com youtube.com googlevideo.com ytimg.com youtu.be
    disneyplus.com disney-plus.net dssott.com bamgrid.com hulu.com max.com hbomax.com primevideo.com aiv-cdn.net
    spotify.com scdn.co twitch.tv ttvnw.net tiktok.com tiktokv.com dazn.com gamer.com.tw abema.tv
  `),
  networks: [],
};

/** Apple's and Microsoft's services work from the mainland, mostly faster without a detour. */
const apple: RuleList = {
  id: 'apple',
  target: 'apple',
  suffixes: words('apple.com icloud.com icloud-content.com cdn-apple.com mzstatic.com itunes.com'),
  networks: [],
};
const microsoft: RuleList = {
  id: 'microsoft',
  target: 'microsoft',
  suffixes: words('microsoft.com windowsupdate.com windows.com office.com office365.com live.com msftconnecttest.com'),
  networks: [],
};

/** Well-known sites of the mainland beside everything below `.cn`. */
const cn: RuleList = {
  id: 'cn',
  target: 'cn',
  suffixes: words(`
    cn qq.com wechat.com weixin.com tencent.com myqcloud.com gtimg.com taobao.com tmall.com alipay.com alicdn.com
    aliyun.com aliyuncs.com alibaba.com amap.com dingtalk.com jd.com jdpay.com 360buyimg.com baidu.com bdstatic.com
    bcebos.com bilibili.com bilivideo.com hdslb.com douyin.com douyincdn.com toutiao.com bytedance.com byteimg.com
    163.com 126.net 127.net netease.com weibo.com sinaimg.com zhihu.com zhimg.com xiaohongshu.com xhscdn.com
    mi.com xiaomi.com huawei.com huaweicloud.com meituan.com meituan.net dianping.com ctrip.com pinduoduo.com
    kuaishou.com iqiyi.com youku.com mgtv.com douban.com doubanio.com csdn.net 12306.com unionpay.com
    dns.alidns.com doh.pub
  `),
  networks: [],
};

/** All lists in the order in which they are asked; what none of them matches goes to the last group. */
export const ruleLists: readonly RuleList[] = [lan, ads, ai, telegram, media, apple, microsoft, cn];
