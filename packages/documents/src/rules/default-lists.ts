import type { RuleList } from '@skyport/contract/rules';

const list = (given: Pick<RuleList, 'id' | 'zh' | 'target'> & Partial<RuleList>): RuleList => ({
  suffixes: [],
  domains: [],
  keywords: [],
  networks: [],
  ...given,
});

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Private, loopback, link-local and carrier-grade NAT networks: what is at home stays at home. */
const lan: RuleList = list({
  id: 'lan',
  zh: '本地网络',
  target: 'direct',
  suffixes: words('lan local localhost home.arpa'),
  networks: words(
    '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 ::1/128 fc00::/7 fe80::/10',
  ),
});

/** Advertising and tracking hosts that nothing depends on; long lists break apps and cost memory on phones. */
const ads: RuleList = list({
  id: 'ads',
  zh: '广告',
  target: 'ads',
  suffixes: words(`
    doubleclick.net googlesyndication.com googleadservices.com adservice.google.com app-measurement.com
    adcolony.com applovin.com unityads.unity3d.com inmobi.com mopub.com criteo.com taboola.com outbrain.com
    scorecardresearch.com umeng.com pangolin-sdk-toutiao.com tanx.com mmstat.com gdt.qq.com
  `),
});

/** Assistants and model services; they refuse visitors from some regions, so they have a group of their own. */
const ai: RuleList = list({
  id: 'ai',
  zh: 'AI',
  target: 'ai',
  suffixes: words(`
    openai.com chatgpt.com oaistatic.com oaiusercontent.com sora.com anthropic.com claude.ai claudeusercontent.com
    gemini.google.com generativelanguage.googleapis.com aistudio.google.com makersuite.google.com
    notebooklm.google.com copilot.microsoft.com perplexity.ai x.ai grok.com poe.com mistral.ai cohere.com
    midjourney.com huggingface.co cursor.sh cursor.com elevenlabs.io openrouter.ai
  `),
});

/** Telegram; its apps dial addresses without asking for names. */
const telegram: RuleList = list({
  id: 'telegram',
  zh: '电报',
  target: 'telegram',
  suffixes: words('telegram.org telegram.me t.me telegra.ph tdesktop.com telesco.pe'),
  networks: words('91.108.0.0/16 149.154.160.0/20 2001:67c:4e8::/48'),
});

/** Video and music services. */
const media: RuleList = list({
  id: 'media',
  zh: '流媒体',
  target: 'media',
  suffixes: words(`
    netflix.com nflxvideo.net nflximg.net nflxso.net fast.com youtube.com googlevideo.com ytimg.com youtu.be
    disneyplus.com disney-plus.net dssott.com bamgrid.com hulu.com max.com hbomax.com primevideo.com aiv-cdn.net
    spotify.com scdn.co twitch.tv ttvnw.net tiktok.com tiktokv.com dazn.com gamer.com.tw abema.tv
  `),
});

/** Apple's and Microsoft's services work from the mainland, mostly faster without a detour. */
const apple: RuleList = list({
  id: 'apple',
  zh: '苹果',
  target: 'apple',
  suffixes: words('apple.com icloud.com icloud-content.com cdn-apple.com mzstatic.com itunes.com'),
});
const microsoft: RuleList = list({
  id: 'microsoft',
  zh: '微软',
  target: 'microsoft',
  suffixes: words('microsoft.com windowsupdate.com windows.com office.com office365.com live.com msftconnecttest.com'),
});

/** Well-known sites of the mainland beside everything below `.cn`. */
const cn: RuleList = list({
  id: 'cn',
  zh: '国内网站',
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
});

/** The lists of the default rules, in the order in which they are asked. */
export const defaultLists: readonly RuleList[] = [lan, ads, ai, telegram, media, apple, microsoft, cn];
