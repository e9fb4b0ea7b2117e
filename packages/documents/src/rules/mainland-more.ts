import { splitWords } from './make-list.ts';

/*
 * Names of the mainland that would make every document longer and are asked less than those that stand in it: for the
 * file of the whole list. Written down like those, from what is known of the sites, and from nobody's list.
 */

/** Papers, stations and sites of provinces and trades. */
const press = splitWords(`
  cyol.com chinadaily.com china5e.com chinawriter.com bjd.com jfdaily.com shobserver.com whb.com xinmin.com cnwest.com
  sznews.com dayoo.com ycwen.com ycwb.com nandu.com oeeee.com newgx.com cqnews.net scol.com newssc.org yunnan.com
  hangzhou.com zjol.com 66wz.com cnnb.com zgjx.com jschina.com xhby.net yangtse.com longhoo.net ahwang.com
  anhuinews.com hefei.cc fjsen.com taihainet.com jxnews.com dahebao.com cnhubei.com rednet.com sxrb.com nmgnews.com
  dlxww.com qingdaonews.com iqilu.com jnnews.tv tibet3.com qhnews.com gansudaily.com nxnews.net xjdaily.com
  caixinglobal.com 21jingji.com stcn.com p5w.net zqrb.com financialnews.com yicaiglobal.com
  cbnweek.com leiphone.com pingwest.com geekpark.net donews.com techweb.com ebrun.com iyiou.com cyzone.com
  pedaily.com chinaventure.com itjuzi.com 199it.com iresearchchina.com questmobile.com analysys.com 100ec.com
  jiqizhixin.com ccidnet.com pcpop.com chinabyte.com c114.net cctime.com eefocus.com eet-china.com
  eeworld.com elecfans.com 21ic.com ofweek.com mydigit.com dianyuan.com gongkong.com
`);

/** Talk, writing and things that people do together. */
const talk = splitWords(`
  tianya.com mop.com xici.net kdnet.net kdslife.com 19lou.com dospy.com weiphone.com feng.com zuanke8.com
  v2fans.com chinadsl.net a9vg.com tgbus.com vgtime.com gcores.com yystv.com chuapp.com indienova.com douban.fm
  dbfansub.com mtime.net cinephilia.net zhihu.dev lofter.net jianshu.net meipian.com mp4ba.com tuchong.com 500px.me
  fengniao.com xitek.com nphoto.net photofans.com duitang.com huabanimg.com pixivic.com mihuashi.com
  gracg.com lanrentuku.com uisdc.com zhisheji.com dribbblecn.com cgjoy.com aboutcg.com cgtn.com hxsd.com vjshi.com
  699pic.com nipic.cc ibaotu.com 51yuansu.com tukuppt.com quanjing.com vcg.com visualchina.com hellorf.com paixin.com
  veer.com 16pic.com photophoto.com 51miz.com xiaopiu.com
`);

/** Shops of one thing, fairs and what companies buy from each other. */
const trade = splitWords(`
  gomeplus.com vancl.com jumei.com jumeicdn.com moonbasa.com mbaobao.com yougou.com okbuy.com yintai.com secoo.com
  jiuxian.com yesmywine.com benlai.com benlaishenghuo.com sfbest.com tootoo.com yiguo.com womai.com missfresh.com
  chunbo.com hemayx.com rt-mart.com ooshopping.com beibei.com muyingzhijia.com yunji.com yunjiglobal.com beidian.com
  taojiji.com huimaiche.com 52shangou.com mizhe.com fanli.com 51fanli.com gwdang.com meilishuo.com chuchujie.com
  jiukuaiyou.com juanpi.com zhe800.com tuanimg.com hc360img.com
  chinapages.com dhresource.com lightinthebox.com aliexpress-media.com 11467.com huangye88.com b2b168.com
  atobo.com qiye8.com zhaoshang100.com liansuo.com 3158.com jmw.com ymatou.com banggo.com metersbonwe.com hstyle.com
  peacebird.com 361sport.com xtep.com kailas.com bosideng.com yayagroup.com youngor.com fuguiniao.com aokang.com
  chowtaifook.com laofengxiang.com mengjinyuan.com botanee.com perfectdiary.com florasis.com proya.com chando.com
  inoherb.com herborist.com pechoin.com mgpyh.com
`);

/** Makers of goods, chips, engines and houses. */
const makers = splitWords(`
  gree.net supor.com joyoung.com deerma.com dreame.tech narwal.com uwant.com robam.com fotile.com vatti.com
  vanward.com aucma.com little-swan.com hualing.com casarte.com 70mai.com ugreen.com baseus.com pisen.com romoss.com
  edifier.com haylou.com soundpeats.com nubia.com smartisan.com gionee.com coolpad.com letv.net hasee.com mechrevo.com
  thunderobot.com longsys.com ymtc.com cxmt.com smics.com hhgrace.com unisoc.com allwinnertech.com rock-chips.com
  ingenic.com gigadevice.com goodix.com awinic.com willsemi.com nationz.com bestechnic.com espressif.com
  winnermicro.com hik-connect.com imoulife.com uniview.com tiandy.com kedacom.com sungrowpower.com goodwe.com
  growatt.com jinkosolar.com trinasolar.com jasolar.com risenenergy.com tw-solar.com catl.com gotion.com
  evebattery.com svolt.com sunwoda.com lead-intelligent.com inovance.com siasun.com ubtrobot.com unitree.com
  deeprobotics.com geekplus.com quicktron.com hesaitech.com cambricon.com mthreads.com iluvatar.com enflame-tech.com
  kunlunxin.com montage-tech.com vanke.com countrygarden.com evergrande.com cscec.com crcc.com crecg.com
  powerchina.com sany.com zoomlion.com xcmg.com liugong.com lonking.com shantui.com weichai.com yuchai.com
  sinotruk.com haval.com tankmotor.com geelyauto.com jiyue.com avatr.com deepal.com aito.auto seres.com leapmotor.com
  hozonauto.com weltmeister.com trumpchi.com maxusauto.com yutong.com kinglong.com yadea.com aima.com tailg.com
  luyuan.com ninebot.com xds.com
`);

/** Offices, clouds and services for companies. */
const business = splitWords(`
  yonyou.com yonyoucloud.com diwork.com kingdee.com yunzhijia.com seeyon.com seeyoncloud.com eteams.com worktile.com
  tapd.com pingcode.com zentao.net zentao.com mingdao.com jiandaoyun.com fanruan.com finebi.com finereport.com
  qingflow.com wpsplus.com shimonote.com yiqixie.com jinshuju.net jinshuju.com wjx.com wjx.top sojump.com mikecrm.com
  xiaoman.com neocrm.com xiaoshouyi.com ecqun.com workec.com udesk.com zhichi.com sobot.com 7moor.com easemob-cdn.com
  meiqia.com meiqiausercontent.com 53kf.com looyu.com xiaoduoai.com cloopen.com yuntongxun.com mysubmail.com
  yunpian.com chuanglan.com 253.com ihuyi.com luosimao.com sendcloud.net polyv.net gensee.com baijiayun.com
  baijiacloud.com vhall.com vhallyun.com cctalk.com duobeiyun.com eeo.im classin.com yidun.com dun163.com tuputech.com
  yitutech.com cloudwalk.com aispeech.com unisound.com mobvoi.com rokid.com minimax.chat lingyiwanwu.com bigmodel.com
  chatglm.com moonshot.ai wenxiaobai.com metaso.com infini-ai.com ppio.com autodl.com seetacloud.com openbayes.com
  mindspore.com oneflow.org gitlink.com trustie.net openeuler.org opengauss.org deepin.org deepin.com uniontech.com
  kylinos.com redflag-linux.com sangfor.com topsec.com venustech.com nsfocus.com nsfocusglobal.com dbappsecurity.com
  qianxin.com knownsec.com zoomeye.org seebug.org freebuf.com anquanke.com secpulse.com wooyun.org butian.net
  vulbox.com bugbank.com chaitin.com threatbook.com antiy.com dnsv2.com dnsv3.com dnsv4.com dnsv5.com cloudcdn.net
  ccgslb.com ccgslb.net ccgcdn.com cdn20.com cdn20.info cdnle.com dnion.com ewcache.com
  verycdn.net verycdn.com yfcdn.net yfcloud.com goodcdn.com anycdn.cc scsdns.com ialloc.com qcloudimg.com volccdn.net
  jcloudcs.com jcloudcache.com ctyunxs.com cucloud.com 21vianet.com capitalonline.net sinnet.com gds-services.com
  chindata.com 35.com cndns.com juming.com ename.com ename.net dnparking.com zzidc.com landui.com niaoyun.com
`);

/** Schools, books and examinations. */
const learning = splitWords(`
  zhihuishu.net wisedu.com tongxuecool.com 17zuoye.com 17zuoye.net jyeoo.com mofangge.com zujuan.com 21cnjy.com
  xkw.com zxxk.net dzkbw.com 1010jiajiao.com jiandati.com shanghairanking.com koolearn.net huatu.com chinagwy.org
  exam8.com examw.com 233.com wangxiao.com cdeledu.com chinaacc.com dongao.com gaodun.com zhongye.net jianshe99.com
  med66.com kuaiji.com 360xkw.com itcast.com itheima.com bjsxt.com qfedu.com atguigu.com imooc.com geekbang.org
  lagou.com lgstatic.com maiziedu.com luogu.com luogu.org acwing.com chinaunix.net linuxidc.com linuxde.net itpub.net
  w3cschool.com w3school.com how2j.com liaoxuefeng.com zhangxinxu.com juejin.im learnku.com
  laravel-china.org elecfans.net thinkphp.com layui.com dcloudio.com apicloud.com testin.com testerhome.com duokan.com
  qidianimg.com readnovel.com xxsy.net chuangshi.com 17k.com faloo.com zhulang.com ciweimao.com gongzicp.com
  heiyan.com hbooker.com shuqistat.com dangdang.net bookschina.com kongfz.com duokanbox.com xinhuabookstore.com
  wqxuetang.com scichina.com cqvip.net duxiu.com ssap.com pishu.com zhangqiaokeyan.com
`);

/** Doctors, pills and bodies. */
const health = splitWords(`
  chunyuyisheng.com 39health.com familydoctor.com youlai.com fh21.com baikemy.com
  pcbaby.com yaolan.com ci123.com mmbang.com seedit.com meet-you.com boohee.com jianke.com 360kad.com yaofangwang.com
  yaozh.com menet.com pharmcube.com biodiscover.com medlive.com cmechina.net ihaoyisheng.com pumpkin-insure.com
  wesure.com xiaoyusan.com huize.com pahys.com innoventbio.com junshipharma.com sinopharm.com tongrentang.com
  yunnanbaiyao.com mindray.com united-imaging.com lepu-medical.com yuwell.com
`);

/** Money that is not in the first list: funds, houses and payment. */
const funds = splitWords(`
  howbuy.com csc108.com fund123.com jjmmw.com ttfund.com lufaxcdn.com renrendai.com ppdai.com 360shuke.com fenqile.com
  qudian.com jiedaibao.com suishoujinfu.com 51credit.com 51zhangdan.com rong360.com haodai.com yirendai.com
  creditease.com wacai.com suishouji.com feidee.com shuidihuzhu.com shuidichou.com qingsongchou.com ipaylinks.com
  lianlianpay.com lianlianglobal.com hnapay.com chinapay.com huifu.com baofoo.com heepay.com hzbank.com njcb.com
  jsbchina.com cgbchina.com
`);

/** Games that are not in the first list. */
const play = splitWords(`
  17yy.com 3733.com 7723.com 9377.com 6998.com 360game.com 07073.com 9669.com downxia.com ucbug.com gamedog.com
  18183.com pcgames.com 5068.com 5054399.com 4399dmw.com 17roco.com taomee.com 100bt.com baitian.com locojoy.com
  lianzhong.com bianfeng.com jj.com jjmatch.com 51qipai.com dianhun.com gamebean.com ejoy.com yoozoo.com kaiying.com
  zqgame.com snailgame.com gyyx.com linekong.com 5eplay.com wmupd.com leigod.com leigodchina.com xunyou.com
  biubiu001.com uuyc.com xiaoheihe.com steamcn.com keylol.com sonkwo.com fhyx.com cubejoy.com
`);

/** Music, films and live rooms that are not in the first list. */
const screen = splitWords(`
  kwcdn.com xiami.com xiami.net 5sing.com 9ku.com 1ting.com yinyuetai.com qianqian.com missevan.com maoercdn.com
  lrts.me tingshubao.com kaolafm.com qingting.fm ajmide.com fengfm.com 56.com ku6.com 6rooms.com wasu.com wasu.tv
  bestv.com bestvcdn.com icntv.tv ivsky.com funshion.com baofeng.com baofeng.net kankan.com cztv.com jstv.com
  btime.com kksmg.com tvmao.com zhanqi.tv panda.tv longzhu.com quanmin.tv huajiao.com inke.com ingkee.com 9158.com
  sinashow.com guagua.com woxiu.com ktvsky.com
`);

/** Journeys, houses, food and families that are not in the first list. */
const life = splitWords(`
  tuniucdn.com lvmama.com 17u.com 17usoft.com qyer.com qyerstatic.com breadtrip.com ziroom.com qk365.com
  mogoroom.com xiaozhu.com zhubaijia.com 5i5j.com centanet.com centaline.com maitian.com fangdd.com house365.com
  loupan.com anjukestatic.com tubatu.com to8to.com jiaju.com shejiben.com oppein.com kukahome.com redstarmacalline.com
  haidilao.com hdlcdn.com xiabu.com mxbc.com nayuki.com mengniu.com yili.com brightdairy.com wahaha.com
  nongfuspring.com masterkong.com moutaichina.com wuliangye.com yanghe.com lzlj.com tsingtao.com yanjing.com
  crbeer.com liangpinpuzi.com bestore.com feihe.com dpurl.com lashou.com 55tuan.com elemecdn.com fnghw.com baixing.com
  chinahr.com jobui.com dajie.com neitui.me kanzhun.com zhenai.com baihe.com tantanapp.com blued.com sichuanair.com
  xiamenair.com shenzhenair.com springairlines.com didapinche.com shouqiev.com gofun.com evcard.com amap.net
  mapbar.com 51ditu.com ane56.com yimidida.com kuaidihelp.com kdniao.com sf-cityrush.com dada-inc.com imdada.com
  uupt.com ishansong.com
`);

/** Names of the mainland beside those of its list. */
export const moreMainland: readonly string[] = [
  ...press,
  ...talk,
  ...trade,
  ...makers,
  ...business,
  ...learning,
  ...health,
  ...funds,
  ...play,
  ...screen,
  ...life,
];
