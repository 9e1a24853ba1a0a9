import type { TransferredApplication } from '#compiled/proposals/proposed-change.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { placeOf } from '#source/place.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { findApplication } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';

/** Replaces the owner of an application. */
export function transferApplication(
  workspace: Workspace,
  { application, owner }: TransferredApplication,
): ProposedEdit {
  const { value, place } = findApplication(workspace, application);
  checkLines('owner', [owner], 'owner');
  if (owner === value.owner)
    throw new ChangeError(`${owner} owns the application already.`, 'Enter another owner.', 'owner');
  if (owner.length > maxOwnerLength || !canOwn(workspace, owner))
    throw new ChangeError(
      `${JSON.stringify(owner.slice(0, maxOwnerLength))} is neither a declared team, nor an active user, nor an e-mail address.`,
      'Enter the exact name of a team or a user, or an address.',
      'owner',
    );
  const text = editFile(workspace, place.file, (before) =>
    replaceValue(new EditableText(before), placeOf(place, 'owner'), owner),
  );
  return {
    files: { [place.file]: text },
    declares: [{ list: 'applications', key: application, value: { ...value, owner } }],
  };
}

/** The maximum length of an address, as in the schema of a team. */
const maxOwnerLength = 320;

/** Whether somebody may own declarations under a name. Which users an identity provider has is not known. */
function canOwn(workspace: Workspace, owner: string): boolean {
  const { names } = workspace;
  if (names.Team.has(owner)) return true;
  const [, provider, id] = /^user:([^/]+)\/(.+)$/.exec(owner) ?? [];
  if (provider !== undefined && id !== undefined) return names.IdentityProvider.has(provider);
  if (/^[^\s@]+@[^\s@]+$/.test(owner)) return true;
  const username = owner.replace(/^user:/, '');
  return workspace.users.some(({ value: { name, state } }) => name === username && state !== 'disabled');
}
