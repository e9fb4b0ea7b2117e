import type { NumberSetting, TextSetting } from './settings-table.ts';

/** Endpoints of a chain, with the keys they want: written and never shown. */
const endpoints = (chain: string, help = '例如 https://…，多个地址用空格分开，轮流查询') =>
  ({
    kind: 'secret',
    section: 'sales',
    label: `${chain} 节点地址`,
    default: '',
    maxLength: 500,
    help,
    format: 'endpoints',
  }) as const satisfies TextSetting;

/** Settings of payments in USDT that the product watches by itself. */
export const usdtSettings = {
  usdtpay: {
    kind: 'text',
    section: 'sales',
    label: 'USDT 收款地址',
    default: '',
    maxLength: 300,
    help: '每条链一个，用空格分开；T 开头为 TRC20，0x 开头用于各 EVM 链，也可写 bep20:0x…。请勿使用交易所地址',
    format: 'receiving',
  },
  usdt_trc20_nodes: endpoints('TRC20', '例如 https://api.trongrid.io#密钥，多个地址用空格分开，轮流查询'),
  usdt_erc20_nodes: endpoints('ERC20'),
  usdt_bep20_nodes: endpoints('BEP20'),
  usdt_polygon_nodes: endpoints('Polygon'),
  exchange_rate: {
    kind: 'number',
    section: 'sales',
    label: '美元汇率',
    default: 7.2,
    min: 0.01,
    max: 1000,
    unit: '元/USDT',
    whole: false,
    decimals: 4,
    help: '每 1 USDT 折合的人民币，最多 4 位小数',
  },
  usdtCheckTime: {
    kind: 'number',
    section: 'sales',
    label: 'USDT 等待时间',
    default: 30,
    min: 5,
    max: 1440,
    unit: '分钟',
    whole: true,
    help: '付款窗口的有效时间，逾期到账仍会处理',
  },
  usdtCheckInterval: {
    kind: 'number',
    section: 'sales',
    label: 'USDT 查询间隔',
    default: 15,
    min: 5,
    max: 600,
    unit: '秒',
    whole: true,
    help: '有待付款时查询链上到账的间隔',
  },
} as const satisfies Readonly<Record<string, NumberSetting | TextSetting>>;
