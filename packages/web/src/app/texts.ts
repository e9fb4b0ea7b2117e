/** Texts of the frame around every page. */
export const texts = {
  more: '更多',
  /** Of every page that says nothing of its own. */
  description: '不限设备的订阅服务',
  skip: '跳到正文',
  logIn: '登录',
  reload: '重新加载',
  noPermission: {
    title: '没有权限',
    hint: '您的账号不能打开这个页面，如有疑问请联系管理员。',
  },
  toHome: '返回首页',
  notFound: { title: '页面不存在', soonHome: '即将返回首页…', soonLogIn: '即将前往登录页…' },
  unbuilt: { title: '该功能尚未开放', hint: '我们正在建设这个页面，敬请期待。' },
  person: {
    menu: (email: string) => `${email} 账号菜单`,
    wallet: (yuan: string) => `钱包 ${yuan} 元`,
    logOut: '退出登录',
    unsavedText: '退出登录后，刚才的改动将会丢失。',
  },
  menu: '菜单',
  /** From the customers' pages to the back office, and the other way. */
  toStaff: '管理后台',
  toCustomer: '客户视图',
  toLight: '切换到浅色',
  toDark: '切换到深色',
  names: { tabs: '主导航', phone: '底部导航', staff: '后台导航' },
} as const;
