/**
 * Every answer code of the wire: name, number and the Chinese message a call answers when it gives none of its own.
 * Nothing else in the project writes a bare code number. Numbers below 1100 come from the product's specification.
 */
export const codes = {
  ok: { code: 0, msg: '' },
  unknownPush: { code: 999, msg: '未知错误' },
  emailTaken: { code: 1001, msg: '邮件已注册' },
  sessionExpired: { code: 1002, msg: '登录过期，请登录' },
  withdrawalRefused: { code: 1012, msg: '申请提现失败' },
  couponMissing: { code: 1016, msg: '体验券不存在' },
  couponUsedUp: { code: 1017, msg: '该体验券已经兑换过' },
  couponWrongType: { code: 1020, msg: '券类型错误' },
  couponTooManyTries: { code: 1021, msg: '尝试次数过多，请稍后再试' },
  couponIsTrial: { code: 1022, msg: '体验券不能用于购买，请使用折扣券' },
  orderHasCoupon: { code: 1025, msg: '订单已使用优惠券，请先取消' },
  orderNotCancellable: { code: 1026, msg: '订单已无法取消' },
  couponExhausted: { code: 1027, msg: '抱歉，该体验券已抢兑完毕' },
  couponExpired: { code: 1029, msg: '体验券过期' },
  accountForbids: { code: 1033, msg: '该账号不允许这样操作。' },
  ticketClosed: { code: 1035, msg: '该工单已关闭' },
  pushTooSmall: { code: 1037, msg: '低于最低转赠流量' },
  notEnoughTraffic: { code: 1038, msg: '流量不足' },
  tooFrequent: { code: 1039, msg: '操作过于频繁，请稍后再试' },
  pushCodeInvalid: { code: 1040, msg: '转赠码不存在或已失效' },
  invalidPayload: { code: 1100, msg: '请求内容不正确' },
  loginFailed: { code: 1101, msg: '用户不存在或密码错误' },
  checkinRefused: { code: 1102, msg: '签到失败' },
  roleForbidden: { code: 1103, msg: '没有权限' },
  notFound: { code: 1104, msg: '内容不存在' },
  linkWrong: { code: 1105, msg: 'DESCRIBE_URL_ERROR' },
  emailWrong: { code: 1106, msg: '请检查邮箱是否正确' },
  secondStepNeeded: { code: 1107, msg: '请输入动态验证码' },
  secondStepWrong: { code: 1108, msg: '验证码错误' },
  conflict: { code: 1109, msg: '内容已被修改，请刷新后重试' },
  secondStepRequired: { code: 1110, msg: '请先设置动态验证码' },
  ticketExpired: { code: 1111, msg: '登录已超时，请重新登录' },
  handoffDead: { code: 1112, msg: '链接已失效，请重新登录' },
  otherAccount: { code: 1113, msg: '此浏览器已登录另一个账号' },
  paymentUnavailable: { code: 1114, msg: '支付通道暂不可用，请换一种方式或稍后再试' },
  stepUpNeeded: { code: 1115, msg: '请再次确认您的身份' },
  captchaNeeded: { code: 1116, msg: '请先完成安全验证' },
  otherBrowser: { code: 1117, msg: '此链接不是在这个浏览器中请求的，请确认后继续' },
  foreignSite: { code: 1118, msg: '跨站请求被拒绝' },
  throttled: { code: 1129, msg: '请求过于频繁，请稍后再试' },
  starting: { code: 1180, msg: '服务正在启动或维护，请稍后重试' },
  notBuilt: { code: 1198, msg: '该功能尚未开放' },
  fault: { code: 1199, msg: '服务器开小差了，请稍后重试' },
} as const satisfies Record<string, { code: number; msg: string }>;

/** Name of an answer code, e.g. `couponMissing`. */
export type CodeName = keyof typeof codes;

/** Number of an answer code, e.g. 1016. */
export type Code = (typeof codes)[CodeName]['code'];
