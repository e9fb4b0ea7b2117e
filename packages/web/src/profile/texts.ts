/** Words of the profile page. */
export const texts = {
  title: '资料编辑',
  permissions: {
    title: '特殊权限',
    none: '暂无特殊权限',
    until: (time: string) => `有效期至 ${time}`,
    all: (count: number) => `显示全部 ${count} 个权限`,
    fewer: '收起',
  },
  subscription: { title: '订阅链接', hint: '订阅链接等同于密码，请勿分享给他人；怀疑泄露时请立即重置。' },
} as const;
