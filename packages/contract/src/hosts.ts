const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*$/i;

/** Whether a text is a host name. */
export const isHost = (text: string): boolean => HOST.test(text);

/** Whether a text is a host name, or one with a port. */
export const isHostAndPort = (text: string): boolean => {
  const [, host = '', port = '1'] = /^([^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isHost(host) && Number(port) >= 1 && Number(port) <= 65_535;
};

/** What somebody wrote or pasted for a domain, without the scheme and the slash at the end that an address has. */
export const bareDomain = (text: string): string => text.replace(/^https?:\/\//i, '').replace(/\/$/, '');

/** A stored domain, which may be older than its rule: bare, and empty when it is none. */
export const domainOf = (stored: string): string => {
  const bare = bareDomain(stored.trim());
  return isHostAndPort(bare) ? bare : '';
};
