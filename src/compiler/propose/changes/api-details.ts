import { apiKey } from '#compiled/api-key.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';
import type { KeySetName } from '#compiled/manifest.ts';
import type { DeclaredDetails } from '#compiled/proposals/declared-details.ts';
import type { ChangedApi } from '#compiled/proposals/proposed-change.ts';
import { type Place, placeOf } from '#source/place.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers } from '#compiler/edit/insert-content.ts';
import { removeMember } from '#compiler/edit/remove-member.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { ApiDeclaration, EndpointsDeclaration } from '#compiler/kinds/api/declaration.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines, checkText } from '../checked-text.ts';
import { findApi } from '../find-declared.ts';
import { editFile, type EditStep, type ProposedEdit } from '../proposed-edit.ts';
import { editOptionalList, isSameSet, mergeItems } from './edit-list.ts';
import { writeText } from '#compiler/edit/write-text.ts';

const keySets: readonly KeySetName[] = ['production', 'sandbox'];

/** The details of an API version that a form may edit. */
export function readDetails(value: ApiDeclaration): DeclaredDetails {
  const details = {
    description: value.description ?? '',
    tags: value.tags ?? [],
    endpoints: Object.fromEntries(
      keySets.flatMap((keySet) => {
        const url = plainUrl(value, keySet);
        return url === undefined ? [] : [[keySet, url]];
      }),
    ),
  };
  return { ...details, digest: digestOf(canonicalJson(details)) };
}

/**
 * The URL of an endpoint, empty if there is no endpoint; undefined if more is declared than a URL, or if a deployment
 * declares another endpoint.
 */
function plainUrl({ endpoints, deployments = {} }: ApiDeclaration, keySet: KeySetName): string | undefined {
  if (Object.values(deployments).some((deployment) => deployment.endpoints[keySet])) return undefined;
  const endpoint = endpoints?.[keySet];
  if (!endpoint) return '';
  return Object.keys(endpoint).length === 1 ? endpoint.url : undefined;
}

/** Changes the description, the tags and the plain endpoints of a version. What stays is not rewritten. */
export function changeApi(workspace: Workspace, change: ChangedApi): ProposedEdit {
  const { value, place } = findApi(workspace, change.api);
  const before = readDetails(value);
  if (before.digest !== change.details)
    throw new ChangeError(
      `The details of ${change.api} are not those with which this form was opened.`,
      'Where they differ from what you entered, the form shows both now. Preview the change again to replace them.',
      'details',
    );
  const after = checkDetails(change, before);
  const { description, tags, endpoints, ...others } = value;
  const nextEndpoints = applyUrls(value, after.endpoints);
  if (
    after.description === before.description &&
    isSameSet(before.tags, after.tags) &&
    keySets.every((keySet) => nextEndpoints[keySet] === endpoints?.[keySet])
  )
    throw new ChangeError('Nothing would change.');
  const nextTags = mergeItems(before.tags, after.tags);
  const text = editFile(
    workspace,
    place.file,
    ...editDescription(place, description, after.description),
    ...editOptionalList(place, 'tags', tags, nextTags),
    ...editEndpoints(place, endpoints, nextEndpoints),
  );
  const declared = {
    ...others,
    ...(after.description !== '' && { description: after.description }),
    ...((nextTags.length > 0 || tags?.length === 0) && { tags: nextTags }),
    ...((hasSome(nextEndpoints) || (endpoints && !hasSome(endpoints))) && { endpoints: nextEndpoints }),
  };
  return {
    files: { [place.file]: text },
    declares: [{ list: 'apis', key: apiKey(value), value: declared }],
  };
}

function hasSome(endpoints: EndpointsDeclaration | undefined): boolean {
  return endpoints !== undefined && Object.keys(endpoints).length > 0;
}

/** The details in a change, checked where they differ from those before. */
function checkDetails(
  { api, description: typed, tags: typedTags, endpoints }: ChangedApi,
  before: DeclaredDetails,
): Pick<ChangedApi, 'description' | 'tags' | 'endpoints'> {
  const isSameText = tidyText(typed) === tidyText(before.description);
  const description = isSameText ? before.description : tidyText(typed);
  if (description !== before.description) checkText('description', description, 'description');
  // A form shows each line of a tag as a tag, and no form would change what it shows.
  const shownTags = new Set(before.tags.flatMap((tag) => tag.split('\n')).map((tag) => tag.trim()));
  const tags = isSameSet([...shownTags], typedTags) ? before.tags : typedTags;
  if (tags !== before.tags) checkLines('tag', tags, 'tags');
  for (const keySet of keySets) {
    const url = endpoints[keySet];
    if (url === undefined || url === before.endpoints[keySet]) continue;
    if (before.endpoints[keySet] === undefined)
      throw new ChangeError(
        `The ${keySet} endpoint of ${api} has more than a URL.`,
        'Change it by hand in the repository.',
        keySet,
      );
    checkLines(`${keySet} endpoint`, url === '' ? [] : [url], keySet);
  }
  return { description, tags, endpoints };
}

/** A text as a browser sends it, without white space at its ends. */
function tidyText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/** The endpoints of a version after the URLs of a change are applied; unchanged endpoints are the same objects. */
function applyUrls({ endpoints = {} }: ApiDeclaration, urls: ChangedApi['endpoints']): EndpointsDeclaration {
  const next: EndpointsDeclaration = {};
  for (const keySet of keySets) {
    const endpoint = endpoints[keySet];
    const url = urls[keySet];
    if (url === undefined || url === (endpoint?.url ?? '')) {
      if (endpoint) next[keySet] = endpoint;
    } else if (url !== '') next[keySet] = { url };
  }
  return next;
}

function editDescription(place: Place, before: string | undefined, after: string): readonly EditStep[] {
  if (after === (before ?? '')) return [];
  const at = placeOf(place, 'description');
  if (after === '') return [(text) => removeMember(new EditableText(text), at)];
  const add: EditStep = (text) => addMembers(new EditableText(text), place, { description: '-' });
  return [...(before === undefined ? [add] : []), (text) => writeText(new EditableText(text), at, after)];
}

function editEndpoints(
  place: Place,
  before: EndpointsDeclaration | undefined,
  after: EndpointsDeclaration,
): readonly EditStep[] {
  const at = placeOf(place, 'endpoints');
  if (!before) {
    const isSame = Object.keys(after).length === 0;
    return isSame ? [] : [(text) => addMembers(new EditableText(text), place, { endpoints: plainOf(after) })];
  }
  if (hasSome(before) && !hasSome(after)) return [(text) => removeMember(new EditableText(text), at)];
  // New endpoints come first, since a mapping in block style cannot be empty.
  const ordered = keySets.toSorted((a, b) => Number(a in before) - Number(b in before));
  return ordered.flatMap((keySet) => editEndpoint(at, keySet, before[keySet]?.url, after[keySet]?.url));
}

function editEndpoint(
  at: Place,
  keySet: KeySetName,
  before: string | undefined,
  after: string | undefined,
): readonly EditStep[] {
  if (before === after) return [];
  if (after === undefined) return [(text) => removeMember(new EditableText(text), placeOf(at, keySet))];
  if (before === undefined)
    return [(text) => addMembers(new EditableText(text), at, { [keySet]: { url: after } })];
  return [(text) => replaceValue(new EditableText(text), placeOf(at, keySet, 'url'), after)];
}

/** New endpoints, each of which has only a URL. */
function plainOf(endpoints: EndpointsDeclaration): Readonly<Record<string, { readonly url: string }>> {
  return Object.fromEntries(Object.entries(endpoints).map(([keySet, { url = '' }]) => [keySet, { url }]));
}
