import type { DeclaredDetails } from '#compiled/proposals/declared-details.ts';
import { namesIn, type OwnerNames, type Person } from '#compiled/ownership.ts';
import type { ProposalSubject, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { subjectOfChange } from '#compiled/proposals/subject-of-change.ts';
import { CompileResults } from '#compiler/compile/compile-results.ts';
import { compile } from '#compiler/compile/compile.ts';
import type { Changes } from '#compiler/load/files/file-cache.ts';
import { readDetails } from '#compiler/propose/changes/api-details.ts';
import { fileOfDefinition } from '#compiler/propose/changes/definition.ts';
import { titleOfChange } from '#compiler/propose/describe-change.ts';
import { findApi } from '#compiler/propose/find-declared.ts';
import type { ProposedEdit } from '#compiler/propose/proposed-edit.ts';
import { refuseApi } from '#compiler/propose/refuse-others.ts';
import { extendBaseline } from '#compiler/rule/suppression/baseline.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { baselineFile } from '#compiler/workspace/suppressions.ts';
import { check } from '#pipeline.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { Side } from './compare.ts';
import { approversOf, type ApproversOfChange, type AuthorNames } from './approvers-of-change.ts';
import { editSources, RefusedChange, type CheckedSide } from './edit-sources.ts';
import { compareForPerson, newDiagnostics, type PlannedEffect } from './planned-effect.ts';
import { shareOf, type Share } from './share-of-change.ts';
import { checkDeclared, checkSuppressed } from './verify-edit.ts';

export { ChangeError, errorsIn } from '#compiler/propose/change-error.ts';
export { RefusedChange } from './edit-sources.ts';

/** The state of a repository that changes are planned on. */
export interface PlanBase {
  readonly tree: SourceTree;
  /** Every path at which the tree may differ from that of the previous base. */
  readonly changed: Changes;
}

/** A change, and the person who proposes it. */
export interface WantedChange {
  readonly change: ProposedChange;
  readonly person: Person;
}

/** The files that a merge writes, as those of `PlannedEdit`, and the person who wants to see it. */
export interface WantedMerge {
  readonly files: PlannedEdit['files'];
  readonly person: Person;
  /** Who has proposed it, as far as the proposal tells. */
  readonly author: AuthorNames;
  /** The API version whose document the merge replaces, if it does. */
  readonly replaced?: string | undefined;
}

/** The effect of a merge on a base. */
export interface PlannedMerge extends PlannedEffect {
  readonly share: Share;
  readonly approvers: ApproversOfChange;
}

/** A file from the folder of the configuration. */
export interface DocumentFile {
  readonly file: string;
  readonly text: string;
}

/** The effect of a change on a base. */
export interface PlannedEdit extends PlannedEffect {
  /** The title of its commit. */
  readonly title: string;
  readonly subject: ProposalSubject;
  /** Texts without byte order marks, by path; undefined for deleted files. */
  readonly files: ProposedEdit['files'];
  readonly declares: ProposedEdit['declares'];
  /** The number of errors of design rules that it adds to the baseline. */
  readonly accepted: number;
  readonly approvers: ApproversOfChange;
}

/**
 * The base itself has errors, so nothing can be planned on it. The message has no details, since users need not see
 * declarations of others.
 */
export class BrokenBaseError extends Error {
  override readonly name = 'BrokenBaseError';

  constructor() {
    super('The declarations have errors, which must be fixed first.');
  }
}

/** Plans changes to one configuration, one at a time. Only the changed files of the base are read again. */
export class ChangePlanner {
  readonly #configFile: string;
  readonly #deployment: string;
  readonly #store = new BuildStore('many');
  /** The files in which the sources that were read last differ from the base; `all` before the first read. */
  #edited: Changes = 'all';

  constructor(configFile: string, deployment: string) {
    this.#configFile = configFile;
    this.#deployment = deployment;
  }

  /**
   * Edits a base for a change, and compares the two states. `now` is in milliseconds since 1970. Rejects with
   * ChangeErrors if the change does not fit the base or affects what the person does not own in it, which are a
   * RefusedChange if only fields are wrong; and with a BrokenBaseError if the base has errors.
   */
  async plan(
    { tree, changed }: PlanBase,
    { change, person }: WantedChange,
    now: number,
  ): Promise<PlannedEdit> {
    const base = await this.#checkBase({ tree, changed }, now);
    const names = namesIn(base.compiled.manifest, person);
    const { wrong, edit: planned } = await editSources(change, { tree, base, names, now });
    const { edit, head, accepted } = await this.#acceptErrors(tree, base, planned, now);
    if (wrong.length > 0) throw new RefusedChange(wrong, edit, newDiagnostics(base, head));
    const replaced = change.change === 'api_definition_replaced' ? change.api : undefined;
    const effect = compareForPerson(base, head, names, replaced);
    const hasErrors = effect.diagnostics.some(({ severity }) => severity === 'error');
    if (!hasErrors) checkDeclared(head, edit);
    if (effect.plan && edit.suppresses) checkSuppressed(head, edit.suppresses, effect.plan);
    const described = { title: titleOfChange(change), subject: subjectOfChange(change) };
    const { approvers } = evaluate(
      { base, head, files: edit.files, plan: effect.plan },
      names,
      names ?? person,
    );
    return { ...described, files: edit.files, declares: edit.declares, accepted, ...effect, approvers };
  }

  /** Adds the errors of design rules to the baseline that an edit accepts, and checks the edited sources. */
  async #acceptErrors(tree: SourceTree, base: CheckedSide, edit: ProposedEdit, now: number) {
    const head = await this.#checkHead(tree, edit.files, now);
    const { acceptsErrorsIn } = edit;
    const accepted = (head.suppressedFindings?.suppressible ?? []).filter(
      ({ severity, at }) => severity === 'error' && at.file === acceptsErrorsIn,
    );
    if (accepted.length === 0) return { edit, head, accepted: 0 };
    const baseline = extendBaseline(base.workspace.suppressions.baseline ?? [], accepted, head.sources);
    const files = { ...edit.files, [baselineFile]: baseline };
    return {
      edit: { ...edit, files },
      head: await this.#checkHead(tree, files, now),
      accepted: accepted.length,
    };
  }

  /**
   * Compares a base with the files that a merge would write, and checks whose declarations they are. Rejects with a
   * BrokenBaseError.
   */
  async planMerge(
    planBase: PlanBase,
    { files, person, author, replaced }: WantedMerge,
    now: number,
  ): Promise<PlannedMerge> {
    const base = await this.#checkBase(planBase, now);
    const names = namesIn(base.compiled.manifest, person);
    const head = await this.#checkHead(planBase.tree, files, now);
    const effect = compareForPerson(base, head, names, replaced);
    return { ...effect, ...evaluate({ base, head, files, plan: effect.plan }, names, author) };
  }

  /**
   * The details of an API version that a person may edit, as a base declares them. Rejects with a ChangeError if the
   * person owns no such version there, and with a BrokenBaseError if the base has errors.
   */
  async readDetails(base: PlanBase, api: string, person: Person, now: number): Promise<DeclaredDetails> {
    const { workspace, compiled } = await this.#checkBase(base, now);
    refuseApi(workspace, api, namesIn(compiled.manifest, person));
    return readDetails(findApi(workspace, api).value);
  }

  /**
   * The file of the OpenAPI document that a person may replace, with its text in a base. Rejects as `readDetails` does,
   * and with a ChangeError if the document is made of several files, or if other versions have it too.
   */
  async readDocument(base: PlanBase, api: string, person: Person, now: number): Promise<DocumentFile> {
    const { workspace, compiled } = await this.#checkBase(base, now);
    refuseApi(workspace, api, namesIn(compiled.manifest, person));
    const file = fileOfDefinition(workspace, findApi(workspace, api));
    return { file, text: workspace.sources.text(file) ?? '' };
  }

  async #checkBase({ tree, changed }: PlanBase, now: number): Promise<CheckedSide> {
    const different = union(this.#edited, changed);
    // If an error follows, it is unknown which sources were read.
    this.#edited = 'all';
    const { workspace, compiled, ...base } = await this.#check(tree, different, now);
    this.#edited = new Set();
    if (!base.checked || !workspace || !compiled) throw new BrokenBaseError();
    return { ...base, workspace, compiled };
  }

  async #checkHead(tree: SourceTree, files: ProposedEdit['files'], now: number): Promise<Side> {
    const paths = new Set(Object.keys(files));
    this.#edited = 'all';
    const head = await this.#check(overlaySourceTree(tree, files), paths, now);
    this.#edited = paths;
    return head;
  }

  /** Checks and compiles one side. Both sides share the store, so that the head is the base with some files changed. */
  async #check(tree: SourceTree, changed: Changes, now: number): Promise<Side> {
    const result = await check(tree, this.#configFile, { store: this.#store, changed, now });
    if (!result.checked) return result;
    return {
      ...result,
      compiled: compile(result.checked, this.#deployment, new CompileResults(this.#store)),
    };
  }
}

interface Evaluated {
  readonly base: CheckedSide;
  readonly head: Side;
  readonly files: PlannedEdit['files'];
  readonly plan: PlannedEffect['plan'];
}

/** How much of a change is a person's own, and who may approve it. */
function evaluate(
  { base, head, files, plan }: Evaluated,
  person: OwnerNames | undefined,
  author: AuthorNames,
): Pick<PlannedMerge, 'share' | 'approvers'> {
  const paths = new Set(Object.keys(files));
  const share = shareOf({ base: base.workspace, head: head.workspace, paths, plan }, person);
  return { share, approvers: approversOf(share, base.workspace, author) };
}

function union(one: Changes, other: Changes): Changes {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
}
