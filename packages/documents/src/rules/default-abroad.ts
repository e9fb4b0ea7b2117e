import type { RuleList } from '@skyport/contract/rules';
import { list, splitWords } from './make-list.ts';

/** Assistants and model services; they refuse visitors from some regions, so they have a group of their own. */
export const ai: RuleList = list({
  id: 'ai',
  zh: 'AI',
  target: 'ai',
  suffixes: splitWords(`
    openai.com chatgpt.com chat.com oaistatic.com oaiusercontent.com sora.com chatgpt.livekit.cloud
    anthropic.com claude.ai claude.com claudeusercontent.com claudemcpclient.com
    gemini.google.com gemini.google generativelanguage.googleapis.com aistudio.google.com ai.google.dev
    alkalimakersuite-pa.clients6.google.com proactivebackend-pa.googleapis.com aisandbox-pa.googleapis.com
    makersuite.google.com notebooklm.google.com notebooklm.google labs.google jules.google.com deepmind.google
    deepmind.com copilot.microsoft.com copilot.cloud.microsoft sydney.bing.com edgeservices.bing.com
    designer.microsoft.com githubcopilot.com copilot-proxy.githubusercontent.com perplexity.ai perplexity.com
    pplx.ai x.ai grok.com poe.com poecdn.net meta.ai mistral.ai cohere.com cohere.ai midjourney.com
    huggingface.co hf.co hf.space cursor.sh cursor.com cursorapi.com windsurf.com codeium.com elevenlabs.io
    openrouter.ai groq.com cerebras.ai together.ai fireworks.ai replicate.com ollama.com suno.com suno.ai udio.com
    character.ai runwayml.com stability.ai civitai.com ideogram.ai lumalabs.ai pika.art gamma.app pi.ai you.com
    manus.im trae.ai v0.dev bolt.new lovable.dev
    openaiapi-site.azureedge.net openaicom-api-bdcpf8c6d2e9atf6.z01.azurefd.net
    production-openaicom-storage.azureedge.net openaicomproductionae4b.blob.core.windows.net
    openaiassets.blob.core.windows.net
  `),
});

/** Telegram; its apps dial addresses without asking for names. */
export const telegram: RuleList = list({
  id: 'telegram',
  zh: '电报',
  target: 'telegram',
  suffixes: splitWords(`
    telegram.org telegram.me t.me telegra.ph tdesktop.com telesco.pe cdn-telegram.org telegram-cdn.org telegram.dog
    tg.dev fragment.com graph.org contest.com comments.app
  `),
  networks: splitWords(
    '91.108.0.0/16 91.105.192.0/23 149.154.160.0/20 185.76.151.0/24 2001:67c:4e8::/48 2001:b28:f23c::/47 2001:b28:f23f::/48',
  ),
});

/** Services for which people choose a place of their own; without a choice they go as other media do. */
const netflix: RuleList = list({
  id: 'netflix',
  zh: 'Netflix',
  target: 'netflix',
  suffixes: splitWords(`
    netflix.com netflix.net nflxvideo.net nflximg.net nflximg.com nflxso.net nflxext.com nflxsearch.net fast.com
  `),
});
const youtube: RuleList = list({
  id: 'youtube',
  zh: 'YouTube',
  target: 'youtube',
  suffixes: splitWords(`
    youtube.com googlevideo.com ytimg.com youtu.be youtube-nocookie.com youtubekids.com youtubeeducation.com yt.be
    youtubei.googleapis.com youtube.googleapis.com yt3.ggpht.com
  `),
});
/** What TikTok loads comes from hosts that look like those of its sister at home. */
const tiktok: RuleList = list({
  id: 'tiktok',
  zh: 'TikTok',
  target: 'tiktok',
  suffixes: splitWords(`
    tiktok.com tiktokv.com tiktokv.us tiktokcdn.com tiktokcdn-us.com tiktokcdn-eu.com tik-tokapi.com tiktokw.us
    ttlivecdn.com ttwstatic.com ttoversea.net musical.ly muscdn.com byteoversea.com ibytedtos.com ibyteimg.com
    ipstatp.com isnssdk.com
  `),
});
/** Hosts of Bilibili that decide which videos a region may watch; the videos themselves come from other hosts. */
const bilibili: RuleList = list({
  id: 'bilibili',
  zh: '哔哩哔哩港澳台',
  target: 'bilibili',
  suffixes: splitWords('api.bilibili.com app.bilibili.com grpc.biliapi.net'),
});

/** Services with a group of their own. */
export const ownMedia: readonly RuleList[] = [netflix, youtube, tiktok, bilibili];

/** Other video and music services. */
export const media: RuleList = list({
  id: 'media',
  zh: '流媒体',
  target: 'media',
  suffixes: splitWords(`
    disneyplus.com disney-plus.net dssott.com bamgrid.com hulu.com hulustream.com max.com hbomax.com hbonow.com hbo.com
    primevideo.com aiv-cdn.net pv-cdn.net aiv-delivery.net paramountplus.com peacocktv.com spotify.com scdn.co
    spotifycdn.com pscdn.co twitch.tv ttvnw.net twitchcdn.net jtvnw.net dazn.com vimeo.com dailymotion.com
    soundcloud.com sndcdn.com tidal.com deezer.com
    bbc.co.uk bbc.com bbci.co.uk gamer.com.tw bahamut.com.tw viu.com viu.tv mytvsuper.com kktv.me litv.tv abema.tv
    abema.io nicovideo.jp crunchyroll.com tving.com wavve.com
  `),
});

/** Stores, log-ins and servers of games. */
export const games: RuleList = list({
  id: 'games',
  zh: '游戏',
  target: 'games',
  suffixes: splitWords(`
    steampowered.com steamcommunity.com steamstatic.com steamusercontent.com steam-chat.com steamgames.com
    steamserver.net steamdeck.com steamtv.com valvesoftware.com s.team steamcdn-a.akamaihd.net
    steamstore-a.akamaihd.net steamcommunity-a.akamaihd.net steamuserimages-a.akamaihd.net
    epicgames.com unrealengine.com fortnite.com playstation.com playstation.net sonyentertainmentnetwork.com
    xbox.com xboxlive.com nintendo.com nintendo.net blizzard.com battle.net riotgames.com riotcdn.net
    leagueoflegends.com playvalorant.com ea.com origin.com ubisoft.com ubi.com rockstargames.com gog.com
    minecraft.net mojang.com roblox.com rbxcdn.com hoyoverse.com wargaming.net
  `),
});

/**
 * What people miss most where it cannot be reached, whatever the last group does, and what later lists would send
 * straight. Google Play on phones of the mainland asks names below `.cn`, and foreign brokers have such names.
 * OneDrive's files are below `live.com`. The worldwide Bing is below Microsoft's names.
 */
export const abroad: RuleList = list({
  id: 'abroad',
  zh: '常用国外网站',
  target: 'select',
  suffixes: splitWords(`
    google.com googleapis.com gstatic.com googleusercontent.com ggpht.com googleapis.cn gstatic.cn gvt1.com gvt2.com
    gvt3.com xn--ngstr-lra8j.com android.com blogger.com blogspot.com withgoogle.com
    github.com github.io githubusercontent.com githubassets.com ghcr.io docker.com docker.io
    twitter.com x.com twimg.com t.co facebook.com facebook.net fbcdn.net messenger.com instagram.com
    cdninstagram.com threads.net threads.com whatsapp.com whatsapp.net discord.com discord.gg discordapp.com
    discordapp.net reddit.com redd.it redditstatic.com redditmedia.com wikipedia.org wikimedia.org
    onedrive.live.com storage.live.com photos.live.com skyapi.live.net onedrive.com onedrive.net 1drv.com 1drv.ms
    livefilestore.com microsoftpersonalcontent.com mask.icloud.com mask-h2.icloud.com mask-api.icloud.com
    news.apple.com apple.news tv.apple.com
    www.bing.com global.bing.com www.msn.com
    futunn.com futustatic.com futu.cn futubull.cn futuhn.com longbridge.cn longportapp.cn tigerbbs.cn schwab.com.cn
    bloomberg.cn hostloc.com ruanyifeng.com
  `),
});
