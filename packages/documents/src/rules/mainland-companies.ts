import { splitWords } from './make-list.ts';

/** What most traffic goes to, by whoever: documents with little room for rules have these alone. */
const mostUsed = splitWords(`
  qq.com wechat.com weixin.com tencent.com myqcloud.com gtimg.com qpic.com qlogo.com taobao.com tmall.com alipay.com
  alicdn.com aliyun.com aliyuncs.com alipan.com alibaba.com 1688.com amap.com dingtalk.com ele.me youku.com jd.com
  360buyimg.com baidu.com bdstatic.com bcebos.com bilibili.com bilivideo.com hdslb.com biliapi.com douyin.com
  douyincdn.com douyinvod.com toutiao.com bytedance.com byteimg.com feishu.com ixigua.com snssdk.com doubao.com
  163.com 126.net 127.net netease.com youdao.com weibo.com sinaimg.com sina.com zhihu.com zhimg.com xiaohongshu.com
  xhscdn.com mi.com xiaomi.com huawei.com huaweicloud.com vmall.com oppo.com heytap.com vivo.com lenovo.com
  meituan.com meituan.net dianping.com ctrip.com qunar.com pinduoduo.com yangkeduo.com pddpic.com vip.com suning.com
  smzdm.com kuaishou.com iqiyi.com mgtv.com sohu.com ximalaya.com kugou.com douban.com doubanio.com huya.com
  douyu.com csdn.net cnblogs.com juejin.com gitee.com 12306.com 95516.com unionpay.com icbc.com cmbchina.com ccb.com
  xiaojukeji.com 58.com autohome.com 360.com sogou.com wps.com qiniu.com upyun.com kunlunsl.com deepseek.com
  mihoyo.com xunlei.com alidns.com dnspod.com doh.pub qcloud.com tenpay.com alipayobjects.com aliyundrive.com
  autonavi.com cainiao.com ykimg.com uc.com jdpay.com bdimg.com baidupcs.com baidustatic.com volces.com
  volcengine.com 126.com yeah.net miui.com xiaomi.net mi-img.com hicloud.com dbankcloud.com honor.com sankuai.com
  vipstatic.com yximgs.com iqiyipic.com qiyi.com xmcdn.com kuwo.com jianshu.com psbc.com ke.com so.com wscdns.com
  moonshot.com sandai.net pstatp.com qiniucdn.com tudou.com mybank.com
`);

/** Tencent. */
const tencent = splitWords(`
  tencent-cloud.com tencent-cloud.net tencentcs.com tencentcos.com tencentmusic.com qcloudcdn.com qcloudcos.com
  dnsv1.com dnspod.net cdntip.com qqmail.com foxmail.com wegame.com tencentyun.com tencentcloudapi.com
  anticheatexpert.com weiyun.com soso.com igamecj.com idqqimg.com xiaoshuo.com yuewen.com qidian.com hongxiu.com
  smtcdns.com smtcdns.net servicewechat.com weixinbridge.com wechatpay.com myapp.com gdtimg.com tcdnlive.com tlivepush.com qcloudzygj.com
`);

/** Sites and hosts of pages that many people visit. Documents with little room have these next. */
const popularSites = splitWords(`
  eastmoney.com dfcfw.com xueqiu.com 10jqka.com hexun.com ifeng.com ifengimg.com huanqiu.com xinhuanet.com cctv.com
  chinanews.com china.com thepaper.com caixin.com yicai.com jiemian.com 36kr.com huxiu.com ithome.com mydrivers.com
  4399.com 17173.com gamersky.com 3dmgame.com duowan.com yy.com hupu.com jjwxc.net zongheng.com qidian.com 1905.com
  maoyan.com 51job.com zhaopin.com zhipin.com liepin.com lianjia.com ke.com anjuke.com ganji.com fang.com ly.com
  elong.com tuniu.com mafengwo.net c-ctrip.com tripcdn.com dangdang.com zhuanzhuan.com goofish.com xianyu.com
  2345.com hao123.com 51cto.com oschina.net segmentfault.com runoob.com jb51.net cnki.net docin.com doc88.com
  book118.com 360doc.com 39.net haodf.com xywy.com 120ask.com babytree.com bitauto.com yiche.com dongchedi.com
  che168.com guazi.com pcauto.com it168.com yesky.com pingan.com abchina.com bankcomm.com cebbank.com 10010.com
  sf-express.com zto.com kuaidi100.com tianyancha.com qcc.com chinaz.com nipic.com 58pic.com huaban.com zuoyebang.com
  hujiang.com iciba.com icourse163.org 115.com lanzou.com pptv.com le.com letv.com lizhi.fm qtfm.com dji.com tcl.com
  haier.com hisense.com meizu.com oneplus.com zijieapi.com bytescm.com bytedance.net toutiaostatic.com douyinpic.com
  yximgs.com dbankcdn.com hihonorcloud.com qiniup.com qbox.me staticfile.net bootcdn.net baomitu.com geetest.com
  igexin.com ksyun.com acgvideo.com xunlei.com 71edge.com qy.net made-in-china.com hc360.com dhgate.com moji.com
  meitu.com xiachufang.com kuaikanmanhua.com didiglobal.com hellobike.com tmtpost.com caijing.com cnstock.com
  stockstar.com jrj.com southcn.com
`);

/** Alibaba and Ant. */
const alibaba = splitWords(`
  aliyundrive.net tbcdn.com taobaocdn.com  fliggy.com alitrip.com freshippo.com hemaos.com ucweb.com
  shuqi.com shuqireader.com quark.com antfortune.com antgroup.com antfin.com alimama.com alibabagroup.com
  alibaba-inc.com alikunlun.com kunlunaq.com kunlunar.com kunlungr.com cdngslb.com tbcache.com aligames.com
  9game.com umeng.com getui.com gepush.com teambition.com yuque.com yuque.net tongyi.com modelscope.com goofish.com
  nlark.com npmmirror.com qwen.ai taobao.org cibntv.net myalicdn.com alibabausercontent.com alibabachengdun.com
  etao.com wandoujia.com 25pp.com eleme.io hema.com aliimg.com mxhichina.com aliyuncdn.com aliapp.org
`);

/** Baidu and iQiyi. */
const baidu = splitWords(`
  baidubce.com bdcdn.net dwz.com hao123.com hao123img.com nuomi.com 71edge.com pps.tv dueros.com haokan.com
  yiyan.com qy.net jomodns.com bdydns.com iqiyipic.com qiyi.com
`);

/** ByteDance at home; what it sends from abroad stands in other lists. */
const bytedance = splitWords(`
  douyinpic.com douyinstatic.com douyinliving.com iesdouyin.com amemv.com toutiaocdn.com toutiaoimg.com
  toutiaovod.com toutiaostatic.com bytedance.net bytecdn.com bytegoofy.com bytegecko.com bytednsdoc.com
  bytexservice.com bytetos.com byted-static.com byteorg.com feishucdn.com feishu.net ixiguavideo.com zijieapi.com
  zjcdn.com volcengineapi.com volccdn.com volcvideo.com volcdns.com volcimagex.com 
  huoshan.com huoshanimg.com fanqienovel.com fqnovel.com fqnovelpic.com jianying.com ulikecam.com dcarapi.com
  dcarstatic.com dongchedi.com baike.com jinritemai.com oceanengine.com chengzijianzhan.com ecombdapi.com
  ecombdstatic.com bdxiguaimg.com bdxiguavod.com bytescm.com bytemaimg.com bytemastatic.com bytehwm.com byted.org
  toutiaopage.com toutiaocloud.com volcfcdn.com volcgtm.com bytelb.net dcarimg.com bdurl.net zijieimg.com
  toutiaoapi.com bdxiguastatic.com
`);

/** Shops, food and flats. */
const shops = splitWords(`
  jdcloud.com jdl.com jdcache.com yhd.com pddugc.com pinduoduo.net vipshop.com zdmimg.com mogujie.com dewu.com
  poizon.com shihuo.com dangdang.com dpfile.com 51ping.com tripcdn.com c-ctrip.com qunarzz.com ly.com 40017.com
  mafengwo.com mafengwo.net elong.com tujia.com huazhu.com 58cdn.com ganji.com anjuke.com lianjia.com ljcdn.com
  zhuanzhuan.com zhuanstatic.com xianyu.com kaola.com yanxuan.com xiaomiyoupin.com youzan.com yzcdn.com weidian.com
  geilicdn.com weimob.com zol.com pconline.com vpimg1.com jdcloud-oss.com chuimg.com manmanbuy.com 360buy.com
  taoche.com
`);

/** NetEase. */
const netease = splitWords(`
  netease.im 188.com ydstatic.com lofter.com icourse163.org easebar.com lf127.net qiyukf.com nosdn.net
`);

/** Bilibili and AcFun. */
const bilibili = splitWords(`
  acg.tv bilivideo.net biliapi.net bilicdn1.com biligame.com b23.tv acgvideo.com acfun.com acfun.tv biliimg.com hdslb.org
`);

/** Sina, Sohu and other portals. */
const portals = splitWords(`
  sinajs.com weibocdn.com sinaapp.com miaopai.com sohucs.com sogoucdn.com sogo.com 17173.com changyou.com tom.com
`);

/** Names of the companies that most mainland traffic goes to, the most used first. */
export const mainlandCompanies: readonly string[] = [
  ...mostUsed,
  ...popularSites,
  ...tencent,
  ...alibaba,
  ...baidu,
  ...bytedance,
  ...shops,
  ...netease,
  ...bilibili,
  ...portals,
];
