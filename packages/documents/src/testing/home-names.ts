import { splitWords } from '../rules/make-list.ts';

/**
 * Host names that phones and browsers of the mainland ask for every day, written down from what their apps and pages
 * load and not from the product's lists: hosts in full, as they stand in a log of a resolver.
 */
export const homeNames: readonly string[] = splitWords(`
  chat.qwen.ai www.10086.cn kyfw.12306.cn mobile.12306.cn www.12306.cn cloud.189.cn www.189.cn www.360.cn
  www.acfun.cn car3.autoimg.cn open.bigmodel.cn xy1x2x3x4xy.mcdn.bilivideo.cn ebsnew.boc.cn www.boc.cn chatglm.cn
  d.10jqka.com.cn www.10jqka.com.cn www.airchina.com.cn www.autohome.com.cn www.chinadaily.com.cn
  www.chinalife.com.cn www.chsi.com.cn www.cib.com.cn www.cninfo.com.cn common.diditaxi.com.cn i1.hoopchina.com.cn
  www.htsc.com.cn www.hxb.com.cn mybank.icbc.com.cn www.icbc.com.cn www.ireader.com.cn www.kfc.com.cn
  www.lenovo.com.cn www.lilith.com.cn www.pcauto.com.cn www.people.com.cn finance.sina.com.cn news.sina.com.cn
  sports.sina.com.cn www.sina.com.cn www.spdb.com.cn www.sse.com.cn www.tp-link.com.cn appstore.vivo.com.cn
  usrsys.vivo.com.cn wifi.vivo.com.cn www.vivo.com.cn www.weather.com.cn www.wegame.com.cn www.zcool.com.cn
  www.coze.cn img-blog.csdnimg.cn www.ctyun.cn mtop.damai.cn www.damai.cn store-drcn.hispace.dbankcloud.cn
  img3m0.ddimg.cn www.dnspod.cn rpic.douyucdn.cn hdltctwk.douyucdn2.cn www.pku.edu.cn pypi.tuna.tsinghua.edu.cn
  www.tsinghua.edu.cn mirrors.ustc.edu.cn internal-api.feishu.cn open.feishu.cn www.feishu.cn conn1.flyme.cn
  www.beijing.gov.cn www.court.gov.cn www.gov.cn vfiles.gtimg.cn www.guancha.cn www.huolala.cn www.huorong.cn
  p3.itc.cn bjuser.jpush.cn sdk.jpush.cn juejin.cn www.kdocs.cn img1.kuwo.cn www.kuwo.cn www.mafengwo.cn d.migu.cn
  api.moonshot.cn kimi.moonshot.cn www.yto.net.cn www.news.cn bbs.nga.cn www.nio.cn s.w.org.cn p0.pipi.cn
  thirdwx.qlogo.cn mmbiz.qpic.cn puui.qpic.cn qtfm.cn drive-pc.quark.cn pan.quark.cn www.quark.cn api.siliconflow.cn
  n.sinaimg.cn tvax1.sinaimg.cn wx1.sinaimg.cn hq.sinajs.cn soulapp.cn image.suning.cn www.szse.cn www.taptap.cn
  www.thepaper.cn www.tuhu.cn www.ucloud.cn api.weibo.cn m.weibo.cn www.west.cn account.wps.cn www.wps.cn
  www.xfyun.cn www.xuexi.cn img01.yzcdn.cn www.zhipuai.cn www.10010.com www.114dns.com webapi.115.com www.115.com
  mail.126.com buff.163.com cc.163.com game.163.com mail.163.com mc.163.com music.163.com interface.music.163.com
  news.163.com study.163.com www.163.com you.163.com yys.163.com detail.1688.com www.1688.com nga.178.com
  www.1905.com www.2345.com img10.360buyimg.com img14.360buyimg.com storage.360buyimg.com down.360safe.com 36kr.com
  img.36krcdn.com www.37.com www.3dmgame.com www.4399.com www.51cto.com www.51job.com bj.58.com passport.58.com
  www.58.com user.95516.com www.95516.com www.99bill.com perbank.abchina.com www.abchina.com www.aizhan.com
  at.alicdn.com cbu01.alicdn.com g.alicdn.com gw.alicdn.com img.alicdn.com dns.alidns.com www.alipan.com
  mdap.alipay.com mobilegw.alipay.com openapi.alipay.com render.alipay.com www.alipay.com gw.alipayobjects.com
  ecs.console.aliyun.com help.aliyun.com mirrors.aliyun.com www.aliyun.com dashscope.aliyuncs.com
  dysmsapi.aliyuncs.com static.oss-cn-beijing.aliyuncs.com oss-cn-hangzhou.aliyuncs.com api.aliyundrive.com
  www.allinpay.com m5.amap.com restapi.amap.com www.amap.com api.amemv.com api3-normal-c-lq.amemv.com
  webcast.amemv.com shanghai.anjuke.com www.anjuke.com www.antgroup.com webst01.is.autonavi.com www.babytree.com
  www.baicizhan.com aiqicha.baidu.com baike.baidu.com dlswbr.baidu.com fanyi.baidu.com feed-image.baidu.com
  haokan.baidu.com hiphotos.baidu.com hm.baidu.com image.baidu.com m.baidu.com map.baidu.com api.map.baidu.com
  mbd.baidu.com pan.baidu.com passport.baidu.com pcs.baidu.com d.pcs.baidu.com pics3.baidu.com t7.baidu.com
  tieba.baidu.com wenku.baidu.com www.baidu.com yiyan.baidu.com zhidao.baidu.com aip.baidubce.com
  qianfan.baidubce.com www.bankcomm.com lib.baomitu.com bj.bcebos.com online1.map.bdimg.com dss0.bdstatic.com
  gss1.bdstatic.com ss0.bdstatic.com prod-gf-cn.bhsr.com api.bilibili.com app.bilibili.com
  broadcast.chat.bilibili.com data.bilibili.com live.bilibili.com manga.bilibili.com passport.bilibili.com
  www.bilibili.com line3-h5-mobile-api.biligame.com cn-gddg-ct-01-01.bilivideo.com d1--cn-gotcha01.bilivideo.com
  upos-sz-estgoss.bilivideo.com upos-sz-mirrorcos.bilivideo.com cdn.bootcss.com www.byd.com
  lf1-cdn-tos.bytegoofy.com p1-juejin.byteimg.com p6-novel.byteimg.com p9-flow-imagex-sign.byteimg.com
  lf-cdn-tos.bytescm.com lf3-cdn-tos.bytescm.com dimg04.c-ctrip.com webresource.c-ctrip.com www.cainiao.com
  www.caixin.com api.caiyunapp.com ebank.ccb.com www.ccb.com tv.cctv.com www.cctv.com p1.img.cctvpic.com
  www.ceair.com www.cebbank.com www.ch.com i.chaoxing.com mooc1.chaoxing.com www.chinanews.com tool.chinaz.com
  www.chinaz.com i2.chuimg.com www.citicbank.com clouddn.com pbsz.ebank.cmbchina.com m.cmbchina.com www.cmbchina.com
  wap.cmpassport.com images.cnblogs.com www.cnblogs.com conn1.coloros.com api.coolapk.com www.coolapk.com
  www.csair.com hotels.ctrip.com m.ctrip.com www.ctrip.com product.dangdang.com www.dangdang.com p3.dcarimg.com
  api.deepseek.com chat.deepseek.com www.deepseek.com www.deppon.com www.dewu.com mapi.dianping.com www.dianping.com
  api.didichuxing.com www.didiglobal.com im.dingtalk.com oapi.dingtalk.com www.dingtalk.com www.dji.com
  www.dongchedi.com frodo.douban.com movie.douban.com www.douban.com img1.doubanio.com www.doubao.com
  live.douyin.com v.douyin.com www.douyin.com pull-flv-l1.douyincdn.com p3-pc.douyinpic.com
  sf3-cdn-tos.douyinstatic.com v3-web.douyinvod.com www.douyu.com www.duxiaoman.com dxy.com fund.eastmoney.com
  guba.eastmoney.com push2.eastmoney.com quote.eastmoney.com www.eastmoney.com www.fang.com fanqienovel.com
  lf-package-cn.feishucdn.com sf3-cn.feishucdn.com www.fenbi.com www.fliggy.com img1.gamersky.com
  www.gamersky.com www.ganji.com www.gaoding.com si.geilicdn.com sdk-open-phone.getui.com gifshow.com gitee.com
  foruda.gitee.com goofish.com www.goofish.com www.gotokeep.com inews.gtimg.com www.gtja.com www.h3c.com
  www.haier.com hailuoai.com www.hao123.com www.haodf.com i0.hdslb.com s1.hdslb.com www.hellobike.com www.hema.com
  store.heytapimage.com api-cn.store.heytapmobi.com connectivitycheck.platform.hicloud.com query.hicloud.com
  www.hikvision.com 1img.hitv.com www.honor.com huaban.com www.huanqiu.com appgallery.cloud.huawei.com
  id1.cloud.huawei.com consumer.huawei.com www.huawei.com repo.huaweicloud.com www.huaweicloud.com www.hujiang.com
  pcvcr.cdn.hunantv.com www.huoshan.com bbs.hupu.com www.huxiu.com al.flv.huya.com tx.hls.huya.com www.huya.com
  ak.hypergryph.com news.ifeng.com www.ifeng.com d.ifengimg.com www.iflytek.com sdk.open.phone.igexin.com
  xqimg.imedao.com s1.img4399.com www.immomo.com pcell.iqiyi.com static.iqiyi.com cache.video.iqiyi.com
  data.video.iqiyi.com www.iqiyi.com pic1.iqiyipic.com stc.iqiyipic.com img.ithome.com my.ithome.com www.ithome.com
  www.ixigua.com cart.jd.com item.jd.com jdpay.jd.com m.jd.com api.m.jd.com passport.jd.com search.jd.com www.jd.com
  s3.cn-north-1.jdcloud-oss.com www.jdcloud.com wl.jdl.com www.jdl.com www.jiakaobaodian.com www.jianshu.com
  www.jianying.com www.jiayuan.com www.jiemian.com www.jin10.com buyin.jinritemai.com bj.ke.com www.kimi.com
  www.koolearn.com apijs.ksapisrv.com www.ksyun.com ks3-cn-beijing.ksyuncs.com www.kuaidi100.com
  www.kuaikanmanhua.com live.kuaishou.com www.kuaishou.com imge.kugou.com webfs.tx.kugou.com www.kugou.com
  qhstaticssl.kujiale.com www.kujiale.com kurogames.com mc.kurogames.com v2.kwaicdn.com js2.a.kwimgs.com
  tx2.a.kwimgs.com www.lakala.com shop.lenovo.com www.lianjia.com www.liepin.com www.liulishuo.com www.lixiang.com
  image1.ljcdn.com capi.lkcoffee.com www.lofter.com www.luckincoffee.com www.ly.com www.maimemo.com maoyan.com
  www.meitu.com xiuxiu.meitu.com apimobile.meituan.com i.meituan.com www.meituan.com www.meizu.com
  pcweb.api.mgtv.com www.mgtv.com cdn.cnbj1.fds.api.mi-img.com i.mi.com api.io.mi.com www.mi.com youpin.mi.com
  www.midea.com www.miguvideo.com api-takumi.mihoyo.com hk4e-sdk.mihoyo.com webstatic.mihoyo.com ys.mihoyo.com
  bigota.d.miui.com update.miui.com bbs.miyoushe.com www.moji.com live-cover.msstatic.com mubu.com
  hls.cntv.myalicdn.com iam.cn-north-4.myhuaweicloud.com obs.cn-north-4.myhuaweicloud.com
  swr.cn-north-4.myhuaweicloud.com cos.ap-guangzhou.myqcloud.com
  examplebucket-1250000000.cos.ap-shanghai.myqcloud.com g79.gdl.netease.com nos.netease.com nie.res.netease.com
  unisdk.update.netease.com ngabbs.com www.nipic.com cdn.nlark.com www.nowcoder.com registry.npmmirror.com
  ad.oceanengine.com www.oneplus.com id.oppo.com www.oppo.com oray.com img.pddpic.com www.picc.com api.pinduoduo.com
  apiv2.pinduoduo.com www.pinduoduo.com bank.pingan.com stock.pingan.com www.pingan.com app.poizon.com
  cdn.poizon.com www.processon.com www.psbc.com p3.pstatp.com s3.pstatp.com www.qcc.com p0.qhimg.com p.ssl.qhimg.com
  book.qidian.com www.qidian.com www.qimao.com portal.qiniu.com up-z2.qiniup.com qiyukf.com nim.qiyukf.com
  dldir1.qq.com docs.qq.com game.qq.com graph.qq.com im.qq.com imgcache.qq.com r.inews.qq.com kg.qq.com lol.qq.com
  ltsbsy.qq.com mail.qq.com music.qq.com news.qq.com xui.ptlogin2.qq.com pvp.qq.com isure6.stream.qqmusic.qq.com
  qzone.qq.com user.qzone.qq.com apd-vlive.apdcdn.tc.qq.com v.qq.com btrace.video.qq.com weixin.qq.com
  api.weixin.qq.com extshort.weixin.qq.com long.weixin.qq.com api.mch.weixin.qq.com mp.weixin.qq.com
  pay.weixin.qq.com short.weixin.qq.com szshort.weixin.qq.com www.qq.com wx.qq.com res.wx.qq.com y.qq.com u.y.qq.com
  flight.qunar.com www.qunar.com static.runoob.com www.runoob.com s3plus.sankuai.com www.sdo.com segmentfault.com
  www.sensetime.com servicewechat.com www.sf-express.com www.shanbay.com mail.sina.com post.smzdm.com qna.smzdm.com
  www.smzdm.com aweme.snssdk.com i.snssdk.com ib.snssdk.com is.snssdk.com log.snssdk.com www.so.com pinyin.sogou.com
  weixin.sogou.com www.sogou.com dl.sogoucdn.com js.sohu.com tv.sohu.com www.sohu.com sspai.com cdn.sspai.com
  cdnfile.sspai.com product.suning.com www.suning.com www.talkingdata.com item.taobao.com login.taobao.com
  acs.m.taobao.com api.m.taobao.com h5.m.taobao.com s.taobao.com www.taobao.com img.tapimg.com api.taptapdada.com
  www.tcl.com cloud.tencent.com console.cloud.tencent.com hunyuan.tencent.com meeting.tencent.com
  yuanbao.tencent.com trtc.tencentcloudapi.com www.tianyancha.com tieba.com detail.tmall.com www.tmall.com
  todesk.com dl.todesk.com www.tongyi.com so.toutiao.com www.toutiao.com p3-sign.toutiaoimg.com v6.toutiaovod.com
  www.tujia.com a1.tuyacn.com api.udache.com lv-pc-api-sinfonlinea.ulikecam.com msg.umeng.com ulogs.umeng.com
  www.umeng.com www.umetrip.com unionpay.com v0.api.upyun.com img.upyun.com www.variflight.com mapi.vip.com
  www.vip.com www.vmall.com res.vmallres.com www.volcengine.com ark.cn-beijing.volces.com tos-cn-beijing.volces.com
  a.vpimg1.com vdn3.vzuu.com api-one.wallstcn.com wallstreetcn.com www.wanmei.com www.webank.com weibo.com
  passport.weibo.com s.weibo.com www.weibo.com f.video.weibocdn.com weidian.com www.weimob.com docs.wps.com
  sns-video-bd.xhscdn.com sns-webpic-qc.xhscdn.com xhslink.com www.xiachufang.com www.xianyu.com
  apm-fe.xiaohongshu.com edith.xiaohongshu.com www.xiaohongshu.com account.xiaomi.com app.market.xiaomi.com
  www.xiaopeng.com mobile.ximalaya.com www.ximalaya.com www.xinhuanet.com www.xinnet.com audio.xmcdn.com
  imagev2.xmcdn.com jx3.xoyo.com www.xueersi.com xueqiu.com stock.xueqiu.com www.xuetangx.com
  api-shoulei-ssl.xunlei.com www.xunlei.com mobile.yangkeduo.com t00img.yangkeduo.com shared.ydstatic.com
  www.yicai.com www.yiche.com www.yinxiang.com dict.youdao.com fanyi.youdao.com note.youdao.com www.youdao.com
  m.youku.com ups.youku.com v.youku.com www.youku.com h5.youzan.com open.ys7.com autopatchcn.yuanshen.com
  bookcover.yuewen.com www.yuque.com p2-pro.a.yximgs.com www.yy.com www.zbj.com www.zhaopin.com api.zhihu.com
  daily.zhihu.com static.zhihu.com www.zhihu.com zhuanlan.zhihu.com pic1.zhimg.com www.zhipin.com www.zhongan.com
  www.zhuanzhuan.com gecko.zijieapi.com mcs.zijieapi.com mon.zijieapi.com www.zongheng.com www.zto.com
  www.zuoyebang.com www.zybang.com www.lizhi.fm lbs.netease.im shimo.im upload-images.jianshu.io h5.ele.me
  www.ele.me iovip.qbox.me maicai.api.ddxq.mobi img1.126.net m701.music.126.net p1.music.126.net
  cms-bucket.ws.126.net www.ali213.net cn-beijing-data.aliyundrive.net cdn.bootcdn.net vali.cp31.ott.cibntv.net
  kns.cnki.net www.cnki.net blog.csdn.net passport.csdn.net uhome.haier.net www.jjwxc.net imglf3.lf127.net
  p1-q.mafengwo.net p0.meituan.net p1.meituan.net client.oray.net www.oschina.net msg.qy.net hub5pn.sandai.net
  resolver.msg.xiaomi.net www.icourse163.org cdn.staticfile.org npm.taobao.org doh.pub dot.pub b23.tv
  www.cnbeta.com.tw
`);
