import { apiKey } from '#compiled/api-key.ts';
import type {
  BlockedApi,
  DeprecatedApi,
  PublishedApi,
  RetiredApi,
  UnblockedApi,
} from '#compiled/proposals/proposed-change.ts';
import type { LifecycleState } from '#compiled/manifest.ts';
import { placeOf } from '#source/place.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers } from '#compiler/edit/insert-content.ts';
import { removeMember } from '#compiler/edit/remove-member.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { findApi } from '../find-declared.ts';
import { type ChangeContext, editFile, type EditStep, type ProposedEdit } from '../proposed-edit.ts';
import { dateSubscriptions } from './date-subscriptions.ts';

/** Publishes a created version. */
export function publishApi(workspace: Workspace, { api }: PublishedApi): ProposedEdit {
  const found = findApi(workspace, api);
  if (found.value.state !== 'created')
    throw new ChangeError(`${api} is ${found.value.state}: only a created version can be published.`);
  return changeState(workspace, found, 'published');
}

/** Blocks a version: its callers receive status 503. */
export function blockApi(workspace: Workspace, { api, blockedUntil }: BlockedApi): ProposedEdit {
  checkLines('time', listed(blockedUntil), 'blockedUntil');
  const found = findApi(workspace, api);
  const { value, place } = found;
  if (!['published', 'deprecated'].includes(value.state))
    throw new ChangeError(`${api} is ${value.state}: only a published or deprecated version can be blocked.`);
  const { blockedUntil: before, ...others } = value;
  const at = placeOf(place, 'blockedUntil');
  const step: EditStep = (text) => {
    const source = new EditableText(text);
    if (blockedUntil !== undefined && before !== undefined) return replaceValue(source, at, blockedUntil);
    if (blockedUntil !== undefined) return addMembers(source, place, { blockedUntil });
    return before === undefined ? [] : removeMember(source, at);
  };
  const next = { value: { ...others, ...(blockedUntil !== undefined && { blockedUntil }) }, place };
  return changeState(workspace, next, 'blocked', step);
}

/**
 * Makes a blocked version available again, in the state that it had before. If that is deprecated, subscriptions without
 * a date receive one.
 */
export function unblockApi(
  workspace: Workspace,
  { api }: UnblockedApi,
  { today }: ChangeContext,
): ProposedEdit {
  const { value, place } = findApi(workspace, api);
  if (value.state !== 'blocked') throw new ChangeError(`${api} is ${value.state}, not blocked.`);
  const { blockedUntil, ...others } = value;
  const step: EditStep = (text) =>
    blockedUntil === undefined ? [] : removeMember(new EditableText(text), placeOf(place, 'blockedUntil'));
  const next = { value: others, place };
  if (!value.deprecation) return changeState(workspace, next, 'published', step);
  return changeDeprecated(workspace, next, { state: 'deprecated', today }, step);
}

/** Changes the state of a version. `steps` change other fields, which `value` has already. */
function changeState(
  workspace: Workspace,
  { value, place }: Declared<ApiDeclaration>,
  state: LifecycleState,
  ...steps: readonly EditStep[]
): ProposedEdit {
  const edit: EditStep = (text) => replaceValue(new EditableText(text), placeOf(place, 'state'), state);
  const text = editFile(workspace, place.file, edit, ...steps);
  return {
    files: { [place.file]: text },
    declares: [{ list: 'apis', key: apiKey(value), value: { ...value, state } }],
  };
}

/**
 * Announces the deprecation of a version to its callers, and replaces an earlier announcement. A blocked version stays
 * blocked. Subscriptions without a date receive one.
 */
export function deprecateApi(
  workspace: Workspace,
  change: DeprecatedApi,
  { today }: ChangeContext,
): ProposedEdit {
  const { since, sunset, link, successor } = change;
  checkLines('date of the deprecation', [since], 'since');
  checkLines('date of the retirement', listed(sunset), 'sunset');
  checkLines('link', listed(link), 'link');
  checkLines('successor', listed(successor), 'successor');
  const { value, place } = findApi(workspace, change.api);
  if (!['published', 'deprecated', 'blocked'].includes(value.state))
    throw new ChangeError(`${change.api} is ${value.state}, so it cannot be deprecated.`);
  if (successor === apiKey(value))
    throw new ChangeError(
      `${successor} cannot be its own successor.`,
      'Choose another version, or none.',
      'successor',
    );
  const deprecation = {
    since,
    ...(sunset !== undefined && { sunset }),
    ...(link !== undefined && { link }),
    ...(successor !== undefined && { successor }),
  };
  const state = value.state === 'blocked' ? 'blocked' : 'deprecated';
  const announce: EditStep = (before) => {
    const source = new EditableText(before);
    if (!value.deprecation) return addMembers(source, place, { deprecation });
    return replaceValue(source, placeOf(place, 'deprecation'), deprecation);
  };
  return changeDeprecated(workspace, { value: { ...value, deprecation }, place }, { state, today }, announce);
}

/** Changes the state of a version with a deprecation, and dates the subscriptions to it. */
function changeDeprecated(
  workspace: Workspace,
  { value, place }: Declared<ApiDeclaration>,
  { state, today }: { readonly state: LifecycleState; readonly today: string },
  step: EditStep,
): ProposedEdit {
  const since = value.deprecation?.since ?? today;
  const { steps, declares } = dateSubscriptions(workspace, apiKey(value), since, today);
  const changed = changeState(workspace, { value, place }, state, step, ...(steps.get(place.file) ?? []));
  const others = [...steps].filter(([file]) => file !== place.file);
  const dated = others.map(([file, edits]) => [file, editFile(workspace, file, ...edits)] as const);
  return {
    files: { ...changed.files, ...Object.fromEntries(dated) },
    declares: [...changed.declares, ...declares],
  };
}

/** Retires a version: its callers receive status 410. */
export function retireApi(workspace: Workspace, { api }: RetiredApi): ProposedEdit {
  const found = findApi(workspace, api);
  if (found.value.state === 'retired') throw new ChangeError(`${api} is retired already.`);
  return changeState(workspace, found, 'retired');
}

function listed(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}
