import { subscriptionKey } from '#compiled/api-key.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers } from '#compiler/edit/insert-content.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { EditStep, ExpectedDeclaration } from '../proposed-edit.ts';

/** The edits of files by their paths, and what the files declare then. */
interface DatedSubscriptions {
  readonly steps: ReadonlyMap<string, readonly EditStep[]>;
  readonly declares: readonly ExpectedDeclaration[];
}

/**
 * Gives each subscription to an API version that has no date one before the deprecation, which deprecated versions
 * require. They are all older than today; how much older is unknown. Dates are such as 2026-01-31.
 */
export function dateSubscriptions(
  workspace: Workspace,
  api: string,
  deprecatedSince: string,
  today: string,
): DatedSubscriptions {
  const since = today < deprecatedSince ? today : dayBefore(deprecatedSince);
  const undated = workspace.subscriptions.filter(
    ({ value }) => value.api === api && value.since === undefined,
  );
  const byFile = Map.groupBy(undated, ({ place }) => place.file);
  const steps = [...byFile].map(([file, declared]) => {
    const added = declared.map(
      ({ place }): EditStep =>
        (text) =>
          addMembers(new EditableText(text), place, { since }),
    );
    return [file, added] as const;
  });
  return {
    steps: new Map(steps),
    declares: undated.map(({ value }) => ({
      list: 'subscriptions',
      key: subscriptionKey(value),
      value: { ...value, since },
    })),
  };
}

/** Returns any other text than a date as it is, since lint reports it. */
function dayBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : new Date(time - 86_400_000).toISOString().slice(0, 10);
}
