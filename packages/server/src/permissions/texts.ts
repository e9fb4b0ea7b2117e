/** As many names as one sentence carries. */
const MOST_NAMES = 5;

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMES).join('、');
  if (names.length === 0) return '';
  return names.length > MOST_NAMES ? `：${shown} 等 ${names.length} 个` : `：${shown}`;
};

/** Texts of what staff change of permissions. */
export const texts = {
  nameTaken: '已有同名权限',
  products: (names: readonly string[]): string => `仍有商品附带该权限${listed(names)}`,
  lines: (names: readonly string[]): string => `仍有线路使用该权限${listed(names)}`,
} as const;
