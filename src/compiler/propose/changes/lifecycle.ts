import { apiKey } from '#compiled/api-key.ts';
import type { DeprecatedApi, RetiredApi } from '#compiled/proposals/proposed-change.ts';
import { placeOf } from '#source/place.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers } from '#compiler/edit/insert-content.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { findApi } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';

/** Announces the deprecation of a version to its callers, and replaces an earlier announcement. */
export function deprecateApi(workspace: Workspace, change: DeprecatedApi): ProposedEdit {
  const { since, sunset, link, successor } = change;
  checkLines('date of the deprecation', [since], 'since');
  checkLines('date of the retirement', listed(sunset), 'sunset');
  checkLines('link', listed(link), 'link');
  checkLines('successor', listed(successor), 'successor');
  const { value, place } = findApi(workspace, change.api);
  if (!['published', 'deprecated'].includes(value.state))
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
  const text = editFile(
    workspace,
    place.file,
    (before) => replaceValue(new EditableText(before), placeOf(place, 'state'), 'deprecated'),
    (before) => {
      const source = new EditableText(before);
      if (!value.deprecation) return addMembers(source, place, { deprecation });
      return replaceValue(source, placeOf(place, 'deprecation'), deprecation);
    },
  );
  const declared = { ...value, state: 'deprecated', deprecation };
  return {
    files: { [place.file]: text },
    declares: [{ list: 'apis', key: apiKey(value), value: declared }],
  };
}

/** Retires a version: its callers receive status 410. */
export function retireApi(workspace: Workspace, { api }: RetiredApi): ProposedEdit {
  const { value, place } = findApi(workspace, api);
  if (value.state === 'retired') throw new ChangeError(`${api} is retired already.`);
  const text = editFile(workspace, place.file, (before) =>
    replaceValue(new EditableText(before), placeOf(place, 'state'), 'retired'),
  );
  const declared = { ...value, state: 'retired' };
  return {
    files: { [place.file]: text },
    declares: [{ list: 'apis', key: apiKey(value), value: declared }],
  };
}

function listed(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}
