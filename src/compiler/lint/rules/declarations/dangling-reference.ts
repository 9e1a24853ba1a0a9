import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editSubscription } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { closestName, suggestName } from '#compiler/workspace/suggest-name.ts';

const references = [
  { field: 'application', kind: 'Application', noun: 'application' },
  { field: 'api', kind: 'Api', noun: 'API' },
  { field: 'tier', kind: 'Tier', noun: 'tier' },
] as const;

export const danglingReference = defineRule({
  name: 'dangling-reference',
  section: '2.1',
  severity: 'warning',
  group: 'integrity',
  summary: 'The application, the API and the tier of a subscription are declared.',
  why: 'A subscription connects the three, so without one of them it gives no access and is not compiled. This is a warning because removing one of the three takes access away, which is always allowed.',
  examples: [
    { title: 'All three', edits: [], findings: [] },
    {
      title: 'A misspelled application',
      edits: [editSubscription('DogWalker', 'DogWalkr')],
      findings: ['apis/dog_park/v1/subscriptions.yaml:2:14 The application DogWalkr does not exist.'],
    },
    {
      title: 'Another version',
      edits: [editSubscription('DogPark/v1', 'DogPark/v7')],
      findings: ['apis/dog_park/v1/subscriptions.yaml:3:6 The API DogPark/v7 does not exist.'],
    },
  ],
  check: {
    workspace: ({ subscriptions, names, unnamed }, { report }) => {
      for (const { field, kind, noun } of references) {
        const missing = subscriptions.filter(({ value }) => !names[kind].has(value[field]));
        const byName = Map.groupBy(missing, ({ value }) => value[field]);
        const following = findConsequences([...byName.keys()], names[kind], unnamed[kind].length);
        const otherwise = `Declare the ${noun}, or name one that is declared.`;
        for (const [name, users] of byName) {
          if (following.has(name)) continue;
          const help = suggestName(name, names[kind], otherwise);
          for (const { place } of users)
            report({ at: placeOf(place, field), message: `The ${noun} ${name} does not exist.`, help });
        }
        const [cause] = unnamed[kind];
        const places = missing.flatMap(({ value, place }) =>
          following.has(value[field]) ? [placeOf(place, field)] : [],
        );
        if (cause && places.length > 0) report(describeFollowing(noun, places, cause));
      }
    },
  },
});

/**
 * The missing names that may belong to declarations whose own names cannot be read, at most one for each such
 * declaration. Misspellings of declared names do not count.
 */
function findConsequences(
  missing: readonly string[],
  declared: ReadonlySet<string>,
  unnamed: number,
): ReadonlySet<string> {
  return new Set(missing.filter((name) => closestName(name, declared) === undefined).slice(0, unnamed));
}

/** One finding at the first unreadable declaration, in place of one for each subscription that may name one of them. */
function describeFollowing(noun: string, following: readonly Place[], cause: Place): Finding {
  const { length } = following;
  const subscriptions = length === 1 ? '1 subscription names' : `${length} subscriptions name`;
  const article = noun === 'tier' ? 'a' : 'an';
  return {
    at: cause,
    message: `The name of this ${noun} cannot be read, and ${subscriptions} ${article} ${noun} that does not exist.`,
    help: 'Fix the errors of this declaration first.',
    related: following.map((at) => ({ message: 'follows from it', at })),
  };
}
