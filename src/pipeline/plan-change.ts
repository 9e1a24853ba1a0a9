import { apiKey } from '#compiled/api-key.ts';
import { namesIn, owns, type OwnerNames, type Person } from '#compiled/ownership.ts';
import type { ProposalSubject, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { subjectOfChange } from '#compiled/proposals/subject-of-change.ts';
import { sameJson, isJsonObject, type Json } from '#compiled/json.ts';
import { allLists, type Manifest } from '#compiled/manifest.ts';
import { CompileResults } from '#compiler/compile/compile-results.ts';
import { compile } from '#compiler/compile/compile.ts';
import type { Changes } from '#compiler/load/files/file-cache.ts';
import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import type { Plan } from '#compiler/plan/change.ts';
import type { NewVersion } from '#compiler/plan/history/new-versions.ts';
import { plan } from '#compiler/plan/plan.ts';
import { ChangeError } from '#compiler/propose/change-error.ts';
import { titleOfChange } from '#compiler/propose/describe-change.ts';
import { proposeChange } from '#compiler/propose/propose-change.ts';
import type { ExpectedDeclaration, ProposedEdit } from '#compiler/propose/proposed-edit.ts';
import { refuseOthers } from '#compiler/propose/refuse-others.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { check } from '#pipeline.ts';
import { overlaySourceTree } from '#source/overlay-source-tree.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { compareNewVersions, evaluateComparison, type Side } from './compare.ts';
import { groupByEffect, type ComparedContracts } from './compare-contracts.ts';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';

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
  /** The new versions of APIs, each compared with the version that it follows. */
  readonly versions: readonly FollowingVersion[];
}

interface FollowingVersion {
  /** `DogPark/v2`. */
  readonly api: string;
  /** `DogPark/v1`. */
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
    const different = union(this.#edited, changed);
    // If an error follows, it is unknown which sources were read.
    this.#edited = 'all';
    const base = await this.#check(tree, different, now);
    this.#edited = new Set();
    if (!base.checked || !base.workspace || !base.compiled) throw new BrokenBaseError();
    const names = namesIn(base.compiled.manifest, person);
    refuseOthers(base.workspace, change, names);
    const edit = await editSources(tree, base.workspace, change, now);
    await refuseExisting(tree, base.workspace, edit);
    await refuseReferences(edit, change);
    const paths = new Set(Object.keys(edit.files));
    this.#edited = 'all';
    const head = await this.#check(overlaySourceTree(tree, edit.files), paths, now);
    this.#edited = paths;
    const described = { title: titleOfChange(change), subject: subjectOfChange(change) };
    return { ...described, ...compareSides(base, head, edit, names) };
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

function union(one: Changes, other: Changes): Changes {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
}

async function editSources(
  tree: SourceTree,
  workspace: Workspace,
  change: ProposedChange,
  now: number,
): Promise<ProposedEdit> {
  const schemas = new Set(await tree.list(['schemas/*.schema.json']));
  const today = new Date(now).toISOString().slice(0, 10);
  return proposeChange(workspace, change, { schemas, today });
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

async function refuseReferences({ files }: ProposedEdit, change: ProposedChange): Promise<void> {
  if (!('definition' in change)) return;
  for (const [path, text] of Object.entries(files))
    if (text !== undefined) await refuseOtherFiles(path, text);
}

function compareSides(
  base: Side,
  head: Side,
  edit: ProposedEdit,
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
  const { subscriptions } = head.compiled.manifest;
  return {
    files,
    diagnostics,
    plan: found,
    verdict: evaluateComparison(comparison),
    versions: compareNewVersions(comparison).flatMap(
      (version) => followPrevious(version, subscriptions, person) ?? [],
    ),
  };
}

/** Undefined if the person may not see the previous version; its subscribers are shown to its owners alone. */
function followPrevious(
  { api, previous, changes }: NewVersion,
  subscriptions: Manifest['subscriptions'],
  person: OwnerNames | undefined,
): FollowingVersion | undefined {
  const isOwn = person !== undefined && owns(person, previous.value.owner);
  if (!isOwn && previous.value.visibility === 'owners') return undefined;
  const followed = apiKey(previous.value);
  const subscribers = isOwn ? subscriptions.filter((one) => one.api === followed) : [];
  return {
    api: apiKey(api.value),
    previous: followed,
    changes: groupByEffect(changes),
    subscribers: subscribers.map(({ application }) => application).toSorted(),
  };
}

/** Identifies a diagnostic without its line, since lines move. */
function identify({ code, message, at }: Diagnostic): string {
  return JSON.stringify([code, message, at.file, at.pointer]);
}

/** Throws a ChangeError unless the edited sources are read as intended. */
function checkDeclared({ workspace, sources }: Side, { files, declares }: ProposedEdit): void {
  const unread = Object.keys(files).find(
    (path) => files[path] !== undefined && !sources.files.includes(path),
  );
  if (unread !== undefined)
    throw new ChangeError(`${unread} would not be read: no glob of \`sources\` matches it.`);
  const isAsExpected = workspace && declares.every((expected) => isDeclared(workspace, expected));
  if (!isAsExpected)
    throw new ChangeError('A file has a layout into which this cannot be written: edit it by hand.');
}

function isDeclared(workspace: Workspace, { list, key, value }: ExpectedDeclaration): boolean {
  const keyOf = allLists.find(({ name }) => name === list)?.keyOf as (value: unknown) => string;
  const found = workspace[list].filter((declared) => keyOf(declared.value) === key);
  if (value === undefined) return found.length === 0;
  return found.length === 1 && sameJson(found[0]?.value, value);
}

/**
 * Throws a ChangeError if a text, in YAML or JSON, refers to another file: the findings in that file would be shown to
 * the person who proposes the text, and its content published.
 */
async function refuseOtherFiles(path: string, text: string): Promise<void> {
  const { documents } = await parseSource(path, text);
  const seen = new Set<Json>();
  const waiting = documents.map(({ value }) => (value ?? null) as Json);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // An alias leads to the same value again.
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isJsonObject(next)) refuseReference(next['$ref']);
    for (const value of Object.values(next)) waiting.push(value);
  }
}

function refuseReference(reference: Json | undefined): void {
  if (typeof reference !== 'string' || reference.startsWith('#')) return;
  throw new ChangeError(
    `The document refers to another file by \`${reference}\`. Put all of it into one document.`,
    undefined,
    'definition',
  );
}
