/** Texts of the frame around every page. */
export const texts = {
  product: '天港',
  more: '更多',
  logIn: '登录',
  reload: '重新加载',
  noPermission: {
    title: '没有权限',
    hint: '您的账号不能打开这个页面，如有疑问请联系管理员。',
    home: '返回首页',
  },
  menu: '菜单',
  /** From the customers' pages to the back office, and the other way. */
  toStaff: '管理后台',
  toCustomer: '客户视图',
  toLight: '切换到浅色',
  toDark: '切换到深色',
  names: { tabs: '主导航', phone: '底部导航', staff: '后台导航' },
  phone: { home: '首页', shop: '商店', nodes: '节点', mine: '我的' },
} as const;
