import type { RuleList } from '@skyport/contract/rules';
import { mainland } from './default-mainland.ts';
import { list, splitWords } from './make-list.ts';

/** Private, loopback, link-local and carrier-grade NAT networks: what is at home stays at home. */
const lan: RuleList = list({
  id: 'lan',
  zh: '本地网络',
  target: 'direct',
  suffixes: splitWords('lan local localhost home.arpa'),
  networks: splitWords(
    '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 100.64.0.0/10 ::1/128 fc00::/7 fe80::/10',
  ),
});

/** Advertising and tracking hosts that nothing depends on; long lists break apps and cost memory on phones. */
const ads: RuleList = list({
  id: 'ads',
  zh: '广告',
  target: 'ads',
  suffixes: splitWords(`
    doubleclick.net googlesyndication.com googleadservices.com adservice.google.com app-measurement.com
    adcolony.com applovin.com unityads.unity3d.com inmobi.com mopub.com vungle.com chartboost.com ironsrc.com
    criteo.com taboola.com outbrain.com adnxs.com pubmatic.com amazon-adsystem.com scorecardresearch.com
    adsrvr.org appsflyer.com adjust.com umeng.com pangolin-sdk-toutiao.com pglstatp-toutiao.com pangle.io
    tanx.com mmstat.com gdt.qq.com pos.baidu.com hm.baidu.com ad.xiaomi.com adash.man.aliyuncs.com miaozhen.com
    cnzz.com ads.tiktok.com
  `),
});

/** Assistants and model services; they refuse visitors from some regions, so they have a group of their own. */
const ai: RuleList = list({
  id: 'ai',
  zh: 'AI',
  target: 'ai',
  suffixes: splitWords(`
    openai.com chatgpt.com oaistatic.com oaiusercontent.com sora.com anthropic.com claude.ai claude.com
    claudeusercontent.com gemini.google.com generativelanguage.googleapis.com aistudio.google.com
    makersuite.google.com notebooklm.google.com notebooklm.google deepmind.google copilot.microsoft.com
    githubcopilot.com perplexity.ai x.ai grok.com poe.com meta.ai mistral.ai cohere.com midjourney.com
    huggingface.co cursor.sh cursor.com elevenlabs.io openrouter.ai groq.com suno.com
  `),
});

/** Telegram; its apps dial addresses without asking for names. */
const telegram: RuleList = list({
  id: 'telegram',
  zh: '电报',
  target: 'telegram',
  suffixes: splitWords(`
    telegram.org telegram.me t.me telegra.ph tdesktop.com telesco.pe cdn-telegram.org telegram-cdn.org
  `),
  networks: splitWords(
    '91.108.0.0/16 91.105.192.0/23 149.154.160.0/20 185.76.151.0/24 2001:67c:4e8::/48 2001:b28:f23c::/47 2001:b28:f23f::/48',
  ),
});

/** Video and music services. */
const media: RuleList = list({
  id: 'media',
  zh: '流媒体',
  target: 'media',
  suffixes: splitWords(`
    netflix.com nflxvideo.net nflximg.net nflxso.net fast.com youtube.com googlevideo.com ytimg.com youtu.be
    disneyplus.com disney-plus.net dssott.com bamgrid.com hulu.com max.com hbomax.com primevideo.com aiv-cdn.net
    pv-cdn.net paramountplus.com spotify.com scdn.co twitch.tv ttvnw.net tiktok.com tiktokv.com dazn.com
    bbc.co.uk gamer.com.tw viu.com mytvsuper.com abema.tv nicovideo.jp crunchyroll.com
  `),
});

/** What games fetch by the gigabyte comes straight, else it would eat the traffic that people have paid for. */
const downloads: RuleList = list({
  id: 'downloads',
  zh: '游戏下载',
  target: 'direct',
  suffixes: splitWords(`
    steamcontent.com dl.steam.clngaa.com st.dl.eccdnx.com epicgames-download1.akamaized.net
    download.epicgames.com dl.playstation.net blzddist1-a.akamaihd.net dlassets.xboxlive.com
  `),
});

/** Stores, log-ins and servers of games. */
const games: RuleList = list({
  id: 'games',
  zh: '游戏',
  target: 'games',
  suffixes: splitWords(`
    steampowered.com steamcommunity.com steamstatic.com steamusercontent.com epicgames.com unrealengine.com
    playstation.com playstation.net xbox.com xboxlive.com nintendo.com nintendo.net blizzard.com battle.net
    riotgames.com leagueoflegends.com playvalorant.com ea.com origin.com ubisoft.com rockstargames.com gog.com
    minecraft.net roblox.com hoyoverse.com wargaming.net
  `),
});

/** What people miss most where it cannot be reached, whatever the last group does. */
const abroad: RuleList = list({
  id: 'abroad',
  zh: '常用国外网站',
  target: 'select',
  suffixes: splitWords(`
    google.com googleapis.com gstatic.com github.com githubusercontent.com twitter.com x.com twimg.com
    facebook.com instagram.com whatsapp.com discord.com reddit.com wikipedia.org onedrive.live.com 1drv.ms
  `),
});

/** Apple's and Microsoft's services work from the mainland, mostly faster without a detour. */
const apple: RuleList = list({
  id: 'apple',
  zh: '苹果',
  target: 'apple',
  suffixes: splitWords(`
    apple.com icloud.com icloud-content.com cdn-apple.com mzstatic.com itunes.com aaplimg.com
  `),
});
const microsoft: RuleList = list({
  id: 'microsoft',
  zh: '微软',
  target: 'microsoft',
  suffixes: splitWords(`
    microsoft.com windowsupdate.com windows.com windows.net office.com office365.com live.com
    microsoftonline.com msauth.net msftconnecttest.com msftncsi.com sharepoint.com bing.com
  `),
});

/** The lists of the default rules, in the order in which they are asked. */
export const defaultLists: readonly RuleList[] = [
  lan,
  ads,
  ai,
  telegram,
  media,
  downloads,
  games,
  abroad,
  apple,
  microsoft,
  mainland,
];
