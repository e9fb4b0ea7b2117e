import { splitWords } from './make-list.ts';

/** Networks of people, and what is written there. */
const social = splitWords(`
  zhihuishu.com xhscdn.net xhslink.com kuaishouzt.com gifshow.com kuaishoupay.com kspkg.com ksapisrv.com kwimgs.com
  kwaicdn.com kwaixiaodian.com jianshu.io tieba.com momocdn.com immomo.com wemomo.com soulapp.com hupu.com guokr.com
  coolapk.com jiemian.com huxiu.com 36kr.com 36krcdn.com ifanr.com sspai.com cnbeta.com ithome.com ithome.net
  qbitai.com ifeng.com ifengimg.com thepaper.com yicai.com caixin.com caijing.com cls.com wallstreetcn.com wscn.net
  jin10.com eastmoney.com dfcfw.com 1234567.com xueqiu.com imedao.com 10jqka.com vzuu.com
  wallstcn.com adkwai.com adukwai.com luojilab.com igetget.com dahe.com kwaizt.com
`);

/** Makers of phones and things for the house. */
const phones = splitWords(`
  mi-fds.com  mipay.com mijia.tech xiaomiev.com xiaomicp.com mi-idc.com huaweistatic.com huawei-images.com
  dbankcdn.com dbankedge.com vmallres.com hihonor.com hihonorcloud.com hihonorcdn.com harmonyos.com oppomobile.com
  heytapcs.com heytapmobi.com heytapimage.com heytapdownload.com nearme.com coloros.com realme.com oneplus.com
  oneplusbbs.com vivo.xyz bbk.com meizu.com flyme.com mzres.com lenovomm.com lenovo.net zte.com tcl.com hisense.com
  hismarttv.com skyworth.com coocaa.com changhong.com konka.com haier.com haier.net midea.com gree.com hikvision.com
  ezvizlife.com ys7.com dahuatech.com dji.com djicdn.com insta360.com roborock.com ecovacs.com tuyacn.com tuya.com
  yeelight.com aqara.com ruijie.com ruijienetworks.com h3c.com myhuaweicloud.com hwclouds.com dbank.com
  allawntech.com allawnos.com heytapdl.com hispace.com
`);

/** Banks, payment, insurance and exchanges. */
const money = splitWords(`
  unionpaysecure.com chinaums.com cmbimg.com bankofchina.com abchina.com bankcomm.com 95559.com citicbank.com
  ecitic.com cmbc.com pingan.com paic.com pa18.com lufax.com lu.com cebbank.com bankofbeijing.com webank.com
  webankcdn.net weilidai.com xwbank.com aibank.com 99bill.com lakala.com yeepay.com allinpay.com picc.com
  chinalife.com cpic.com zhongan.com gtja.com htsc.com cicc.com guosen.com cninfo.com duxiaoman.com jdjinrong.com
  wechat-bank.com hundsun.com
`);

/** Video, live rooms, music and books. */
const watching = splitWords(`
  hitv.com msstatic.com huyaimg.com douyucdn.com yy.com yystatic.com duowan.com yyclouds.com letv.com
  letvimg.com letvcdn.com pplive.com pptvyun.com suningcloud.com cctv.com cntv.com cctvpic.com cctvlib.com kgimg.com qtfm.com lizhi.fm lizhifm.com
  kuaikanmanhua.com kkmh.com 1905.com mtime.com maoyan.com xunleigeek.com 115.com 115cdn.com anxia.com zongheng.com
  jjwxc.net jjwxc.com qimao.com wtzw.com zhangyue.com ireader.com ireaderm.net sfacg.com changba.com hunantv.com
  miguvideo.com hunantv.tv
`);

/** Clouds, content networks and what programmers need. */
const clouds = splitWords(`
  csdnimg.com gitee.io oschina.net segmentfault.com 51cto.com jb51.net runoob.com coding.net coding.me bootcss.com
  bootcdn.net staticfile.org staticfile.net qiniudns.com qiniup.com qbox.me qnssl.com clouddn.com qiniuio.com
  qnqcdn.com upaiyun.com upcdn.net wangsu.com wsdvs.com wsglb0.com wswebpic.com wsglw.net chinanetcenter.com
  lxdns.com lxcdn.com ourdvsss.com ksyun.com ksyuna.com ksyunad.com ksyunv5.com ksyuncdn.com ksyuncs.com
  kingsoft.com ks-cdn.com ks-live.com kscdns.com kdocs.com wpscdn.com wpsgo.com iciba.com duba.com ijinshan.com
  cmcm.com ucloud.com ufileos.com baishancloud.com bsclink.com bsgslb.com qingcdn.com qingcloud.com jiasule.com
  yunjiasu-cdn.net cloudxns.net yundun.com yunaq.com cdnhwc1.com cdnhwc2.com cdnhwc3.com cdnhwc5.com cdnhwc6.com
  cdnhwc8.com hwcdn.net hwclouds-dns.com hc-cdn.com huaweicloud-dns.com 21okglb.com ctyun.com ctyuncdn.com
  ctycdn.com ctdns.com chinaunicomvideo.com cmecloud.com tlgslb.com leancloud.com lncld.net jpush.io jiguang.com
  aurora-push.com igexin.com talkingdata.com growingio.com sensorsdata.com ronghub.com rong-edge.com easemob.com
  zego.im agoraio.com  51.la 263.com 263.net xinnet.com hichina.com onedns.net dns.pub 114dns.com 114dns.net
  dot.pub baomitu.com gitcode.com atomgit.com gitcode.net apifox.com dcloud.io geetest.com gsensebot.com
  dingxiang-inc.com ishumei.com fengkongcloud.com tongdun.net mob.com sharesdk.com trackingio.com reyun.com
  zhugeio.com ip138.com ipip.net cip.cc 17ce.com boce.com trustasia.com discuz.net dismall.com antdv.com
  mockplus.com showapi.com ksyungslb.com qiniudn.com chinacache.net chinacache.com jianguoyun.com lanzouw.com
  lanzoux.com lanzoui.com lanzoub.com lanzouo.com lanzout.com lanzous.com
`);

/** Games. */
const games = splitWords(`
  miyoushe.com bhsr.com yuanshen.com hypergryph.com taptap.com taptapdada.com tapimg.com tapapis.com xd.com
  xdcdn.net xindong.com 4399.com 4399api.net 3304399.net img4399.com 7k7k.com 37.com 37wan.com perfectworld.com
  wanmei.com pwrd.com pwesports.com ztgame.com sdo.com shengqugames.com kurogame.com kurogames.com papegames.com
  lilithgame.com lilithgames.com leiting.com g-bits.com seasungame.com xoyo.com xishanju.com boyaa.com gamersky.com
  3dmgame.com ali213.net ngabbs.com 178.com 52pojie.com uuzu.com youzu.com zulong.com 5173.com
`);

/** Trains, flights, cars and parcels. */
const travel = splitWords(`
  didiglobal.com didichuxing.com didistatic.com udache.com caocaokeji.com t3go.com hellobike.com helloglobal.com
  uxin.com renrenche.com zuche.com 1hai.com airchina.com ceair.com csair.com hnair.com juneyaoair.com ch.com variflight.com umetrip.com
  autoimg.com yiche.com bitautoimg.com bitauto.com pcauto.com nio.com nio.io xiaopeng.com lixiang.com byd.com
  bydauto.com geely.com zeekrlife.com gwm.com saicmotor.com sf-express.com sf-tech.com sfexpress.com zto.com yto.net
  yundaex.com best-inc.com deppon.com kuaidi100.com sf.com huolala.com ymm56.com dcar.com
`);

/** Schools, doctors, jobs, tools and assistants. */
const tools = splitWords(`
  xueersi.com speiyou.com 100tal.com zuoyebang.com zybang.com yuanfudao.com fenbi.com fbstatic.com ybccode.com
  koolearn.com xdf.com xuetangx.com chaoxing.com cnki.net cnki.com wanfangdata.com cqvip.com docin.com doc88.com
  book118.com zhaopin.com 51job.com 51jobcdn.com liepin.com lietou-static.com zhipin.com bosszhipin.com nowcoder.com
  dxy.com dxycdn.com haodf.com guahao.com weiyi.com jdhealth.com keep.com gotokeep.com xiaoe-tech.com xiaoeknow.com
  xiaoetong.com qhstatic.com qhimg.com qhres.com qhmsg.com qihoo.com qihucdn.com qhupdate.com qhres2.com 360safe.com 360kan.com
  360in.com haosou.com 2345.com 2345cdn.net ludashi.com huorong.com oray.com oray.net sunlogin.com todesk.com
  zuler.net meitu.com meitudata.com meipai.com xiumi.us 135editor.com gaoding.com 588ku.com 58pic.com nipic.com
  huaban.com zcool.com mastergo.com modao.cc processon.com shimo.im mubu.com youdao.net yinxiang.com kimi.com
  zhipuai.com baichuan-ai.com minimaxi.com hailuoai.com stepfun.com sensetime.com megvii.com iflytek.com xfyun.com
  xunfei.com siliconflow.com mokahr.com beisen.com fxiaoke.com zxxk.com mydrivers.com expreview.com chiphell.com
  pc6.com crsky.com onlinedown.net xitongzhijia.net anzhi.com aigei.com iconfont.com nowcoder.net dedao.com
`);

/** News, the telephone companies and other large ones. */
const news = splitWords(`
  xinhuanet.com peopleapp.com chinanews.com huanqiu.com china.com gmw.com youth.com cri.com guancha.com bjnews.com
  southcn.com nfnews.com infzm.com dzwww.com qianlong.com eastday.com kankanews.com xuexi.com 12371.com 12315.com
  10086.com 10010.com 189.com 10000.com chinamobile.com chinaunicom.com chinatowercom.com migu.com migucdn.com
  cmvideo.com cmpassport.com wostore.com 21cn.com 21cn.net e189.com tianyiyun.com ctyunapi.com 51.com chinaz.com
  chinaz.net admin5.com aizhan.com 5118.com tianyancha.com qcc.com qichacha.com aiqicha.com moji.com moweather.com
  tianqi.com caiyunapp.com caiyun.com sinopec.com crrcgc.cc sgcc.com
`);

/** Food, homes, families and languages. */
const daily = splitWords(`
  luckincoffee.com lkcoffee.com ddxq.mobi dingdongmaicai.com pupuapi.com heytea.com babytree.com qbb6.com
  babytreeimg.com xiachufang.com douguo.com meishichina.com jiakaobaodian.com mucang.com rrzu.com zhubajie.com
  zbj.com weathercn.com kujiale.com jia.com 3songshu.com youpin898.com 7fresh.com xmly.com qixin.com fang.com
  fangimg.com leju.com jiayuan.com hujiang.com baicizhan.com shanbay.com liulishuo.com maimemo.com vipkid.com
`);

/** Names of other mainland sites, the most used first. */
export const mainlandSites: readonly string[] = [
  ...social,
  ...phones,
  ...money,
  ...watching,
  ...clouds,
  ...games,
  ...travel,
  ...tools,
  ...news,
  ...daily,
];
