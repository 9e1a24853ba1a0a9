import type { Deprecation, ManifestApi } from '#compiled/manifest.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Affected } from '#compiler/plan/change.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { describeTransition, timeOf, hideCredentials } from '#compiler/plan/wording/describe-value.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { indexFirst, oncePer } from '#compiler/rule/once-per.ts';

/**
 * The changes of the deprecation notice of an API, one for each field; an added or removed notice is a single change.
 */
export function deprecationChanges(
  { deprecation: before }: ManifestApi,
  entry: ManifestApi,
  tables: ComparedApis,
): readonly FoundChange[] {
  const { deprecation: after } = entry;
  const api = apiKey(entry);
  if (before && after) return termChanges(before, after, entry, tables);
  const terms = termsOf(before ?? after);
  const verb = after ? 'added' : 'removed';
  const words = Object.entries(inWords(terms, after ? tables.after : tables.before));
  const fields = words.map(([name, text]) => `${labels[name as keyof Deprecation]} ${text}`);
  return [
    declarationChange({
      id: after ? 'api-deprecation-added' : 'api-deprecation-removed',
      subject: { kind: 'Api', name: api },
      message: `${api}: the deprecation notice was ${verb}: ${fields.join(', ')}`,
      path: ['deprecation'],
      before: before && terms,
      after: after && terms,
      affected: after ? affectedBy(api, entry, tables.consumers) : [],
    }),
  ];
}

/** The two sides of a change of a notice, and the consumers that it affects. */
type ComparedApis = Pick<Comparison, 'before' | 'after' | 'consumers'>;

const labels: { readonly [Name in keyof Required<Deprecation>]: string } = {
  since: 'deprecated since',
  sunset: 'sunset',
  link: 'link',
  successor: 'successor',
};

type Terms = Readonly<Partial<Record<keyof Deprecation, string>>>;

function termsOf(deprecation: Deprecation | undefined): Terms {
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

/** The terms for people: the successor by the name and version that declarations use, not by its address. */
function inWords(terms: Terms, { apis }: Comparison['before']): Terms {
  const { successor } = terms;
  if (successor === undefined) return terms;
  const declared = apisByAddress(apis).get(successor);
  return { ...terms, successor: declared ? apiKey(declared) : successor };
}

const apisByAddress = oncePer((apis: readonly ManifestApi[]) =>
  indexFirst(apis, ({ context, version }) => `${context}/${version}`),
);

function termChanges(
  before: Deprecation,
  after: Deprecation,
  entry: ManifestApi,
  tables: ComparedApis,
): readonly FoundChange[] {
  const api = apiKey(entry);
  const { consumers } = tables;
  const [earlier, later] = [termsOf(before), termsOf(after)];
  const words = [inWords(earlier, tables.before), inWords(later, tables.after)] as const;
  // Two successors with the same name and version differ only in their addresses, so these are shown.
  const isRenamed = words[0].successor === words[1].successor;
  const [was, is] = isRenamed ? [earlier, later] : words;
  const names = (Object.keys(labels) as (keyof Deprecation)[]).filter((name) => before[name] !== after[name]);
  return names.map((name) =>
    declarationChange({
      id: 'api-deprecation-changed',
      subject: { kind: 'Api', name: api },
      message: `${api}: ${labels[name]} ${describeTransition(was[name], is[name])}`,
      path: ['deprecation', name],
      before: earlier[name],
      after: later[name],
      affected:
        name === 'successor'
          ? affectedBySuccessor(api, entry, is[name], consumers)
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
