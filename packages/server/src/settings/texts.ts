/** What the settings say, and the mail by which sending is tried out. */
export const texts = {
  ownDomain: '代理商域名不能是本站自己的域名，否则所有访客都会被当作代理商的客户',
  overtaken: '设置已被其他管理员修改，请查看变化后重试',
  testSubject: '测试邮件',
  testBody: '收到这封邮件，说明发信设置正确。',
} as const;
