import { splitWords } from '../rules/make-list.ts';

/** Host names that cannot be reached from the mainland, or not well, in full and from no list of the product. */
export const awayNames: readonly string[] = splitWords(`
  character.ai claude.ai www.meta.ai mistral.ai chat.mistral.ai openrouter.ai www.perplexity.ai stability.ai
  api.x.ai bsky.app nextjs.vercel.app youtu.be services.googleapis.cn update.googleapis.cn fonts.gstatic.cn
  www.gstatic.cn hf.co huggingface.co cdn-lfs.huggingface.co audio-fa.scdn.co i.scdn.co t.co atv-ps.amazon.com
  s3.amazonaws.com source.android.com www.android.com api.anthropic.com console.anthropic.com www.anthropic.com
  www.asahi.com disney.api.edge.bamgrid.com www.bbc.com www.binance.com edgeservices.bing.com sydney.bing.com
  www.blogger.com example.blogspot.com www.bloomberg.com www.box.com search.brave.com log.byteoversea.com
  www.canva.com scontent.cdninstagram.com chatgpt.com www.chinatimes.com civitai.com claude.com www.cloudflare.com
  www.clubhouse.com www.cnn.com cohere.com www.coinbase.com www.coingecko.com www.crunchyroll.com cursor.com
  www.dailymotion.com www.dazn.com www.digitalocean.com discord.com cdn.discordapp.com www.disneyplus.com
  production.cloudflare.docker.com hub.docker.com www.dropbox.com content.dropboxapi.com vod-akc.media.dssott.com
  duckduckgo.com www.duolingo.com www.dw.com www.ea.com www.ebay.com www.economist.com www.epicgames.com
  www.epochtimes.com www.etsy.com edge-mqtt.facebook.com graph.facebook.com m.facebook.com www.facebook.com fast.com
  www.figma.com www.flickr.com www.ft.com lh3.ggpht.com yt3.ggpht.com github.com api.github.com codeload.github.com
  gist.github.com api.githubcopilot.com avatars.githubusercontent.com camo.githubusercontent.com
  objects.githubusercontent.com raw.githubusercontent.com gitlab.com about.gitlab.com accounts.google.com
  aistudio.google.com books.google.com calendar.google.com chat.google.com android.clients.google.com
  cloud.google.com console.cloud.google.com developers.google.com docs.google.com drive.google.com
  firebase.google.com gemini.google.com groups.google.com keep.google.com mail.google.com maps.google.com
  meet.google.com news.google.com notebooklm.google.com photos.google.com play.google.com scholar.google.com
  sites.google.com translate.google.com www.google.com ajax.googleapis.com clientservices.googleapis.com
  generativelanguage.googleapis.com play.googleapis.com storage.googleapis.com youtubei.googleapis.com
  android.googlesource.com chromium.googlesource.com lh3.googleusercontent.com play-lh.googleusercontent.com
  rr3---sn-ab.googlevideo.com www.grammarly.com grok.com groq.com fonts.gstatic.com ssl.gstatic.com www.gstatic.com
  r1---sn-abc.gvt1.com redirector.gvt1.com beacons.gvt2.com www.hbomax.com play.hbonow.com www.heroku.com
  www.hk01.com www.huffpost.com www.hulu.com p16-amd-va.ibyteimg.com imgur.com i.imgur.com www.initium.com
  i.instagram.com www.instagram.com www.kraken.com obs.line-apps.com onedrive.live.com storage.live.com
  public.bn1305.livefilestore.com www.max.com www.mediafire.com medium.com www.messenger.com www.meta.com
  copilot.microsoft.com my.microsoftpersonalcontent.com www.midjourney.com news.mingpao.com www.mytvsuper.com
  api-global.netflix.com www.netflix.com app.netlify.com assets.nflxext.com www.nikkei.com www.nintendo.com
  www.npmjs.com cn.nytimes.com www.nytimes.com cdn.oaistatic.com files.oaiusercontent.com www.oculus.com odysee.com
  www.okx.com api.onedrive.com api.openai.com auth0.openai.com chat.openai.com platform.openai.com www.pandora.com
  www.paramountplus.com www.patreon.com www.paypal.com www.peacocktv.com i.pinimg.com www.pinterest.com
  www.playstation.com poe.com www.pornhub.com www.primevideo.com protonmail.com protonvpn.com www.quora.com
  www.reddit.com www.redditstatic.com replicate.com www.reuters.com www.roblox.com rumble.com runwayml.com
  www.scmp.com slack.com a.slack-edge.com www.snapchat.com i1.sndcdn.com sora.com soundcloud.com
  api-v2.soundcloud.com api.spotify.com open.spotify.com www.spotify.com stackoverflow.com www.startpage.com
  live.staticflickr.com steamcommunity.com store.steampowered.com cdn.akamai.steamstatic.com
  images.steamusercontent.com substack.com suno.com updates.tdesktop.com www.theguardian.com theinitium.com
  www.threads.com v16-webapp.tiktok.com www.tiktok.com p16-sign-va.tiktokcdn.com api16-normal-c-useast1a.tiktokv.com
  mon.tiktokv.com www.time.com trello.com sf16-website-login.neutral.ttwstatic.com www.tumblr.com tweetdeck.com
  abs.twimg.com pbs.twimg.com video.twimg.com twitter.com api.twitter.com mobile.twitter.com www.udemy.com udn.com
  www.v2ex.com vercel.com www.viber.com vimeo.com player.vimeo.com www.viu.com www.voachinese.com www.vultr.com
  www.washingtonpost.com www.waymo.com wetransfer.com web.whatsapp.com www.whatsapp.com www.wikiwand.com www.wsj.com
  x.com api.x.com xn--ngstr-lra8j.com x.xn--ngstr-lra8j.com www.xvideos.com search.yahoo.com tw.yahoo.com yandex.com
  www.youtube-nocookie.com m.youtube.com music.youtube.com studio.youtube.com tv.youtube.com www.youtube.com
  www.youtubekids.com i.ytimg.com s.ytimg.com go.dev pages.dev www.linktr.ee www.rfi.fr discord.gg
  gateway.discord.gg dns.google labs.google www.bbc.com.hk www.google.com.hk auth.docker.io registry-1.docker.io
  elevenlabs.io etherscan.io fly.io gcr.io ghcr.io github.io registry.k8s.io quay.io i.redd.it preview.redd.it
  v.redd.it www.amazon.co.jp www.dmm.co.jp www.google.co.jp www.yahoo.co.jp www.nicovideo.jp api2.musical.ly fb.me
  kktv.me line.me mail.proton.me t.me wa.me 1drv.ms media.discordapp.net scontent.fbcdn.net static.xx.fbcdn.net
  d.line-scdn.net art-0.nflximg.net ipv4-c001-hkg001.oca.nflxvideo.net www.pixiv.net i.pximg.net dns.quad9.net
  www.threads.net usher.ttvnw.net static.twitchcdn.net g.whatsapp.net mmg.whatsapp.net mega.nz one.one.one.one
  www.amnesty.org archive.org web.archive.org bitbucket.org www.change.org www.coursera.org golang.org www.hrw.org
  www.rfa.org www.rsf.org signal.org chat.signal.org updates.signal.org telegram.org cdn1.telegram-cdn.org
  core.telegram.org web.telegram.org www.tensorflow.org www.torproject.org upload.wikimedia.org en.wikipedia.org
  zh.m.wikipedia.org www.wikipedia.org zh.wikipedia.org telegra.ph www.google.com.sg www.zaobao.com.sg
  api2.cursor.sh www.notion.so mastodon.social abema.tv www.pscp.tv www.twitch.tv ani.gamer.com.tw www.gamer.com.tw
  www.google.com.tw www.iq.com.tw www.ltn.com.tw www.bbc.co.uk www.independent.co.uk zoom.us us04web.zoom.us
  fb.watch
`);

/** Names that need a line with everything below them: no rule that is direct by default may stand in their place. */
export const needLines: readonly string[] = splitWords(`
  google.com google.com.hk googleapis.com googleapis.cn gstatic.com gstatic.cn gvt1.com gvt2.com ggpht.com
  googleusercontent.com googlevideo.com youtube.com ytimg.com youtu.be blogspot.com android.com xn--ngstr-lra8j.com
  facebook.com fbcdn.net messenger.com instagram.com cdninstagram.com threads.net whatsapp.com whatsapp.net
  twitter.com x.com twimg.com t.co telegram.org t.me telegra.ph discord.com discordapp.com signal.org line.me
  reddit.com redd.it pinterest.com tumblr.com quora.com medium.com v2ex.com netflix.com nflxvideo.net disneyplus.com
  bamgrid.com hulu.com max.com primevideo.com spotify.com scdn.co twitch.tv ttvnw.net vimeo.com dailymotion.com
  soundcloud.com tiktok.com tiktokv.com tiktokcdn.com tiktokcdn-us.com ttwstatic.com byteoversea.com ibyteimg.com
  ibytedtos.com musical.ly isnssdk.com ipstatp.com openai.com chatgpt.com oaistatic.com oaiusercontent.com
  anthropic.com claude.ai claude.com copilot.microsoft.com copilot.cloud.microsoft sydney.bing.com
  edgeservices.bing.com designer.microsoft.com perplexity.ai grok.com x.ai poe.com huggingface.co midjourney.com
  wikipedia.org wikimedia.org archive.org nytimes.com bbc.com bbc.co.uk reuters.com bloomberg.com wsj.com github.com
  githubusercontent.com docker.com docker.io gcr.io quay.io dropbox.com mega.nz onedrive.live.com storage.live.com
  photos.live.com api.onedrive.com skyapi.live.net 1drv.ms 1drv.com livefilestore.com microsoftpersonalcontent.com
  mask.icloud.com news.apple.com tv.apple.com steamcommunity.com store.steampowered.com steamusercontent.com
  steamstatic.com roblox.com duckduckgo.com proton.me binance.com pixiv.net pximg.net dns.google one.one.one.one
  hostloc.com futunn.com futustatic.com futu.cn longbridge.cn tigerbbs.cn ruanyifeng.com www.bing.com global.bing.com
  www.msn.com openaiapi-site.azureedge.net openaicomproductionae4b.blob.core.windows.net
`);
