import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredDetails } from '#compiled/proposals/declared-details.ts';
import { namesIn, owns, type OwnerNames, type Person } from '#compiled/ownership.ts';
import type { ProposalSubject, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { subjectOfChange } from '#compiled/proposals/subject-of-change.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { CompileResults } from '#compiler/compile/compile-results.ts';
import { compile } from '#compiler/compile/compile.ts';
import type { Changes } from '#compiler/load/files/file-cache.ts';
import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import type { Plan } from '#compiler/plan/change.ts';
import type { NewVersion } from '#compiler/plan/history/new-versions.ts';
import { plan } from '#compiler/plan/plan.ts';
import { ChangeError } from '#compiler/propose/change-error.ts';
import { readDetails } from '#compiler/propose/changes/api-details.ts';
import { titleOfChange } from '#compiler/propose/describe-change.ts';
import { proposeChange } from '#compiler/propose/propose-change.ts';
import { findApi } from '#compiler/propose/find-declared.ts';
import type { ProposedEdit, SuppressibleFindings } from '#compiler/propose/proposed-edit.ts';
import { refuseApi, refuseOthers } from '#compiler/propose/refuse-others.ts';
import { assignFindings } from '#compiler/report/assign-findings.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { check } from '#pipeline.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import {
  compareNewVersions,
  compareVersion,
  evaluateComparison,
  type Comparison,
  type Side,
} from './compare.ts';
import { groupByEffect, type ComparedContracts } from './compare-contracts.ts';
import { checkDeclared, checkSuppressed, refuseReferences } from './verify-edit.ts';

export { ChangeError } from '#compiler/propose/change-error.ts';

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

/** The effect of a change on a base. */
export interface PlannedEdit {
  /** The title of its commit. */
  readonly title: string;
  readonly subject: ProposalSubject;
  /** Texts without byte order marks, by path; undefined for deleted files. */
  readonly files: ProposedEdit['files'];
  /** The diagnostics that the base does not have. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if errors prevent compiling. */
  readonly plan?: Plan;
  readonly verdict: PlanVerdict;
  /**
   * The new versions of APIs, each compared with the version that it follows, and a version whose document is replaced,
   * compared with itself.
   */
  readonly versions: readonly ComparedVersion[];
}

interface ComparedVersion {
  /** `DogPark/v2`. */
  readonly api: string;
  /** `DogPark/v1`; the same as `api` for a version whose document is replaced. */
  readonly previous: string;
  readonly changes: ComparedContracts;
  /** The applications with a subscription to the previous version, sorted. */
  readonly subscribers: readonly string[];
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
   * Edits a base for a change, and compares the two states. `now` is in milliseconds since 1970. Rejects with a
   * ChangeError if the change does not fit the base or affects what the person does not own in it, and with a
   * BrokenBaseError if the base has errors.
   */
  async plan(
    { tree, changed }: PlanBase,
    { change, person }: WantedChange,
    now: number,
  ): Promise<PlannedEdit> {
    const base = await this.#checkBase({ tree, changed }, now);
    const names = namesIn(base.compiled.manifest, person);
    refuseOthers(base.workspace, change, names);
    const edit = await editSources(tree, base, change, now);
    await refuseExisting(tree, base.workspace, edit);
    await refuseReferences(edit, change);
    const paths = new Set(Object.keys(edit.files));
    this.#edited = 'all';
    const head = await this.#check(overlaySourceTree(tree, edit.files), paths, now);
    this.#edited = paths;
    const described = { title: titleOfChange(change), subject: subjectOfChange(change) };
    return { ...described, ...compareSides(base, head, { ...edit, change }, names) };
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

  async #checkBase({ tree, changed }: PlanBase, now: number): Promise<CheckedSide> {
    const different = union(this.#edited, changed);
    // If an error follows, it is unknown which sources were read.
    this.#edited = 'all';
    const { workspace, compiled, ...base } = await this.#check(tree, different, now);
    this.#edited = new Set();
    if (!base.checked || !workspace || !compiled) throw new BrokenBaseError();
    return { ...base, workspace, compiled };
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

/** A side without errors. */
type CheckedSide = Side & Required<Pick<Side, 'workspace' | 'compiled'>>;

function union(one: Changes, other: Changes): Changes {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
}

async function editSources(
  tree: SourceTree,
  base: CheckedSide,
  change: ProposedChange,
  now: number,
): Promise<ProposedEdit> {
  const schemas = new Set(await tree.list(['schemas/*.schema.json']));
  const today = new Date(now).toISOString().slice(0, 10);
  return proposeChange(base.workspace, change, { schemas, today, suppressible: suppressibleIn(base) });
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

function compareSides(
  base: Side,
  head: Side,
  edit: ProposedEdit & Pick<WantedChange, 'change'>,
  person: OwnerNames | undefined,
): Omit<PlannedEdit, 'title' | 'subject'> {
  const known = new Set(base.diagnostics.map(identify));
  const diagnostics = head.diagnostics.filter((diagnostic) => !known.has(identify(diagnostic)));
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  if (!hasErrors) checkDeclared(head, edit);
  const { files } = edit;
  if (!base.compiled || !head.compiled)
    return { files, diagnostics, verdict: { lowered: [], findings: [], approved: [] }, versions: [] };
  const found = plan(base.compiled, head.compiled);
  const comparison = { base, head, plan: found };
  if (edit.suppresses) checkSuppressed(head, edit.suppresses, found);
  const { subscriptions } = head.compiled.manifest;
  return {
    files,
    diagnostics,
    plan: found,
    verdict: evaluateComparison(comparison),
    versions: [
      ...compareNewVersions(comparison).flatMap(
        (version) => followPrevious(version, subscriptions, person) ?? [],
      ),
      ...compareReplaced(comparison, edit.change, subscriptions),
    ],
  };
}

/** A version whose document a change replaces, compared with itself; its owner proposes the change. */
function compareReplaced(
  comparison: Comparison,
  change: ProposedChange,
  subscriptions: Manifest['subscriptions'],
): readonly ComparedVersion[] {
  if (change.change !== 'api_definition_replaced') return [];
  const { api } = change;
  const changes = groupByEffect(compareVersion(comparison, api));
  return [{ api, previous: api, changes, subscribers: subscribersOf(api, subscriptions) }];
}

/** The applications with a subscription to a version, sorted. */
function subscribersOf(key: string, subscriptions: Manifest['subscriptions']): readonly string[] {
  return subscriptions
    .filter(({ api }) => api === key)
    .map(({ application }) => application)
    .toSorted();
}

/** Undefined if the person may not see the previous version; its subscribers are shown to its owners alone. */
function followPrevious(
  { api, previous, changes }: NewVersion,
  subscriptions: Manifest['subscriptions'],
  person: OwnerNames | undefined,
): ComparedVersion | undefined {
  const isOwn = person !== undefined && owns(person, previous.value.owner);
  if (!isOwn && previous.value.visibility === 'owners') return undefined;
  const followed = apiKey(previous.value);
  return {
    api: apiKey(api.value),
    previous: followed,
    changes: groupByEffect(changes),
    subscribers: isOwn ? subscribersOf(followed, subscriptions) : [],
  };
}

/** Identifies a diagnostic without its line, since lines move. */
function identify({ code, message, at }: Diagnostic): string {
  return JSON.stringify([code, message, at.file, at.pointer]);
}
