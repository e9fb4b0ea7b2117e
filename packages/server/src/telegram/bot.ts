import { MIB } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { releaseTelegram, userkeyAssociatedData } from '../accounts/index.ts';
import { queueChat, unblockChat, type ChatUpdate } from '../chat/index.ts';
import { checkIn } from '../checkin/index.ts';
import { consoleBase } from '../mail/index.ts';
import { listNodes, presentAgentItems, rhythmOf } from '../nodes/index.ts';
import { dayOf, MINUTE_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { Refusal } from '../platform/refuse.ts';
import { isStaff } from '../platform/staff.ts';
import { trafficOf } from '../traffic/index.ts';
import { bindById, bindByToken, type BindOutcome } from './link.ts';
import { maskedEmail, minuteOf, nodesText, trafficLinesOf } from './present.ts';
import type { Answer, CommandRequest, Reply } from './command.ts';
import { customerCommands } from './customer-commands.ts';
import { menuOf } from './menu.ts';
import { bindArgs, commandOf, type Command } from './rules.ts';
import { staffCommands } from './staff-commands.ts';
import { findBotName, findBound, getLinkParts, type BindableRow } from './store.ts';
import { texts } from './texts.ts';

/** How long a subscription link stays in a chat. */
const LINK_SECONDS = 60;
/** An answer that comes later than this is of no use. */
const ANSWER_MS = 10 * MINUTE_MS;

/**
 * Answers one update, in the caller's transaction: what it changes and what is said of it exist together or not at all.
 * Only private chats are answered, and whoever writes is who Telegram says they are; a command in a group gets a hint.
 */
export const answerUpdate = async (trx: Db, deps: Deps, update: ChatUpdate): Promise<void> => {
  const { from: person, chat, text = '' } = update.message ?? {};
  if (!person || !chat || person.is_bot === true) return;
  const command = commandOf(text, await findBotName(trx));
  const expiresAt = new Date(deps.clock.now().getTime() + ANSWER_MS);
  const say = async (reply: Reply): Promise<void> => {
    if (reply === undefined) return;
    const message = typeof reply === 'string' ? { text: reply } : reply;
    await queueChat(trx, deps, { chatId: chat.id, kind: command?.name ?? 'text', expiresAt, ...message });
  };
  if (chat.type !== 'private') return command && isKnown(command) ? say(texts.privateOnly) : undefined;
  await unblockChat(trx, chat.id);
  await say(command ? await answerCommand({ trx, deps, person, command }) : texts.unknown);
};

const isKnown = ({ name }: Command): boolean => [open, bound, staffOnly].some((table) => Object.hasOwn(table, name));

const answerCommand = async (request: CommandRequest): Promise<Reply> => {
  const { name } = request.command;
  const forAll = Object.hasOwn(open, name) ? open[name] : undefined;
  if (forAll) return forAll(request);
  const account = await findBound(request.trx, request.person.id);
  const forBound = answerFor(name, account);
  if (!forBound) return texts.unknown;
  if (!account) return texts.notBound;
  if (name !== 'unbind' && mustSetUp(account, request.deps)) return texts.secondStepFirst;
  return forBound(request, account);
};

const isAdmin = (account: BindableRow | undefined): boolean => account?.type === 'admin';

/** Whether an account of staff lacks the second step that the settings require. The gate refuses its calls as well. */
const mustSetUp = ({ type, hasSecondStep }: BindableRow, { settings }: Deps): boolean =>
  isStaff(type) && !hasSecondStep && settings.current().staff_second_step;

/** What answers a command of whoever is bound; those of staff are known to nobody else. */
const answerFor = (name: string, account: BindableRow | undefined): Answer | undefined => {
  if (Object.hasOwn(bound, name)) return bound[name];
  return isAdmin(account) && Object.hasOwn(staffOnly, name) ? staffOnly[name] : undefined;
};

const outcomeText = (outcome: BindOutcome): string => {
  if (outcome.kind === 'bound') return texts.bound(maskedEmail(outcome.email));
  return outcome.kind === 'asked' ? texts.askedToBind : texts[outcome.kind];
};

const help = async ({ trx, deps, person }: CommandRequest): Promise<string> => {
  const account = await findBound(trx, person.id);
  if (!account) return texts.helpUnbound;
  const offered = [...menuOf(deps.settings.current()), ...(isAdmin(account) ? texts.staffMenu : [])];
  return [texts.helpBound, ...offered.map(({ command, description }) => `/${command} ${description}`)].join('\n');
};

/** Commands for everybody. */
const open: Readonly<Record<string, (request: CommandRequest) => Promise<Reply>>> = {
  start: async (request) => {
    const { trx, deps, person, command } = request;
    const [token] = command.args;
    if (token !== undefined) return outcomeText(await bindByToken(trx, deps, { person, token }));
    return `${texts.welcome(deps.settings.current().site_name)}\n${await help(request)}`;
  },
  help,
  bind: async ({ trx, deps, person, command }) => {
    const args = bindArgs(command.args);
    return args ? outcomeText(await bindById(trx, deps, { person, ...args })) : texts.bindUsage;
  },
};

/** Commands for admins. */
const staffOnly: Readonly<Record<string, Answer>> = staffCommands;

/** Commands for whoever is bound. */
const bound: Readonly<Record<string, Answer>> = {
  unbind: async ({ trx, deps }, account) => {
    // The end of a binding is told to the chat by whatever ends it.
    await releaseTelegram(trx, deps, { userId: account.id, reason: 'chat' });
    return undefined;
  },

  me: async ({ trx, deps }, account) => {
    const { now, timezone, today } = timeOf(deps);
    const traffic = await trafficOf(trx, account.num);
    const { vipUntil } = traffic;
    return texts.me({
      email: maskedEmail(account.email),
      member: vipUntil && vipUntil > now ? texts.memberUntil(minuteOf(vipUntil, timezone)) : texts.noMember,
      lines: trafficLinesOf(traffic, now, today),
    });
  },

  traffic: async ({ trx, deps }, account) => {
    const { now, today } = timeOf(deps);
    return trafficLinesOf(await trafficOf(trx, account.num), now, today).join('\n');
  },

  sub: async ({ trx, deps }, { id }) => {
    if (!deps.settings.current().telegram_sub_link) return texts.subOff;
    const { encrypted, describeHost } = await getLinkParts(trx, id);
    const key = deps.secrets.decrypt(encrypted, userkeyAssociatedData(id));
    const link = `${linkBase(describeHost, deps)}/api/subscript/auto/${id}/${key}?f=auto`;
    return { text: texts.sub(link), liveSeconds: LINK_SECONDS };
  },

  checkin: async ({ trx, deps }, account) => {
    try {
      const { addTraffic, haveContinueSignUseData, extraReward } = await checkIn(trx, deps, account);
      const { continueSignUseDay, continueSignReward } = deps.settings.current();
      return texts.checkedIn(
        Math.round(addTraffic / MIB),
        extraReward ? continueSignUseDay : haveContinueSignUseData,
        extraReward ? continueSignReward : 0,
      );
    } catch (problem) {
      if (problem instanceof Refusal) return problem.message;
      throw problem;
    }
  },

  ...customerCommands,

  nodes: async ({ trx, deps }) => nodesText(presentAgentItems(await listNodes(trx), rhythmOf(deps))),
};

const timeOf = ({ clock, settings }: Deps) => {
  const [now, { timezone }] = [clock.now(), settings.current()];
  return { now, timezone, today: dayOf(now, timezone) };
};

/** Base of subscription links: the account's own, the site's, else the console's address. */
const linkBase = (describeHost: string, { env, settings }: Deps): string => {
  const current = settings.current();
  const host = (describeHost || current.describe_host).trim().replace(/\/+$/, '');
  if (host === '') return consoleBase(env, current);
  return /^https?:\/\//.test(host) ? host : `https://${host}`;
};
