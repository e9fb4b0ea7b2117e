import { splitWords } from '../rules/make-list.ts';

/**
 * Hosts of the most visited sites that the mainland blocks or throttles, and of what their pages load. Written from
 * memory of public rankings before the lists were changed, and from none of the lists.
 */
export const popularBlocked: readonly string[] = splitWords(`
  www.google.com www.google.com.hk mail.google.com drive.google.com docs.google.com maps.google.com play.google.com
  accounts.google.com translate.google.com news.google.com scholar.google.com photos.google.com meet.google.com
  fonts.googleapis.com ajax.googleapis.com www.gstatic.com fonts.gstatic.com lh3.googleusercontent.com
  storage.googleapis.com www.googletagmanager.com www.google-analytics.com www.recaptcha.net www.youtube.com
  m.youtube.com i.ytimg.com rr1---sn-a5mekn6k.googlevideo.com youtu.be music.youtube.com studio.youtube.com
  www.blogger.com www.chromium.org developer.android.com firebase.google.com gemini.google.com g.co www.facebook.com
  m.facebook.com static.xx.fbcdn.net scontent.xx.fbcdn.net www.messenger.com www.instagram.com
  scontent.cdninstagram.com www.threads.net www.whatsapp.com web.whatsapp.com mmg.whatsapp.net www.meta.com
  www.oculus.com twitter.com x.com api.twitter.com abs.twimg.com pbs.twimg.com video.twimg.com t.co www.reddit.com
  old.reddit.com i.redd.it v.redd.it www.redditstatic.com www.pinterest.com i.pinimg.com www.tumblr.com www.quora.com
  www.snapchat.com discord.com cdn.discordapp.com gateway.discord.gg media.discordapp.net telegram.org t.me
  web.telegram.org core.telegram.org telegra.ph www.signal.org line.me obs.line-scdn.net www.viber.com
  www.clubhouse.com bsky.app mastodon.social www.tiktok.com www.tiktokv.com v16.tiktokcdn.com www.netflix.com
  api-global.netflix.com occ-0-1-2.nflxso.net ipv4-c001-hkg001-ix.1.oca.nflxvideo.net www.disneyplus.com www.hulu.com
  play.max.com www.hbomax.com www.primevideo.com www.spotify.com open.spotify.com i.scdn.co api.spotify.com
  www.twitch.tv static-cdn.jtvnw.net usher.ttvnw.net vimeo.com i.vimeocdn.com www.dailymotion.com soundcloud.com
  www.deezer.com tidal.com www.pandora.com www.crunchyroll.com www.viki.com ani.gamer.com.tw www.gamer.com.tw
  www.nicovideo.jp abema.tv www.dazn.com www.bbc.com www.bbc.co.uk www.nytimes.com cn.nytimes.com www.wsj.com
  cn.wsj.com www.washingtonpost.com www.theguardian.com www.reuters.com www.bloomberg.com www.ft.com www.ftchinese.com
  www.economist.com time.com www.voachinese.com www.voanews.com www.rfa.org www.rfi.fr www.dw.com www.cnn.com
  www.nbcnews.com www.abc.net.au www.cbc.ca www.scmp.com www.hk01.com www.mingpao.com news.mingpao.com
  www.appledaily.com www.stheadline.com www.rthk.hk www.inmediahk.net www.thestandnews.com hongkongfp.com
  www.zaobao.com.sg www.ltn.com.tw news.ltn.com.tw udn.com www.chinatimes.com www.cna.com.tw www.ettoday.net
  www.setn.com tw.news.yahoo.com www.yahoo.com hk.yahoo.com search.yahoo.com www.yahoo.co.jp www.mobile01.com
  www.ptt.cc www.dcard.tw www.pixnet.net www.plurk.com lihkg.com www.discuss.com.hk www.epochtimes.com www.ntdtv.com
  www.boxun.com www.aboluowang.com www.wenxuecity.com www.creaders.net www.mitbbs.com chinadigitaltimes.net
  pincong.rocks www.wikipedia.org zh.wikipedia.org en.wikipedia.org ja.wikipedia.org upload.wikimedia.org
  commons.wikimedia.org www.wiktionary.org www.wikidata.org www.archive.org web.archive.org archive.ph archive.is
  medium.com cdn-images-1.medium.com wordpress.com www.blogspot.com substack.com www.patreon.com ko-fi.com
  www.wattpad.com archiveofourown.org www.fanfiction.net www.pixiv.net i.pximg.net www.deviantart.com www.flickr.com
  live.staticflickr.com imgur.com i.imgur.com 500px.com giphy.com media.giphy.com tenor.com www.pornhub.com
  www.xvideos.com www.xnxx.com xhamster.com www.redtube.com www.youporn.com chaturbate.com stripchat.com missav.com
  jable.tv www.javlibrary.com www.javbus.com javdb.com avgle.com thisav.com hanime1.me nhentai.net e-hentai.org
  exhentai.org www.dmm.co.jp onlyfans.com www.t66y.com sukebei.nyaa.si nyaa.si thepiratebay.org 1337x.to rarbg.to
  yts.mx www.torrentgalaxy.to z-lib.org z-library.sk libgen.is annas-archive.org sci-hub.se openai.com chatgpt.com
  chat.openai.com api.openai.com cdn.oaistatic.com platform.openai.com auth.openai.com claude.ai www.anthropic.com
  api.anthropic.com www.perplexity.ai poe.com grok.com x.ai character.ai huggingface.co cdn-lfs.huggingface.co
  www.midjourney.com copilot.microsoft.com github.com raw.githubusercontent.com gist.github.com api.github.com
  objects.githubusercontent.com avatars.githubusercontent.com user-images.githubusercontent.com github.io ghcr.io
  gitlab.io vercel.app www.vercel.com www.netlify.com app.netlify.com herokuapp.com pages.dev workers.dev fly.dev
  onrender.com hub.docker.com registry-1.docker.io production.cloudflare.docker.com www.docker.com quay.io
  pypi.python.org www.npmjs.com golang.org go.dev pkg.go.dev proxy.golang.org dart.dev flutter.dev www.tensorflow.org
  www.kaggle.com colab.research.google.com v2ex.com www.v2ex.com greasyfork.org sourceforge.net www.dropbox.com
  dl.dropboxusercontent.com onedrive.live.com www.box.com mega.nz mega.io www.mediafire.com www.wetransfer.com
  pcloud.com www.scribd.com www.slideshare.net issuu.com duckduckgo.com search.brave.com www.startpage.com
  www.ecosia.org protonmail.com mail.proton.me proton.me www.protonvpn.com nordvpn.com www.expressvpn.com
  www.surfshark.com www.torproject.org bridges.torproject.org mullvad.net psiphon.ca getlantern.org www.binance.com
  api.binance.com www.okx.com www.bybit.com www.coinbase.com www.kraken.com www.gate.io www.huobi.com
  www.coingecko.com coinmarketcap.com etherscan.io www.tradingview.com opensea.io metamask.io uniswap.org
  www.bet365.com stake.com www.pokerstars.com steamcommunity.com www.roblox.com store.steampowered.com www.amnesty.org
  www.hrw.org freedomhouse.org rsf.org www.greenpeace.org www.change.org avaaz.org www.dalailama.com falundafa.org
  www.minghui.org www.amazon.co.jp www.etsy.com www.imdb.com www.rottentomatoes.com www.notion.so www.slack.com
  slack.com zoom.us www.canva.com www.figma.com bitly.com bit.ly ow.ly tinyurl.com ift.tt feedly.com inoreader.com
  www.evernote.com www.goodreads.com www.mixcloud.com
`);
