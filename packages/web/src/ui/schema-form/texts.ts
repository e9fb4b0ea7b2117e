import { commonTexts } from '../common-texts.ts';

/** Texts of every form. */
export const texts = {
  confirm: commonTexts.confirm,
  cancel: commonTexts.cancel,
  required: '带 * 的项目必须填写',
  show: '显示',
  hide: '隐藏',
  search: '输入以搜索',
  notFound: '没有符合的选项',
  choose: '请选择',
  unchosen: '未选择',
  gone: '已不存在',
  gigabytes: 'G',
  noChoices: '没有可选项',
  random: '随机',
} as const;
