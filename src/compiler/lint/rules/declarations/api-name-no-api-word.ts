import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';

export const apiNameNoApiWord = defineRule({
  name: 'api-name-no-api-word',
  section: '2.2',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: "An API's name does not contain the word API.",
  why: 'Everything in the store is an API, so the word only makes the name longer.',
  examples: [
    { title: 'The letters within a word', edits: [editApi('DogPark', 'Therapists')], findings: [] },
    {
      title: 'A word that begins with the letters',
      edits: [editApi('DogPark', 'ApiaryVisits')],
      findings: [],
    },
    {
      title: 'The word in front',
      edits: [editApi('DogPark', 'ApiStore')],
      findings: ['apis/dog_park/v1/api.yaml:2:7 The name ApiStore contains the word API.'],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      if (!splitWords(value.name).some((word) => /^apis?\d*$/i.test(word))) return;
      report({
        at: placeOf(place, 'name'),
        message: `The name ${value.name} contains the word API.`,
        help: 'Remove the word from the name.',
      });
    },
  },
});
