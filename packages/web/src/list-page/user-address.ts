/** The address of the page of one account, to which lists of staff lead. */
export const userAddress = (id: string): string => `/admin_user?id=${encodeURIComponent(id)}`;
