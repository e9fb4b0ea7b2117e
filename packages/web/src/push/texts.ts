import type { PushState } from '@skyport/contract/push';
import { toast } from '../ui/toasts.ts';

/** Texts of the customer's transfers of traffic. */
export const texts = {
  title: '流量转赠',
  search: '搜索转赠码',
  add: '转赠流量',
  receive: '领取流量',
  columns: {
    code: '转赠码',
    amount: '转出流量',
    received: '对方获得',
    state: '状态',
    time: '转赠时间',
    end: '领取或退回时间',
  },
  states: { created: '待领取', received: '已领取', returned: '已退回' } satisfies Record<PushState, string>,
  hint: (least: number, rate: string) =>
    `只能转赠不限时流量，最低 ${least} G，手续费 ${rate}。7 天内无人领取会全部退回，领取前您也可以随时取回。`,
  available: '可转赠流量',
  nothing: '转赠给朋友的流量会显示在这里。把转赠码发给对方，对方在此页面领取。',
  gigabytes: (amount: string) => `${amount} G`,
  copy: '复制转赠码',
  create: {
    least: (least: number) => `最低转赠${least}G`,
    fee: '手续费',
    gets: '对方获得',
    left: '转赠后剩余可转赠流量',
    tooMuch: '超过可转赠流量',
    preview: '转赠明细',
  },
  made: {
    title: '转赠码已生成',
    text: (amount: string) =>
      `把下面的转赠码发给对方，对方领取后将获得 ${amount}。知道转赠码的人都可以领取，请不要公开。`,
    close: '完成',
  },
  take: {
    title: '领取流量',
    terms: (rate: string) => `对方转出的流量扣除手续费（目前为 ${rate}）后，计入您的不限时流量。`,
    free: '对方转出的流量全部计入您的不限时流量。',
    label: '转赠码',
    placeholder: '请输入 12 位转赠码',
    empty: '转赠码不能为空',
    submit: '领取',
    done: (amount: string) => `领取成功，获得 ${amount} 流量`,
    returned: (amount: string) => `这是您自己的转赠，${amount} 流量已退回`,
    unknown: toast('未知错误'),
  },
  back: {
    open: '取回',
    keep: '保留',
    title: (amount: string) => `取回 ${amount} 流量？`,
    text: '流量会全部退回您的账号，转赠码随即失效。',
    done: toast('流量已退回'),
  },
} as const;
