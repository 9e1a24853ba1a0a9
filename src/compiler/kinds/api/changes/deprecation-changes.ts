import type { Deprecation, ManifestApi } from '../../../../compiled/manifest.ts';
import { apiKey } from '../../../../compiled/api-key.ts';
import type { Affected } from '../../../plan/change.ts';
import { affect } from '../../../plan/consumers/affect.ts';
import type { Consumers } from '../../../plan/consumers/consumers.ts';
import { describeTransition, timeOf, hideCredentials } from '../../../plan/wording/describe-value.ts';
import { declarationChange, type FoundChange } from '../../../plan/declarations/declaration-change.ts';

/** The changes of the deprecation notice of an API, field by field; a whole notice that was added or removed is one. */
export function deprecationChanges(
  { deprecation: before }: ManifestApi,
  entry: ManifestApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const { deprecation: after } = entry;
  const api = apiKey(entry);
  if (before && after) return termChanges(before, after, entry, consumers);
  const terms = describeTerms(before ?? after);
  const verb = after ? 'added' : 'removed';
  const fields = Object.entries(terms).map(([name, text]) => `${labels[name as keyof Deprecation]} ${text}`);
  return [
    declarationChange({
      id: after ? 'api-deprecation-added' : 'api-deprecation-removed',
      subject: { kind: 'Api', name: api },
      message: `${api}: the deprecation notice was ${verb}: ${fields.join(', ')}`,
      path: ['deprecation'],
      before: before && terms,
      after: after && terms,
      affected: after ? affectedBy(api, entry, consumers) : [],
    }),
  ];
}

const labels: { readonly [Name in keyof Required<Deprecation>]: string } = {
  since: 'deprecated since',
  sunset: 'sunset',
  link: 'link',
  successor: 'successor',
};

function describeTerms(deprecation: Deprecation | undefined): Readonly<Record<string, string>> {
  const names = Object.keys(labels) as (keyof Deprecation)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = deprecation?.[name];
      return value === undefined
        ? []
        : [[name, typeof value === 'number' ? timeOf(value) : hideCredentials(value)]];
    }),
  );
}

function termChanges(
  before: Deprecation,
  after: Deprecation,
  entry: ManifestApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const api = apiKey(entry);
  const [earlier, later] = [describeTerms(before), describeTerms(after)];
  const names = (Object.keys(labels) as (keyof Deprecation)[]).filter((name) => before[name] !== after[name]);
  return names.map((name) =>
    declarationChange({
      id: 'api-deprecation-changed',
      subject: { kind: 'Api', name: api },
      message: `${api}: ${labels[name]} ${describeTransition(earlier[name], later[name])}`,
      path: ['deprecation', name],
      before: earlier[name],
      after: later[name],
      affected:
        name === 'successor'
          ? affectedBySuccessor(api, entry, later[name], consumers)
          : affectedBy(api, entry, consumers),
    }),
  );
}

function affectedBy(
  api: string,
  { state, deprecation }: ManifestApi,
  consumers: Consumers,
): readonly Affected[] {
  if (state !== 'deprecated') return [];
  const sunset = deprecation?.sunset;
  const end = sunset === undefined ? 'at an unknown date' : `from ${timeOf(sunset)} on`;
  return affect(consumers.callersOf(api, 'both'), `gets a notice that ${api} may be retired ${end}`);
}

function affectedBySuccessor(
  api: string,
  { state }: ManifestApi,
  successor: string | undefined,
  consumers: Consumers,
): readonly Affected[] {
  if (state !== 'deprecated') return [];
  return affect(
    consumers.callersOf(api, 'both'),
    successor === undefined
      ? `gets a notice that ${api} has no successor`
      : `gets a notice that ${successor} is the successor of ${api}`,
  );
}
