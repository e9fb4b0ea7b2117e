import { enrolTexts } from '@skyport/web/nodes/enrol-texts';
import { faultText } from '@skyport/web/ui/fault-texts';
import { joinProblemText } from '@skyport/web/nodes/join-problems';
import { nodeTexts } from '@skyport/web/nodes/texts';
import { troubleTexts } from '@skyport/web/nodes/trouble-texts';
import type { Locator, Page } from 'playwright-core';
import { pastedBy } from '../../testkit/browser.ts';
import { rowOf } from '../../testkit/operator-actions.ts';
import { until } from '../../testkit/until.ts';

/** The install command in the join window. */
export const commandIn = (window: Locator): Promise<string> =>
  window.getByLabel(enrolTexts.command, { exact: true }).innerText();

export const codeIn = (window: Locator): Promise<string> =>
  window.getByLabel(enrolTexts.code, { exact: true }).innerText();

/** Presses the copying of the command and pastes. */
export const copyCommand = async (page: Page, window: Locator): Promise<string> => {
  await window.getByRole('button', { name: enrolTexts.copyCommand, exact: true }).click();
  return pastedBy(page);
};

/** Waits until the window says that the node's port refuses connections. */
export const untilPortRefuses = (window: Locator, port: number): Promise<void> =>
  window.getByText(enrolTexts.lastTry(joinProblemText({ code: 'portClosed', detail: '' }, port))).waitFor();

export const closeWindow = async (window: Locator): Promise<void> => {
  await window.getByText(enrolTexts.close, { exact: true }).click();
  await window.waitFor({ state: 'hidden' });
};

/** Why a node is away, by how its port was closed. */
const REASONS = {
  'behind a firewall': [troubleTexts.plain.timedOut, faultText('ETIMEDOUT')],
  'without its agent': [faultText('ECONNREFUSED')],
} as const;

/** Error codes of the system. */
const RAW = /\bE(?:CONN|HOST|NET|TIMED|PIPE|AI_|NOT)[A-Z_]*\b/;

/** Text of an offline node's card, and the faults in it. */
export const awayProblems = async (
  page: Page,
  node: string,
  way: keyof typeof REASONS,
): Promise<{ readonly text: string; readonly problems: readonly string[] }> => {
  const card = rowOf(page, node);
  const read = async (): Promise<string> => (await card.innerText()).replaceAll(/\s+/g, ' ');
  const hasReason = (text: string): boolean => REASONS[way].some((reason) => text.includes(reason));
  // A missing reason is one of the problems below.
  await until('the node to be away', async () => hasReason(await read())).catch(() => undefined);
  const text = await read();
  const problems = [
    !hasReason(text) && 'no reason in words',
    !text.includes(nodeTexts.health.offline) && `not ${nodeTexts.health.offline}`,
    RAW.test(text) && 'a raw fault',
    text.includes(nodeTexts.health.healthy) && `still ${nodeTexts.health.healthy}`,
    /\d ms\b/.test(text) && 'a latency',
    (await card.locator('[data-tone=ok]').count()) > 0 && 'a green dot',
  ];
  return { text, problems: problems.filter((problem) => problem !== false) };
};
