/** The address of the page of one account, to which lists of staff lead. */
export const userAddress = (id: string): string => `/admin_user?id=${encodeURIComponent(id)}`;

/** The address at which staff see the wallet of an account. */
export const walletAddress = (id: string): string => `/admin_charge?wallet=${encodeURIComponent(id)}`;
