import { subscriptionKey } from '#compiled/api-key.ts';
import type { RemovedApplication } from '#compiled/proposals/proposed-change.ts';
import { removeDocuments } from '#compiler/edit/remove-document.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { findApplication, subscriptionsOf } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';

/** Removes the documents of an application and of its subscriptions, and each file in which nothing remains. */
export function removeApplication(workspace: Workspace, { application }: RemovedApplication): ProposedEdit {
  const { place } = findApplication(workspace, application);
  const subscriptions = subscriptionsOf(workspace, application);
  const places = Map.groupBy([place, ...subscriptions.map((one) => one.place)], ({ file }) => file);
  const files = [...places].map(([file, removed]) => {
    const indices = new Set(removed.map(({ document }) => document));
    const text = editFile(workspace, file, (before) => removeDocuments(before, indices));
    return [file, text.trim() === '' ? undefined : text] as const;
  });
  return {
    files: Object.fromEntries(files),
    declares: [
      { list: 'applications', key: application, value: undefined },
      ...subscriptions.map(({ value }) => ({
        list: 'subscriptions' as const,
        key: subscriptionKey(value),
        value: undefined,
      })),
    ],
  };
}
