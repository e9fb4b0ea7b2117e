import { expect, test } from 'vitest';
import { tabs } from './menu.ts';
import { routes } from './routes.ts';

/** The specification's route table: what anybody may open, and what needs a log-in token. */
const open = `/login /register /confirm /reset / /tutorial
  /clash_for_windows /clash_for_android /clash_meta_for_android /flclash_for_android /v2rayng_for_android
  /v2rayng_for_windows /flclash_for_pc /ss_for_ios /singbox_for_ios /singbox_for_mac /singbox_for_android
  /singbox_for_win /v2box_for_ios /streisand_for_ios /quantumult_for_ios /quantumultx_for_ios /clash_for_macos
  /shop /order /orderinfo /checkout /channel /wallet /agents /push /feedback /traffic_records
  /apple_id_share /apple_id_signup_guide /windows_errors`.split(/\s+/);
const guarded = `/user_info /admin_config /admin_permissions /admin_userlist /all_traffic_records /admin_tradeList
  /admin_charge /admin_combos /admin_entrys /admin_agents /admin_agentLines /admin_coupon /admin_error /coupon_records
  /admin_prize /admin_stastic`.split(/\s+/);

test.each(open)('%s is a route that anybody may open', (path) => {
  expect(routes.find((route) => route.path === path)?.login).toBe(false);
});

test.each(guarded)('%s is a route that needs a log-in', (path) => {
  expect(routes.find((route) => route.path === path)?.login).toBe(true);
});

test('no path is listed twice, and each has a title and a description', () => {
  expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length);
  for (const { title, description } of routes) expect(title && description).not.toBe('');
});

test('every tab leads to a route, and hides from agency customers what the route refuses them', () => {
  for (const tab of tabs) {
    const route = routes.find(({ path }) => path === tab.path);
    expect(route, tab.path).toBeDefined();
    if (route?.agencyRestricted) expect(tab.agencyRestricted).toBe(true);
  }
});
