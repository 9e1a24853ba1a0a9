import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';

export const apiNameWords = defineRule({
  name: 'api-name-words',
  section: '2.2',
  severity: 'info',
  group: 'design',
  isConvention: true,
  summary: "An API's name usually has two or three words.",
  why: 'One word rarely distinguishes an API from others in a list, and four words are hard to remember.',
  examples: [
    { title: 'Three words', edits: [editApi('DogPark', 'DogParkVisits')], findings: [] },
    {
      title: 'One word',
      edits: [editApi('DogPark', 'Dogs')],
      findings: ['apis/dog_park/v1/api.yaml:2:7 The name Dogs has 1 word instead of two or three.'],
    },
    {
      title: 'Four words',
      edits: [editApi('DogPark', 'DogParkVisit_Planner')],
      findings: [
        'apis/dog_park/v1/api.yaml:2:7 The name DogParkVisit_Planner has 4 words instead of two or three.',
      ],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      const count = splitWords(value.name).length;
      if (count === 0 || count === 2 || count === 3) return;
      report({
        at: placeOf(place, 'name'),
        message: `The name ${value.name} has ${count} ${count === 1 ? 'word' : 'words'} instead of two or three.`,
        help: 'Choose two or three words that describe the API.',
      });
    },
  },
});
