import type { SourceLocation } from '#source/source-location.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Change, ChangeLocation, Subject } from '../change.ts';
import type { HistoryFinding } from './define-history-rule.ts';
import type { History } from './history.ts';
import { placeOf, splitPointer, type Place } from '#source/place.ts';
import { allLists } from '#compiled/manifest.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { apiKey } from '#compiled/api-key.ts';

/** The locations of the same part in the sources of both sides; undefined on a side that does not contain it. */
interface Sides {
  readonly base?: SourceLocation | undefined;
  readonly head?: SourceLocation | undefined;
}

/** The message of the related location in base, for a part that is also in head. */
export const formerLocation = 'it was here before';

type FindingLocation = Pick<HistoryFinding, 'at' | 'isInBase' | 'related'>;

/**
 * The location of a finding: in head, with its location in base as a related one. A removed part is reported at the
 * start of its file, since its line is outdated, or in base if the file was also removed.
 */
export function locateFinding({ base, head }: Sides, { head: { workspace } }: History): FindingLocation {
  const at = head ?? (base && startInHead(base, workspace));
  if (!at) return base ? { at: base, isInBase: true } : { at: locateGateway(workspace) };
  if (!base || isSame(base, at)) return { at };
  return { at, related: [{ message: formerLocation, at: base }] };
}

function startInHead({ file, pointer }: SourceLocation, { sources }: Workspace): SourceLocation | undefined {
  if (sources.text(file) === undefined) return undefined;
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer };
}

function locateGateway({ gateway, sources }: Workspace): SourceLocation {
  return sources.locate(gateway.place, 'value');
}

function isSame(one: SourceLocation, other: SourceLocation): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}

/** The location of a finding about a change. */
export function locateFindingOfChange({ subject, at }: Change, history: History): FindingLocation {
  const { base, head } = history;
  return locateFinding(
    {
      base: at.base && locateChange(subject, at.base, base.workspace),
      head: at.head && locateChange(subject, at.head, head.workspace),
    },
    history,
  );
}

/** Resolves the location of a change in the sources of its route table; undefined if no source declares it. */
export function locateChange(
  subject: Subject,
  location: ChangeLocation,
  workspace: Workspace,
): SourceLocation | undefined {
  const place = placeOfLocation(subject, location, workspace);
  return place && workspace.sources.locate(place, 'key');
}

function placeOfLocation(
  { kind, name }: Subject,
  location: ChangeLocation,
  workspace: Workspace,
): Place | undefined {
  if (location.in === 'contract') return apisOf(workspace).get(name)?.definition?.originOf(location.pointer);
  const place = kind === 'Gateway' ? workspace.gateway.place : placesOf(workspace).get(kind)?.get(name);
  return place && placeOf(place, ...splitPointer(location.pointer));
}

const apisOf = oncePer(({ apis }: Workspace) => new Map(apis.map((one) => [apiKey(one.value), one])));

/**
 * The places of declarations, by kind and by the names of their subjects. The gateway is not included, since there is
 * only one.
 */
const placesOf = oncePer(
  (workspace: Workspace) =>
    new Map<string, ReadonlyMap<string, Place>>(
      allLists.map(({ name, kind, keyOf }) => [kind, indexPlaces(workspace[name], keyOf)]),
    ),
);

function indexPlaces(
  all: readonly Declared<unknown>[],
  keyOf: (value: unknown) => string,
): ReadonlyMap<string, Place> {
  return new Map(all.map(({ value, place }) => [keyOf(value), place]));
}
