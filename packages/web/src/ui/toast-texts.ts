/** Texts around toasts. */
export const texts = { list: '提示', close: '关闭提示' } as const;
