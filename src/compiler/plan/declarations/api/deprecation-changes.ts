import type { Deprecation, ManifestApi } from '../../../../compiled/manifest.ts';
import { apiKey } from '../../../../compiled/api-key.ts';
import type { Affected } from '../../change.ts';
import { affect } from '../../consumers/affect.ts';
import type { Consumers } from '../../consumers/consumers.ts';
import { timeOf, hideCredentials } from '../../wording/describe-value.ts';
import { declarationChange, type FoundChange } from '../declaration-change.ts';

/** What callers are told of the end of an API, each term by itself; all at once where there was nothing or is nothing. */
export function deprecationChanges(
  { deprecation: before }: ManifestApi,
  entry: ManifestApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const { deprecation: after } = entry;
  const api = apiKey(entry);
  if (before && after) return termChanges(before, after, entry, consumers);
  const terms = describeTerms(before ?? after);
  const verb = after ? 'callers are told' : 'callers are no longer told';
  const said = Object.entries(terms).map(([name, text]) => `${labels[name as keyof Deprecation]} ${text}`);
  return [
    declarationChange({
      id: after ? 'api-deprecation-added' : 'api-deprecation-removed',
      subject: { kind: 'Api', name: api },
      message: `${api}: ${verb}, ${said.join(', ')}`,
      path: ['deprecation'],
      before: before && terms,
      after: after && terms,
      affected: after ? affectedBy(api, entry, consumers) : [],
    }),
  ];
}

const labels: { readonly [Name in keyof Required<Deprecation>]: string } = {
  since: 'deprecated since',
  sunset: 'may be retired from',
  link: 'page on its end',
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
      message: `${api}: ${labels[name]} ${earlier[name] ?? 'none'} → ${later[name] ?? 'none'}`,
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
  const end = sunset === undefined ? 'without a date' : `from ${timeOf(sunset)} on`;
  return affect(consumers.callersOf(api, 'both'), `is told that ${api} may be retired ${end}`);
}

function affectedBySuccessor(
  api: string,
  { state }: ManifestApi,
  successor: string | undefined,
  consumers: Consumers,
): readonly Affected[] {
  if (state !== 'deprecated') return [];
  return affect(consumers.callersOf(api, 'both'), `is told that ${successor ?? 'nothing'} follows ${api}`);
}
