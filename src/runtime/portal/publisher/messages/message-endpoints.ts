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
import { pathOfApi } from '../../visit/paths.ts';
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

/** Sends a message once, however often its form is sent. Rejects with a StoreError. */
async function sendMessage(visit: StoreVisit, version: OwnedVersion, id: string): Promise<StoreAnswer> {
  const { portal, form } = visit;
  const { addresses, sessions, services, nameOwner } = portal;
  const { subject, username } = requireUser(visit);
  const { entry, key, api } = version;
  const location = pathOfMessage(addresses, entry, id);
  const now = services.clock() / 1000;
  const isFirst = await sessions.claimTicket(`message ${JSON.stringify([subject, key, id])}`, now + day);
  if (!isFirst) return { location };
  if (!(await takeTurn(visit, subject, now))) return showMessageForm(visit, version, { problem: tooMany });
  const message = readMessage(form);
  await services.notices.send({
    id,
    api: key,
    page: addresses.origin + pathOfApi(addresses, entry),
    person: { subject, username },
    owner: nameOwner(api.owner),
    ...message,
    recipients: findReached(portal, key, message.audience).recipients,
  });
  return { location };
}

const { title, reason, advice } = texts.messages.tooMany;

const tooMany = { status: 429, title, reasons: [reason(mostOfPerson), advice], fields: [] };

/** Claims one of the messages that a person may send in an hour, through any gateway; false if none is left. */
async function takeTurn(
  { portal: { sessions } }: StoreVisit,
  subject: string,
  now: number,
): Promise<boolean> {
  for (let turn = 1; turn <= mostOfPerson; turn++)
    if (await sessions.claimTicket(`messages ${JSON.stringify([subject, turn])}`, now + hour)) return true;
  return false;
}
