import { addDays, dayOf, SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { escapeHtml } from '../platform/html.ts';
import type { StatusRoute } from '../platform/status-route.ts';
import { sampleNodes, samplePayments, STATUS_DAYS, type Sample } from './samples.ts';
import { listStatusDays, statusParts, type StatusDay, type StatusPart } from './store.ts';

/** How long a page is given to everybody, in ms. */
const KEPT_MS = 30 * SECOND_MS;

const texts = {
  title: (site: string) => `${site} 服务状态`,
  parts: { panel: '网站与后台', nodes: '节点', payments: '支付' } satisfies Record<StatusPart, string>,
  states: { good: '正常', partial: '部分异常', bad: '异常' },
  share: (percent: string) => `近 ${STATUS_DAYS} 天可用率 ${percent}`,
  unknown: '无记录',
  back: '返回网站',
  updated: '每分钟记录一次。',
} as const;

const STYLE =
  ':root{color-scheme:light dark}body{font-family:system-ui,sans-serif;max-width:720px;margin:48px auto;padding:0 20px;' +
  'line-height:1.6}h2{display:flex;justify-content:space-between;font-size:18px;margin:32px 0 8px}' +
  'ol{display:flex;gap:1px;list-style:none;margin:0;padding:0;height:32px}li{flex:1;background:#8884}' +
  'li[data-s=good]{background:#2e9e5b}li[data-s=partial]{background:#d69e2e}li[data-s=bad]{background:#d64545}' +
  'small{opacity:.75}';

type State = keyof typeof texts.states;

const stateOf = ({ noted, bad }: Sample): State => {
  if (bad === 0) return 'good';
  return bad >= noted ? 'bad' : 'partial';
};

/** Percent that worked, rounded down, so that 100 means all. */
const percent = ({ noted, bad }: Sample): string => {
  const share = Math.floor(((noted - bad) / noted) * 10_000) / 100;
  return `${share === 100 ? '100' : share.toFixed(2)}%`;
};

const bar = (day: string, found: Sample | undefined): string => {
  if (!found || found.noted === 0) return `<li title="${day} ${texts.unknown}"></li>`;
  // A few bad minutes do not make a bad day.
  const state = found.bad / found.noted > 0.5 ? 'bad' : stateOf(found) === 'good' ? 'good' : 'partial';
  return `<li data-s="${state}" title="${day} ${percent(found)}"></li>`;
};

interface PartOfPage {
  readonly part: StatusPart;
  readonly now: Sample;
  readonly days: readonly StatusDay[];
}

const section = ({ part, now, days }: PartOfPage, shown: readonly string[]): string => {
  const own = new Map(days.filter((day) => day.part === part).map((day) => [day.day, day]));
  const sum = [...own.values()].reduce((all, { noted, bad }) => ({ noted: all.noted + noted, bad: all.bad + bad }), {
    noted: 0,
    bad: 0,
  });
  const share = sum.noted === 0 ? texts.unknown : texts.share(percent(sum));
  const bars = shown.map((day) => bar(day, own.get(day))).join('');
  return `<section><h2><span>${texts.parts[part]}</span><span>${texts.states[stateOf(now)]}</span></h2>
<ol aria-hidden="true">${bars}</ol><small>${share}</small></section>`;
};

const pageOf = (site: string, sections: readonly string[]): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(texts.title(site))}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(texts.title(site))}</h1>${sections.join('\n')}
<p><small>${texts.updated}</small></p><p><a href="/">${texts.back}</a></p></main></body></html>
`;

const render = async (deps: Deps): Promise<string> => {
  const { timezone, site_name } = deps.settings.current();
  const today = dayOf(deps.clock.now(), timezone);
  const shown = Array.from({ length: STATUS_DAYS }, (_, n) => addDays(today, n + 1 - STATUS_DAYS));
  const days = await listStatusDays(deps.db, shown[0]!);
  const now = { panel: { noted: 1, bad: 0 }, nodes: await sampleNodes(deps), payments: await samplePayments(deps) };
  const parts = statusParts.filter((part) => now[part].noted > 0);
  return pageOf(
    site_name,
    parts.map((part) => section({ part, now: now[part], days }, shown)),
  );
};

/** The page for everybody; undefined while the settings do not switch it on. It names no node, address or provider. */
export const createStatusRoute = (deps: Deps): StatusRoute => {
  let kept: { readonly until: number; readonly html: Promise<string> } | undefined;
  return async () => {
    if (!deps.settings.current().status_page) return undefined;
    const now = deps.clock.now().getTime();
    if (!kept || now >= kept.until) {
      const html = render(deps);
      kept = { until: now + KEPT_MS, html };
      html.catch(() => (kept = undefined));
    }
    return kept.html;
  };
};
