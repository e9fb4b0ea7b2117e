/** Why nobody has answered, for whoever tests an instance; `who` is whom we asked. */
export const unreachedTexts = (who: string) =>
  ({
    insecure: '接口地址必须以 https:// 开头',
    private: '接口地址指向内网，不能使用',
    slow: `${who}没有在规定时间内回应`,
    large: `${who}返回的内容过大`,
    certificate: `${who}的 HTTPS 证书无效`,
    unreachable: `无法连接${who}`,
  }) as const;
