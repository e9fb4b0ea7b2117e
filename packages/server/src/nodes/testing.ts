/** The form of a node in Tokyo, as an admin saves it; `change` replaces fields. */
export const nodeForm = (change: object = {}): object => ({
  name: '东京',
  country: { name: '日本', flag: '🇯🇵' },
  type: 'v2ray',
  ip: '203.0.113.10',
  port: 20_000,
  serverType: 'ubuntu_x86',
  ...change,
});
