import { subscriptionKey } from '#compiled/api-key.ts';
import type { RenamedApplication } from '#compiled/proposals/proposed-change.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { placeOf } from '#source/place.ts';
import { ChangeError } from '../change-error.ts';
import { findApplication, subscriptionsOf } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';
import { checkApplicationName, refuseLeftSubscriptions } from './application.ts';

/** Renames an application in its declaration and in its subscriptions. The files keep their names. */
export function renameApplication(
  workspace: Workspace,
  { application, name }: RenamedApplication,
): ProposedEdit {
  const { value, place } = findApplication(workspace, application);
  checkApplicationName(name);
  if (name === application)
    throw new ChangeError(`${name} is its name already.`, 'Enter another name.', 'name');
  if (workspace.names.Application.has(name))
    throw new ChangeError(`The application ${name} already exists.`, 'Choose another name.', 'name');
  refuseLeftSubscriptions(workspace, name);
  const subscriptions = subscriptionsOf(workspace, application);
  const names = [
    placeOf(place, 'name'),
    ...subscriptions.map((subscription) => placeOf(subscription.place, 'application')),
  ];
  const files = [...Map.groupBy(names, ({ file }) => file)].map(([file, places]) => {
    const text = editFile(workspace, file, (before) => {
      const source = new EditableText(before);
      return places.flatMap((at) => replaceValue(source, at, name));
    });
    return [file, text] as const;
  });
  return {
    files: Object.fromEntries(files),
    declares: [
      { list: 'applications', key: application, value: undefined },
      { list: 'applications', key: name, value: { ...value, name } },
      ...subscriptions.map((subscription) => {
        const renamed = { ...subscription.value, application: name };
        return { list: 'subscriptions' as const, key: subscriptionKey(renamed), value: renamed };
      }),
    ],
  };
}
