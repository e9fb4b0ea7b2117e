import { splitWords } from '../rules/make-list.ts';

/**
 * Hosts of the mainland's most visited sites and most used apps, and of what their pages load. Written from memory of
 * public rankings before the lists were changed, and from none of the lists.
 */
export const popularMainland: readonly string[] = splitWords(`
  www.baidu.com tieba.baidu.com pan.baidu.com www.qq.com mp.weixin.qq.com v.qq.com www.taobao.com www.tmall.com
  www.jd.com item.jd.com weibo.com www.sina.com.cn www.sohu.com www.163.com mail.163.com www.360.cn www.so.com
  www.csdn.net blog.csdn.net www.zhihu.com www.bilibili.com www.douyin.com www.toutiao.com www.xiaohongshu.com
  www.pinduoduo.com mobile.yangkeduo.com www.meituan.com www.dianping.com www.ele.me www.ctrip.com www.qunar.com
  www.iqiyi.com www.youku.com www.mgtv.com www.le.com www.pptv.com www.1905.com www.huya.com www.douyu.com
  www.kuaishou.com www.ximalaya.com music.163.com y.qq.com www.kugou.com www.kuwo.cn www.qidian.com www.zongheng.com
  www.jjwxc.net www.17k.com www.hongxiu.com www.readnovel.com www.xxsy.net www.faloo.com www.ciweimao.com
  www.alipay.com www.alibaba.com www.1688.com www.aliyun.com cloud.tencent.com www.huaweicloud.com www.hao123.com
  www.2345.com www.eastmoney.com quote.eastmoney.com www.10jqka.com.cn xueqiu.com www.hexun.com www.jrj.com
  www.cnfol.com www.stockstar.com www.cs.com.cn www.cnstock.com www.yicai.com www.caixin.com www.jiemian.com
  www.thepaper.cn www.guancha.cn www.huanqiu.com www.people.com.cn www.xinhuanet.com www.cctv.com tv.cctv.com
  www.chinanews.com www.china.com www.ifeng.com www.gmw.cn www.youth.cn www.ce.cn www.chinadaily.com.cn www.cyol.com
  www.takungpao.com www.haiwainet.cn www.rednet.cn www.southcn.com www.zjol.com.cn www.dahe.cn www.smzdm.com
  www.vip.com www.suning.com www.gome.com.cn www.dangdang.com www.mogu.com www.xiachufang.com www.meishichina.com
  www.douguo.com www.mafengwo.cn www.tuniu.com www.ly.com flights.ctrip.com www.elong.com www.12306.cn www.58.com
  bj.58.com www.ganji.com www.anjuke.com bj.lianjia.com www.ke.com www.fang.com www.zhaopin.com www.51job.com
  www.zhipin.com www.liepin.com www.lagou.com www.shixiseng.com www.nowcoder.com www.autohome.com.cn www.che168.com
  www.bitauto.com www.yiche.com www.xcar.com.cn www.pcauto.com.cn www.guazi.com www.renrenche.com www.uxin.com
  www.dongchedi.com www.zol.com.cn www.pconline.com.cn www.it168.com www.yesky.com www.ithome.com www.36kr.com
  www.huxiu.com www.geekpark.net sspai.com www.ifanr.com www.leiphone.com www.donews.com www.techweb.com.cn
  www.mydrivers.com www.chiphell.com www.expreview.com www.pcpop.com www.cnblogs.com juejin.cn segmentfault.com
  www.oschina.net gitee.com www.jianshu.com www.runoob.com www.w3school.com.cn www.liaoxuefeng.com www.imooc.com
  www.51cto.com www.iteye.com www.chinaunix.net coding.net leetcode.cn www.luogu.com.cn www.acwing.com
  www.eeworld.com.cn www.elecfans.com www.21ic.com www.douban.com movie.douban.com www.mtime.com www.maoyan.com
  www.damai.cn www.nga.cn bbs.nga.cn www.hupu.com bbs.hupu.com www.dongqiudi.com www.zhibo8.com www.tianya.cn
  www.mop.com www.renren.com www.kaixin001.com www.baihe.com www.jiayuan.com www.zhenai.com www.lofter.com
  www.meipai.com www.yy.com www.acfun.cn www.4399.com www.7k7k.com www.17173.com www.3dmgame.com www.gamersky.com
  www.ali213.net www.duowan.com www.uuu9.com www.taptap.cn www.9game.cn www.mihoyo.com www.yystv.cn www.gcores.com
  www.wanmei.com www.changyou.com www.ztgame.com www.xunlei.com www.onlinedown.net www.crsky.com www.pc6.com
  www.skycn.com www.duote.com www.xitongzhijia.net www.zhuanzhuan.com www.xianyu.com www.goofish.com www.kaola.com
  www.yhd.com www.mi.com www.huawei.com www.vmall.com www.oppo.com www.vivo.com.cn www.meizu.com www.honor.cn
  www.oneplus.com www.lenovo.com.cn www.haier.com www.gree.com www.hisense.com www.tcl.com www.dji.com
  www.hikvision.com www.tp-link.com.cn www.byd.com www.nio.cn www.icbc.com.cn www.ccb.com www.abchina.com www.boc.cn
  www.bankcomm.com www.cmbchina.com www.psbc.com www.spdb.com.cn www.cebbank.com www.pingan.com www.unionpay.com
  www.lufax.com www.ppdai.com www.10086.cn www.10010.com www.189.cn www.sf-express.com www.sto.cn www.yto.net.cn
  www.zto.com www.kuaidi100.com www.ems.com.cn www.chsi.com.cn www.eol.cn www.icourse163.org www.xuetangx.com
  www.zxxk.com www.zuoyebang.com www.koolearn.com www.xdf.cn www.hujiang.com www.iciba.com dict.youdao.com
  www.cnki.net kns.cnki.net www.wanfangdata.com.cn www.cqvip.com www.docin.com wenku.baidu.com www.doc88.com
  www.book118.com www.360doc.com www.xuexi.cn kimi.moonshot.cn www.doubao.com chat.deepseek.com tongyi.aliyun.com
  yiyan.baidu.com www.kdocs.cn docs.qq.com www.yuque.com www.feishu.cn www.dingtalk.com www.wps.cn www.shimo.im
  www.processon.com www.zcool.com.cn www.huaban.com www.nipic.com www.58pic.com www.699pic.com www.ui.cn
  www.iconfont.cn www.chuangkit.com www.39.net www.haodf.com www.chunyuyisheng.com www.dxy.cn www.120ask.com
  www.xywy.com www.guahao.com www.babytree.com www.pcbaby.com.cn www.mama.cn www.lanzou.com www.jianguoyun.com
  www.115.com www.aliyundrive.com www.quark.cn www.chinaz.com www.admin5.com www.aizhan.com www.cnzz.com www.umeng.com
  www.west.cn www.xinnet.com www.dnspod.cn www.bt.cn www.made-in-china.com www.hc360.com www.dhgate.com www.zbj.com
  www.qcc.com www.tianyancha.com www.weather.com.cn www.moji.com www.autonavi.com map.baidu.com www.amap.com
  www.didiglobal.com www.hellobike.com www.tmuyun.com www.kuaikanmanhua.com ac.qq.com www.dm5.com www.manhuatai.com
  www.lrts.me www.qingting.fm www.lizhi.fm www.changba.com www.9ku.com www.djye.com www.yinyuetai.com www.6.cn
  www.huajiao.com res.wx.qq.com gtimg.cn puui.qpic.cn wx.qlogo.cn btrace.qq.com dldir1.qq.com cdn-go.cn i.gtimg.cn
  img.alicdn.com g.alicdn.com gw.alicdn.com at.alicdn.com acs.m.taobao.com ynuf.aliapp.org gm.mmstat.com
  ossweb-img.qq.com img14.360buyimg.com storage.360buyimg.com static.360buyimg.com misc.360buyimg.com
  lf3-static.bytednsdoc.com p3-pc.douyinpic.com lf-cdn-tos.bytescm.com mcs.zijieapi.com vcs.zijieapi.com
  log.snssdk.com sf1-cdn-tos.toutiaostatic.com p9.toutiaoimg.com lf3-cdn-tos.bdxiguastatic.com s3.pstatp.com
  hm.baidu.com pss.bdstatic.com t7.baidu.com bj.bcebos.com gimg2.baidu.com nd-static.bdstatic.com ss1.bdstatic.com
  i0.hdslb.com s1.hdslb.com upos-sz-mirrorcos.bilivideo.com api.bilibili.com data.bilibili.com pic1.zhimg.com
  static.zhihu.com sns-webpic-qc.xhscdn.com fe-static.xhscdn.com edith.xiaohongshu.com img1.doubanio.com
  nimg.ws.126.net static.ws.126.net cms-bucket.ws.126.net s3.music.126.net p1.meituan.net s3plus.meituan.net
  img.meituan.net catfront.dianping.com webresource.c-ctrip.com pages.c-ctrip.com wx1.sinaimg.cn h5.sinaimg.cn
  passport.weibo.com p3.ifengimg.com x0.ifengimg.com statics.itc.cn img.mgtv.com static.iqiyi.com msg.qy.net
  pic0.iqiyipic.com valipl.cp31.ott.cibntv.net vali.cp31.ott.cibntv.net imgcache.qq.com cdn.bootcdn.net
  cdn.staticfile.org lib.baomitu.com s4.cnzz.com ali.static.yximgs.com p1.a.yximgs.com js2.a.yximgs.com
  static.yximgs.com txmov2.a.kwimgs.com cdn.jsdmirror.com img.pddpic.com funimg.pddpic.com t16img.yangkeduo.com
  api.m.mi.com cdn.cnbj1.fds.api.mi-img.com update.miui.com connect.rom.miui.com sdkconfig.ad.xiaomi.com
  metrics-drcn.dt.hicloud.com connectivitycheck.platform.hicloud.com appdl-drcn.dbankcdn.com push.hihonorcloud.com
  ulogs.umeng.com s.jpush.cn sdk.open.phone.igexin.com cloud.mokahr.com static.geetest.com api.geetest.com
  qiniu.staticfile.net up.qiniup.com iovip.qbox.me img.upyun.com v0.api.upyun.com s2.ksyun.com service.weibo.com
  rs.sinajs.cn pcookie.taobao.com ynuf.alipay.com render.alipay.com gw.alipayobjects.com
`);
