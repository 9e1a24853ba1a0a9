import { apiKey } from '#compiled/api-key.ts';
import type { OwnerNames } from '#compiled/ownership.ts';
import type { ChangeField, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { ChangeError, ChangeErrors, errorsIn } from '#compiler/propose/change-error.ts';
import { proposeChange } from '#compiler/propose/propose-change.ts';
import type { ProposedEdit, SuppressibleFindings } from '#compiler/propose/proposed-edit.ts';
import { refuseOthers } from '#compiler/propose/refuse-others.ts';
import { withoutWrongFields } from '#compiler/propose/without-wrong-fields.ts';
import { assignFindings } from '#compiler/report/assign-findings.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { Side } from './compare.ts';
import { refuseReferences } from './verify-edit.ts';

/** A side without errors. */
export type CheckedSide = Side & Required<Pick<Side, 'workspace' | 'compiled'>>;

/** A change with wrong fields, and what lint finds about the others. */
export class RefusedChange extends ChangeErrors {
  /** The edit with other texts in place of those in the wrong fields. */
  readonly edit: ProposedEdit;
  /** The diagnostics of that edit that the base does not have. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(wrong: readonly ChangeError[], edit: ProposedEdit, diagnostics: readonly Diagnostic[]) {
    super(wrong);
    this.edit = edit;
    this.diagnostics = diagnostics;
  }
}

/** A base, and the person who edits it. */
interface Editing {
  readonly tree: SourceTree;
  readonly base: CheckedSide;
  readonly names: OwnerNames | undefined;
  readonly now: number;
}

interface EditedSources {
  readonly edit: ProposedEdit;
  /** What is wrong with fields of the change, which have other texts in the edit. */
  readonly wrong: readonly ChangeError[];
}

/**
 * Edits a base for a change. If fields of the change are wrong, each is replaced, so that what is wrong with the next one
 * is found. Rejects with ChangeErrors if nothing is left to edit.
 */
export async function editSources(
  change: ProposedChange,
  { tree, base, names, now }: Editing,
): Promise<EditedSources> {
  const { workspace } = base;
  const schemas = new Set(await tree.list(['schemas/*.schema.json']));
  const today = new Date(now).toISOString().slice(0, 10);
  const context = { schemas, today, suppressible: suppressibleIn(base) };
  const wrong: ChangeError[] = [];
  const fields = new Set<ChangeField>();
  for (let next: ProposedChange | undefined = change; next;) {
    try {
      refuseOthers(workspace, next, names);
      const edit = proposeChange(workspace, next, context);
      await refuseExisting(tree, workspace, edit);
      await refuseReferences(edit, next);
      return { edit, wrong };
    } catch (error) {
      if (!(error instanceof ChangeError)) throw error;
      const { field } = error;
      // An error about no field is a consequence of the replaced fields, or all that the person may know.
      if (wrong.length > 0 && (field === undefined || fields.has(field))) break;
      wrong.push(...errorsIn(error));
      if (field === undefined) break;
      fields.add(field);
      next = withoutWrongFields(change, fields, { workspace, person: names, today });
    }
  }
  throw new ChangeErrors(wrong);
}

/** The findings of a side that may be suppressed. They are assigned to APIs only for the change that needs it. */
function suppressibleIn({ workspace, suppressedFindings }: CheckedSide): SuppressibleFindings {
  const all = suppressedFindings?.suppressible ?? [];
  return {
    inFile: (file) => all.filter(({ at }) => at.file === file),
    ofApi: (key) => {
      const found = all.map((diagnostic) => ({ status: 'reported' as const, diagnostic }));
      const assigned = [...assignFindings(found, workspace).byApi];
      return assigned.flatMap(([{ value }, ofApi]) =>
        apiKey(value) === key ? ofApi.map(({ diagnostic }) => diagnostic) : [],
      );
    },
  };
}

/** Throws a ChangeError if a new file exists, but was not read: no glob matches it, or it is not a declaration. */
async function refuseExisting(
  tree: SourceTree,
  { sources }: Workspace,
  { files }: ProposedEdit,
): Promise<void> {
  for (const path of Object.keys(files)) {
    if (sources.text(path) !== undefined) continue;
    const found = await tree.read(path, 0);
    if (found.ok || found.reason !== 'not-found') throw new ChangeError(`${path} exists already.`);
  }
}
