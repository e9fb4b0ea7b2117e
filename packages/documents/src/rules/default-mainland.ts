import type { RuleList } from '@skyport/contract/rules';
import { list, splitWords } from './make-list.ts';
import { MAINLAND_LIST } from './plan.ts';

/** Well-known sites of the mainland beside everything below `.cn`. */
export const mainland: RuleList = list({
  id: MAINLAND_LIST,
  zh: '国内网站',
  target: 'cn',
  suffixes: splitWords(`
    cn qq.com wechat.com weixin.com tencent.com myqcloud.com gtimg.com qpic.com qlogo.com taobao.com tmall.com
    alipay.com alicdn.com aliyun.com aliyuncs.com alipan.com alibaba.com 1688.com amap.com dingtalk.com ele.me
    youku.com jd.com 360buyimg.com baidu.com bdstatic.com bcebos.com bilibili.com bilivideo.com hdslb.com
    biliapi.com douyin.com douyincdn.com douyinvod.com toutiao.com bytedance.com byteimg.com feishu.com
    ixigua.com snssdk.com doubao.com 163.com 126.net 127.net netease.com youdao.com weibo.com sinaimg.com
    sina.com zhihu.com zhimg.com xiaohongshu.com xhscdn.com mi.com xiaomi.com huawei.com huaweicloud.com
    vmall.com oppo.com heytap.com vivo.com lenovo.com meituan.com meituan.net dianping.com ctrip.com qunar.com
    pinduoduo.com yangkeduo.com pddpic.com vip.com suning.com smzdm.com kuaishou.com iqiyi.com mgtv.com sohu.com
    ximalaya.com kugou.com douban.com doubanio.com huya.com douyu.com csdn.net cnblogs.com juejin.com gitee.com
    12306.com 95516.com unionpay.com icbc.com cmbchina.com ccb.com xiaojukeji.com 58.com autohome.com 360.com
    sogou.com wps.com qiniu.com upyun.com kunlunsl.com deepseek.com mihoyo.com xunlei.com alidns.com dnspod.com
    doh.pub qcloud.com tenpay.com alipayobjects.com aliyundrive.com autonavi.com cainiao.com ykimg.com uc.com
    jdpay.com bdimg.com baidupcs.com baidustatic.com volces.com volcengine.com 126.com yeah.net miui.com
    xiaomi.net mi-img.com hicloud.com dbankcloud.com honor.com sankuai.com vipstatic.com yximgs.com iqiyipic.com
    qiyi.com xmcdn.com kuwo.com jianshu.com psbc.com ke.com so.com wscdns.com moonshot.com sandai.net pstatp.com
    qiniucdn.com tudou.com mybank.com
  `),
});
