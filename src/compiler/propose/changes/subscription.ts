import { apiKey, subscriptionKey } from '#compiled/api-key.ts';
import type {
  NewSubscription,
  NewSubscriptions,
  ProposedSubscription,
  WithdrawnSubscription,
} from '#compiled/proposals/proposed-change.ts';
import { appendDocument } from '#compiler/edit/insert-content.ts';
import { removeDocument } from '#compiler/edit/remove-document.ts';
import { applyEdits } from '#compiler/edit/text-edit.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { checkDeclared, findApi, findApplication, findSubscription } from '../find-declared.ts';
import {
  type ChangeContext,
  editFile,
  type ExpectedDeclaration,
  type ProposedEdit,
} from '../proposed-edit.ts';
import { type NewDeclaration, renderDeclaration } from '../render-declaration.ts';
import { subscriptionFile } from '../subscription-file.ts';

/** The declaration of a subscription, next to its API; `today` is a date such as 2026-01-31. Throws a ChangeError. */
export function declareSubscription(
  workspace: Workspace,
  application: string,
  { api, tier, scopes }: ProposedSubscription,
  today: string,
): NewDeclaration {
  const found = findApi(workspace, api);
  const { value } = found;
  checkDeclared('tier', tier, workspace.names.Tier);
  checkLines('scope', scopes, 'scopes');
  if (value.state === 'retired')
    throw new ChangeError(`${api} is retired.`, 'Choose a published version.', 'api');
  const declaration = {
    kind: 'Subscription',
    application,
    api: apiKey(value),
    tier,
    ...(scopes.length > 0 && { scopes }),
    ...(value.state === 'deprecated' && { since: today }),
  } as const;
  return { declaration, file: subscriptionFile(workspace, application, found) };
}

/** Adds a subscription of an application that is already declared. */
export function addSubscription(
  workspace: Workspace,
  change: NewSubscription,
  context: ChangeContext,
): ProposedEdit {
  return addToDeclared(workspace, change.application, [change], context);
}

/** Adds several subscriptions of an application that is already declared. */
export function addSeveral(
  workspace: Workspace,
  { application, subscriptions }: NewSubscriptions,
  context: ChangeContext,
): ProposedEdit {
  if (subscriptions.length === 0) throw new ChangeError('No API version is chosen.');
  return addToDeclared(workspace, application, subscriptions, context);
}

function addToDeclared(
  workspace: Workspace,
  application: string,
  added: readonly ProposedSubscription[],
  context: ChangeContext,
): ProposedEdit {
  findApplication(workspace, application);
  const known = added.find(({ api }) => findSubscription(workspace, application, api));
  if (known)
    throw new ChangeError(
      `${application} is already subscribed to ${known.api}.`,
      'To change its tier or scopes, change the subscription.',
      'api',
    );
  return addSubscriptions(workspace, application, added, context);
}

/** Adds several subscriptions, each in a file of its own, or at the end of that file if it exists. */
export function addSubscriptions(
  workspace: Workspace,
  application: string,
  added: readonly ProposedSubscription[],
  { schemas, today }: ChangeContext,
): ProposedEdit {
  if (new Set(added.map(({ api }) => api)).size < added.length)
    throw new ChangeError(`${application} cannot subscribe to the same API version twice.`);
  const files: Record<string, string> = {};
  const declares: ExpectedDeclaration[] = [];
  for (const one of added) {
    const { declaration, file } = declareSubscription(workspace, application, one, today);
    const before = files[file] ?? workspace.sources.text(file);
    const document = renderDeclaration({ declaration, file }, schemas);
    files[file] = before === undefined ? document : applyEdits(before, appendDocument(before, document));
    const key = subscriptionKey({ application, api: one.api });
    declares.push({ list: 'subscriptions', key, value: declaration });
  }
  return { files, declares };
}

/** Removes the document of a subscription, and its file if nothing remains in it. */
export function withdrawSubscription(workspace: Workspace, change: WithdrawnSubscription): ProposedEdit {
  const { application, api } = change;
  const found = findSubscription(workspace, application, api);
  if (!found) throw new ChangeError(`${application} is not subscribed to ${api}.`);
  const { file, document } = found.place;
  const text = editFile(workspace, file, (before) => removeDocument(before, document));
  return {
    files: { [file]: text.trim() === '' ? undefined : text },
    declares: [{ list: 'subscriptions', key: subscriptionKey(change), value: undefined }],
  };
}
