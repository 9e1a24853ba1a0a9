import { texts } from '../../texts/texts.ts';
import { describeProblemOfSession, restoredNotice } from '../../proposals/form-problem.ts';
import { problemOfFields } from '../../proposals/show-form.ts';
import { showStoreProblem } from '../../visit/problem-page.ts';
import { requireUser } from '../../visit/store-user.ts';
import {
  signedInAgainField,
  type PortalEndpoint,
  type StoreAnswer,
  type StoreVisit,
} from '../../visit/store-visit.ts';
import { findOwnedVersion, type OwnedVersion } from '../owned-versions.ts';
import { composeMessage } from './compose-message.ts';
import { messageFields, readMessage } from './message-fields.ts';
import { pathOfMessage } from './message-paths.ts';
import { findReached } from './reached-applications.ts';
import { showMessage } from './show-message.ts';
import { showMessageForm, showMessagePreview } from './show-message-form.ts';

const formPath = '/publisher/:context/:version/message';

const page = { use: 'page', audience: 'signed-in' } as const;

/** The pages on which an owner writes to the subscribers of an API version. */
export const messageEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'GET',
    path: formPath,
    ...page,
    answer: forOwner((visit, version) => showMessageForm(visit, version)),
  },
  {
    method: 'POST',
    path: formPath,
    use: 'form',
    audience: 'signed-in',
    answer: forOwner(answerMessageForm),
    showAgain: forOwner(showMessageFormAgain),
  },
  {
    method: 'GET',
    path: '/publisher/:context/:version/messages/:message',
    ...page,
    answer: forOwner(showMessage),
  },
];

/** Shows other readers an unknown page. */
function forOwner(
  answer: (visit: StoreVisit, version: OwnedVersion) => StoreAnswer | Promise<StoreAnswer>,
): PortalEndpoint['answer'] {
  return (visit) => {
    const version = findOwnedVersion(visit);
    return version ? answer(visit, version) : showStoreProblem(visit.portal, 'page_unknown');
  };
}

function showMessageFormAgain(visit: StoreVisit, version: OwnedVersion): StoreAnswer {
  return visit.form.has(signedInAgainField)
    ? showMessageForm(visit, version, { notice: restoredNotice })
    : showMessageForm(visit, version, { problem: describeProblemOfSession() });
}

/** Shows the form again, shows what will be sent, or sends it, depending on the button. */
async function answerMessageForm(visit: StoreVisit, version: OwnedVersion): Promise<StoreAnswer> {
  const { form, portal } = visit;
  if (form.get('step') === 'edit') return showMessageForm(visit, version);
  const problem = problemOfFields(messageFields(form));
  if (problem) return showMessageForm(visit, version, { problem });
  const id = form.get('message') ?? '';
  const { recipients } = findReached(portal, version.key, readMessage(form).audience);
  if (form.get('step') !== 'send' || !isIdentifier(id) || recipients.length === 0)
    return showMessagePreview(visit, version);
  return sendMessage(visit, version, id);
}

/** Whether a text may identify a message: it is as long as what the preview made. */
function isIdentifier(text: string): boolean {
  return /^[0-9a-f-]{36}$/.test(text);
}

/** How many messages a person may send in an hour, to all APIs together. */
const mostOfPerson = 5;

const [hour, day] = [3600, 86_400];

/** Sends a message once, however often its form is sent. Rejects with a StoreError; the form can be sent again then. */
async function sendMessage(visit: StoreVisit, version: OwnedVersion, id: string): Promise<StoreAnswer> {
  const { sessions, services, addresses } = visit.portal;
  const { subject } = requireUser(visit);
  const { entry, key } = version;
  const location = pathOfMessage(addresses, entry, id);
  if (await services.notices.find({ id, api: key })) return { location };
  const now = services.clock() / 1000;
  const turn = await takeTurn(visit, subject, now);
  if (turn === undefined) return showMessageForm(visit, version, { problem: tooMany });
  const unused = new Set([turn]);
  try {
    const message = `message ${JSON.stringify([subject, key, id])}`;
    if (!(await sessions.claimTicket(message, now + day))) return { location };
    unused.add(message);
    await services.notices.send(composeMessage(visit, version, id));
    unused.clear();
    return { location };
  } finally {
    for (const ticket of unused) await sessions.endTicket(ticket);
  }
}

const { title, reason, advice } = texts.messages.tooMany;

const tooMany = { status: 429, title, reasons: [reason(mostOfPerson), advice], fields: [] };

/**
 * Claims one of the messages that a person may send in an hour, through any gateway. Returns its ticket; undefined if none
 * is left.
 */
async function takeTurn(
  { portal: { sessions } }: StoreVisit,
  subject: string,
  now: number,
): Promise<string | undefined> {
  for (let turn = 1; turn <= mostOfPerson; turn++) {
    const ticket = `messages ${JSON.stringify([subject, turn])}`;
    if (await sessions.claimTicket(ticket, now + hour)) return ticket;
  }
  return undefined;
}
