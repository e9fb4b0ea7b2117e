import { toast } from '../ui/toasts.ts';

/** How long the back office's toasts stay, in milliseconds. */
const ADMIN_MS = 2000;

/** Words of the coupon screen. */
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
  addTitle: '新增优惠券',
  editTitle: '编辑优惠券',
  edit: '编辑',
  delete: '删除',
  random: '随机',
  count: '创建数量',
  gigabytes: 'G',
  unlimited: '不限',
  nobody: '无',
  expireDate: '过期日期',
  deleteTitle: '删除确认',
  deleteText: '确认删除?',
  deleteWhat: (name: string, code: string) => `优惠券“${name}”（${code}）删除后不能再使用。`,
  deleteAllTitle: '危险，请谨慎操作',
  deleteAllText: '确认删除所有当前所选优惠券?',
  deleteAllWhat: (count: number) => `共 ${count} 张，删除后不能再使用。`,
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
    maker: '创建人',
  },
  effects: {
    freeUse: (gigabytes: number) => `增加流量${gigabytes}G`,
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
  partlySaved: (made: number, wanted: number) => toast(`已创建 ${made} 张，还有 ${wanted - made} 张没有创建`, 5000),
} as const;

/** Words of the screen of coupon uses. */
export const recordTexts = {
  title: '优惠券使用记录',
  search: '搜索邮件、优惠码',
  number: '最近使用的数量',
  noEmail: '无',
  columns: { email: '邮件', code: '优惠码', effect: '作用', time: '时间', status: '状态' },
  used: '已使用',
  recovered: '已恢复',
  effects: {
    freeUse: (gigabytes: string) => `增加流量 ${gigabytes}G`,
    freeTime: (days: number) => `增加天数 ${days}天`,
    cash: (yuan: string) => `兑换现金 ${yuan}元`,
    discount: (value: number) => `折扣 ${value}`,
  },
} as const;
