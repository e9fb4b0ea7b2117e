/**
 * The name of an account at a provider: who made the gateway, where it is, and our number there. How an address is
 * written (scheme, letters of the host, last slash) makes no other account. Undefined while a part is missing.
 */
export const accountName = (
  family: string,
  { base, merchant }: { readonly base: URL | undefined; readonly merchant: string },
): string | undefined => {
  if (!base) return undefined;
  const host = base.host.replace(/\.(?=:|$)/, '');
  return `${family}|${host}${base.pathname.replace(/\/+$/, '')}|${merchant.trim()}`;
};
