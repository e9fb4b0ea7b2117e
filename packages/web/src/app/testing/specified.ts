/*
 * The specification's own tables of routes and tabs (§2), which the console's table of pages is held against.
 */

/** Client guides; anybody may open them. */
export const guidePaths = `/clash_for_windows /clash_for_android /clash_meta_for_android /flclash_for_android
  /v2rayng_for_android /v2rayng_for_windows /flclash_for_pc /ss_for_ios /singbox_for_ios /singbox_for_mac
  /singbox_for_android /singbox_for_win /v2box_for_ios /streisand_for_ios /quantumult_for_ios /quantumultx_for_ios
  /clash_for_macos`.split(/\s+/);

/** Pages of commerce; anybody may open them. */
export const commercePaths =
  '/shop /order /orderinfo /checkout /channel /wallet /agents /push /feedback /traffic_records'.split(' ');

/** Every route that anybody may open. */
export const openPaths = [
  ...'/login /register /confirm /reset / /tutorial /apple_id_share /apple_id_signup_guide /windows_errors'.split(' '),
  ...guidePaths,
  ...commercePaths,
];

/** Pages of the back office; they need a log-in token. */
export const backOfficePaths = `/admin_config /admin_permissions /admin_userlist /all_traffic_records /admin_tradeList
  /admin_charge /admin_combos /admin_entrys /admin_agents /admin_agentLines /admin_coupon /admin_error /coupon_records
  /admin_prize /admin_stastic`.split(/\s+/);

/** Every route that needs a log-in token. */
export const guardedPaths = ['/user_info', ...backOfficePaths];

/** Names of the tabs of the header. */
export const tabNames = `root shop agents channel order traffic_records admin_stastic admin_coupon coupon_records
  admin_config admin_userlist all_traffic_records admin_tradeList admin_charge admin_combos admin_permissions
  admin_entrys admin_agents admin_agentLines admin_prize wallet windows_errors feedback push user_info
  admin_error`.split(/\s+/);
