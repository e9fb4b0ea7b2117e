import {
  IconBox,
  IconCash,
  IconChartBar,
  IconDeviceDesktopAnalytics,
  IconExclamationCircle,
  IconFile,
  IconGift,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconMessages,
  IconReceipt,
  IconRoute,
  IconRouteAltLeft,
  IconServer,
  IconSettings,
  IconTicket,
  IconTransferIn,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';

/** What the folded menu shows of a page, by the name of its tab. */
export const pageIcons: Readonly<Record<string, TablerIcon>> = {
  admin_overview: IconLayoutDashboard,
  admin_stastic: IconChartBar,
  admin_userlist: IconUsers,
  admin_tickets: IconMessages,
  admin_charge: IconCash,
  admin_combos: IconBox,
  admin_tradeList: IconReceipt,
  admin_agents: IconServer,
  admin_entrys: IconTransferIn,
  admin_agentLines: IconRoute,
  admin_rules: IconRouteAltLeft,
  admin_permissions: IconKey,
  admin_coupon: IconTicket,
  coupon_records: IconListDetails,
  admin_prize: IconGift,
  admin_config: IconSettings,
  admin_audit: IconHistory,
  admin_error: IconExclamationCircle,
  all_traffic_records: IconDeviceDesktopAnalytics,
};

/** The icon of a page that has none of its own yet. */
export const plainIcon: TablerIcon = IconFile;
