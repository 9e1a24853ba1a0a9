import { placeOf } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editApi } from '../../../rule/example-edits.ts';
import { splitWords } from '../../../rule/split-words.ts';

export const apiContextMatchesName = defineRule({
  name: 'api-context-matches-name',
  section: '2.2',
  severity: 'warning',
  group: 'design',
  summary: "An API's context is its name in lower case, with or without underscores.",
  why: 'Whoever knows the name of an API can then tell its address, and the other way round.',
  examples: [
    { title: 'With an underscore', edits: [], findings: [] },
    { title: 'Without an underscore', edits: [editApi('/dog_park', '/dogpark')], findings: [] },
    {
      title: 'Underscores in the name alone',
      edits: [editApi('DogPark', 'Dog_Park'), editApi('/dog_park', '/dogpark')],
      findings: [],
    },
    {
      title: 'Another word',
      edits: [editApi('/dog_park', '/dogs')],
      findings: ['apis/dog_park/v1/api.yaml:3:10 The context /dogs is not the name DogPark in lower case.'],
    },
    {
      title: 'One word of two',
      edits: [editApi('DogPark', 'DogParkVisits')],
      findings: [
        'apis/dog_park/v1/api.yaml:3:10 The context /dog_park is not the name DogParkVisits in lower case.',
      ],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      if (lettersOf(value.context) === lettersOf(value.name)) return;
      report({
        at: placeOf(place, 'context'),
        message: `The context ${value.context} is not the name ${value.name} in lower case.`,
        help: `Make it /${splitWords(value.name).join('_').toLowerCase()}, or rename the API.`,
      });
    },
  },
});

/** What is left to compare: other rules report a wrong case and characters that are not allowed. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
