/** Names of the three switches of subscription documents, for the page and for what a refusal says. */
export const switchLabels = {
  inXinjiang: '解除DNS管制',
  in_foreign: '国外订阅',
  use_english_node: '英文节点',
} as const;

/** Messages of a refused upload, once for page and server. */
export const imageTexts = {
  tooBig: '图片限制在4M内',
  wrongType: '仅支持 jpg、png、webp 图片',
  broken: '图片已损坏或格式不正确',
  tooManyPixels: '图片尺寸过大，最多 2400 万像素',
  busy: '正在处理的图片较多，请稍后再试',
  tooManyToday: '24 小时内最多上传 30 张图片，请稍后再试',
  tooManyBroken: '一小时内上传了过多损坏的图片，请稍后再试',
  full: '您的图片空间已满',
} as const;
