import { placeOf } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editSubscription } from '../../../rule/example-edits.ts';
import { suggestName } from '../../../workspace/suggest-name.ts';

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
      title: 'An application whose own declaration has an error, which is reported there',
      edits: [{ file: 'applications/dog_walker.yaml', replace: 'type: web', by: 'type: toaster' }],
      findings: [],
    },
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
    {
      title: 'A tier that is not declared',
      edits: [editSubscription('gold', 'unlimited')],
      findings: ['apis/dog_park/v1/subscriptions.yaml:4:7 The tier unlimited does not exist.'],
    },
  ],
  check: {
    workspace: ({ subscriptions, names }, { report }) => {
      for (const { field, kind, noun } of references) {
        const suggestions = new Map<string, string>();
        for (const { value, place } of subscriptions) {
          const name = value[field];
          if (names[kind].has(name)) continue;
          const otherwise = `Declare the ${noun}, or name one that is declared.`;
          const help = suggestions.get(name) ?? suggestName(name, names[kind], otherwise);
          suggestions.set(name, help);
          report({ at: placeOf(place, field), message: `The ${noun} ${name} does not exist.`, help });
        }
      }
    },
  },
});
