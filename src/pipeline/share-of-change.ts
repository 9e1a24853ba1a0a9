import { apiKey } from '#compiled/api-key.ts';
import { asJson, sameJson, type Json } from '#compiled/json.ts';
import { allLists } from '#compiled/manifest.ts';
import { owns, type OwnerNames } from '#compiled/ownership.ts';
import { nameDefinition } from '#compiler/load/definition/load-definition.ts';
import type { Plan } from '#compiler/plan/change.ts';
import { baselineFile, ignoreFile } from '#compiler/workspace/suppressions.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';

/** How much of a change is a person's own. */
export interface Share {
  /** Whether everything that differs belongs to the person, or is a subscription of or to something of theirs. */
  readonly maySee: boolean;
  /** Whether the person decides on all changed files, and on everything that changes in the route table. */
  readonly decides: boolean;
  /** The owners on the base who decide on a part of it, each once; empty if a part has no owner there. */
  readonly deciders: readonly string[];
}

/** The two states that are compared, with the paths of all files that differ. */
interface Difference {
  readonly base: Workspace;
  /** Undefined if the configuration cannot be read. */
  readonly head: Workspace | undefined;
  readonly paths: ReadonlySet<string>;
  readonly plan: Plan | undefined;
}

interface FoundDeclaration {
  readonly kind: string;
  readonly key: string;
  readonly value: Json;
}

/**
 * Evaluates a change by its files and, independently, by its plan: a file may be used in other places than it seems, and
 * a file without an effect has no plan. An entry of the ignore file or of the baseline belongs to the owners of the file
 * that it names, and any other file that is neither a declaration nor an OpenAPI document is nobody's.
 */
export function shareOf(difference: Difference, person: OwnerNames | undefined): Share {
  const { base, head, paths, plan } = difference;
  const changes = plan?.changes ?? [];
  const isKnown = (path: string) =>
    [base, head].some(
      (side) => side && (declaredIn(side, path).length > 0 || usersOf(side, path).length > 0),
    );
  const files = [...paths].map((path) => readFile(difference, path));
  const isAllKnown = [...paths].every(isKnown);
  const decided = [
    ...files.flatMap(({ all }) => all),
    ...changes.map(({ subject: { kind, name: key } }) => ({ kind, key })),
  ];
  const owners = decided.map((named) => decidersOf(difference, named));
  const deciders = isAllKnown && owners.every((one) => one.length > 0) ? [...new Set(owners.flat())] : [];
  if (!person) return { maySee: false, decides: false, deciders };
  const own = openOwnership(difference, person);
  return {
    maySee:
      isAllKnown &&
      files.every(({ differing, all }) => (differing.length > 0 ? differing : all).every(own.concerns)) &&
      changes.every(({ subject: { kind, name: key } }) => own.concerns({ kind, key })),
    decides: deciders.length > 0 && deciders.every((owner) => owns(person, owner)),
    deciders,
  };
}

type Named = Pick<FoundDeclaration, 'kind' | 'key'>;

function openOwnership({ base, head }: Difference, person: OwnerNames) {
  const isOwn = ({ owner }: { readonly owner: string }) => owns(person, owner);
  const apisIn = (side: Workspace | undefined) => side?.apis.map(({ value }) => value) ?? [];
  const ownsIn = (side: Workspace | undefined, { kind, key }: Named): boolean => {
    if (kind === 'Api') return apisIn(side).some((api) => apiKey(api) === key && isOwn(api));
    const found = side?.applications.find(({ value }) => value.name === key);
    return kind === 'Application' && found !== undefined && isOwn(found.value);
  };
  /** A new application is the concern of those whose API it is subscribed to with it. */
  const isNewSubscriber = (key: string): boolean =>
    !isIn(base, { kind: 'Application', key }) &&
    (head?.subscriptions ?? []).some(
      ({ value: { application, api } }) => application === key && ownsIn(base, { kind: 'Api', key: api }),
    );
  const ownsNow = (named: Named) => ownsIn(base, named) || (!isIn(base, named) && ownsIn(head, named));
  return {
    concerns: ({ kind, key }: Named): boolean => {
      if (kind === 'Application') return ownsNow({ kind, key }) || isNewSubscriber(key);
      if (kind !== 'Subscription') return ownsNow({ kind, key });
      const [application = '', api = ''] = key.split(' ');
      return ownsNow({ kind: 'Application', key: application }) || ownsNow({ kind: 'Api', key: api });
    },
  };
}

/**
 * The owners on the base who decide on a declaration together; empty for what has none there, such as a new application. A
 * subscription belongs to the owners of its API, and a new version of an API to those of all its versions.
 */
function decidersOf({ base, head }: Difference, { kind, key }: Named): readonly string[] {
  if (kind === 'Application')
    return base.applications.filter(({ value }) => value.name === key).map(({ value }) => value.owner);
  if (kind !== 'Api' && kind !== 'Subscription') return [];
  const api = kind === 'Api' ? key : (key.split(' ')[1] ?? '');
  const declared = base.apis.filter(({ value }) => apiKey(value) === api).map(({ value }) => value.owner);
  if (declared.length > 0) return declared;
  const added = head?.apis.find(({ value }) => apiKey(value) === api)?.value;
  const present = base.apis.filter(
    ({ value: { name, context } }) => name === added?.name || context === added?.context,
  );
  return added && present.length > 0 ? [added.owner, ...present.map(({ value }) => value.owner)] : [];
}

function isIn(side: Workspace, { kind, key }: Named): boolean {
  return kind === 'Api'
    ? side.apis.some(({ value }) => apiKey(value) === key)
    : side.applications.some(({ value }) => kind === 'Application' && value.name === key);
}

/** What a changed file declares on either side, or what its OpenAPI document belongs to, and what of it differs. */
function readFile({ base, head }: Difference, path: string) {
  const [before, after] = [base, head].map((side) => (side ? declaredIn(side, path) : []));
  const users = [base, head].flatMap((side) => (side ? usersOf(side, path) : []));
  const differing = [
    ...withoutSame(before ?? [], after ?? []),
    ...withoutSame(after ?? [], before ?? []),
    ...users,
  ];
  // A finding in the baseline says nothing of the others in it.
  if (path === baselineFile && differing.length > 0) return { differing, all: differing };
  return { differing, all: [...(before ?? []), ...(after ?? []), ...users] };
}

function withoutSame(
  declared: readonly FoundDeclaration[],
  others: readonly FoundDeclaration[],
): readonly FoundDeclaration[] {
  const isSame = (one: FoundDeclaration) => (other: FoundDeclaration) =>
    one.kind === other.kind && one.key === other.key && sameJson(one.value, other.value);
  return declared.filter((one) => !others.some(isSame(one)));
}

function declaredIn(side: Workspace, path: string): readonly FoundDeclaration[] {
  const listed = allLists.flatMap(({ name, kind, keyOf }) => {
    return side[name]
      .filter(({ place }) => place.file === path)
      .map(({ value }) => ({ kind, key: keyOf(value), value: asJson(value) }));
  });
  const { value, place } = side.gateway;
  if (path === ignoreFile) return ignoredIn(side);
  if (path === baselineFile) return baselineIn(side);
  if (place.file !== path) return listed;
  return [...listed, { kind: 'Gateway', key: '', value: asJson(value) }];
}

/** The entries of the ignore file, each as what is in the file that it names; one with a pattern of files is nobody's. */
function ignoredIn(side: Workspace): readonly FoundDeclaration[] {
  return side.suppressions.ignored.flatMap(({ value }) => {
    const { file } = value;
    const found = file === ignoreFile ? [] : [...declaredIn(side, file), ...usersOf(side, file)];
    const named = found.length === 0 ? [{ kind: 'IgnoreEntry', key: '' }] : found;
    return named.map(({ kind, key }) => ({ kind, key, value }));
  });
}

/** The findings in the baseline, each as the API versions that its file belongs to; those of other files are nobody's. */
function baselineIn(side: Workspace): readonly FoundDeclaration[] {
  const findings = side.suppressions.baseline ?? [];
  if (findings.length === 0) return [];
  const keys = new Map<string, string[]>();
  for (const { value, place, definition } of side.apis)
    for (const file of new Set([place.file, ...(definition?.files ?? [])]))
      keys.set(file, [...(keys.get(file) ?? []), apiKey(value)]);
  return [...Map.groupBy(findings, ({ file }) => file)].flatMap(([file, found]) => {
    const value = asJson(found);
    const ofApis = (keys.get(file) ?? []).map((key) => ({ kind: 'Api', key, value }));
    return ofApis.length === 0 ? [{ kind: 'Finding', key: '', value }] : ofApis;
  });
}

/** The API versions whose OpenAPI document a file is part of. */
function usersOf(side: Workspace, path: string): readonly FoundDeclaration[] {
  return side.apis
    .filter((api) => nameDefinition(api).path === path || api.definition?.files.includes(path) === true)
    .map(({ value }) => ({ kind: 'Api', key: apiKey(value), value: asJson(value) }));
}
