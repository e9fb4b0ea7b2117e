import { couponUseTitles } from '@skyport/contract/coupon-use-columns';
import { ADMIN_MS, toast } from '../ui/toasts.ts';

/** How many of the coupons that are to be deleted belong to somebody who won them. */
const wonText = (count: number): string => (count === 0 ? '' : `其中 ${count} 张是用户抽中的专属优惠券。`);

/** Texts of the coupon page. */
export const texts = {
  title: '优惠券列表',
  search: '搜索名称、优惠码',
  type: '优惠券类型',
  taobao: '只看淘宝券',
  add: '新增',
  deleteListed: '删除所选',
  deleteTicked: '删除勾选',
  download: '下载所有优惠码',
  fileName: '优惠码.txt',
  next: '有了线路之后，点击“新增”发一张流量体验券：第一位客户兑换它就能开始使用。',
  addTitle: '新增优惠券',
  editTitle: '编辑优惠券',
  exactCodes: (codes: string) => `以下优惠码仅大小写不同，输入时须与原样一致：${codes}`,
  count: '创建数量',
  unlimited: '不限',
  nobody: '无',
  expireDate: '过期日期',
  deleteText: '确认删除?',
  deleteWhat: (name: string, code: string, owner: string) =>
    `优惠券“${name}”（${code}）${owner === '' ? '' : `是 ${owner} 的专属优惠券，`}删除后不能再使用。`,
  deleteAllTitle: '危险，请谨慎操作',
  deleteAllText: '确认删除所有当前所选优惠券?',
  deleteListedWhat: (count: number, won: number) =>
    `共 ${count} 张：当前列表中的全部优惠券，不论是否勾选。${wonText(won)}删除后不能再使用。`,
  deleteTickedWhat: (count: number, won: number) => `共 ${count} 张：勾选的优惠券。${wonText(won)}删除后不能再使用。`,
  columns: {
    number: '序号',
    name: '名称',
    type: '类型',
    code: '优惠码',
    effect: '功能',
    perUser: '每人次数',
    total: '总次数',
    used: '已用次数',
    expires: '过期日期',
    created: '创建时间',
    owner: '专属用户',
    maker: '创建人',
  },
  everybody: '所有人',
  effects: {
    freeUse: (amount: string) => `增加流量${amount}`,
    freeTime: (days: number) => `增加${days}天`,
    cash: (yuan: number) => `抵扣${yuan}元`,
    discount: (tenths: string) => `打${tenths}折`,
  },
  saved: toast('配置优惠券成功', ADMIN_MS),
  saveFailed: toast('配置优惠券失败:', ADMIN_MS),
  deleted: toast('删除优惠券成功', ADMIN_MS),
  deleteFailed: toast('删除优惠券失败:', ADMIN_MS),
  allDeleted: toast('删除所有优惠券成功', ADMIN_MS),
  allDeleteFailed: toast('删除所有优惠券失败:', ADMIN_MS),
  series: {
    title: '正在创建淘宝券',
    made: (made: number, wanted: number) => `已创建 ${made} / ${wanted} 张`,
    runs: '每张优惠券单独创建，请不要关闭此页面。',
    waits: '服务器要求放慢速度，几秒后自动继续。',
    stop: '停止',
    goOn: '继续',
  },
  partlySaved: (made: number, wanted: number) => `已创建 ${made} 张，还有 ${wanted - made} 张没有创建`,
} as const;

/** Texts of the page of coupon uses. */
export const couponUseTexts = {
  title: '优惠券使用记录',
  search: '搜索邮箱、优惠码',
  number: '最近使用的数量',
  /** Before and behind that number. */
  newest: '最近',
  records: '条',
  columns: couponUseTitles,
} as const;
