import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';

const namePattern = /^[A-Z][A-Za-z0-9]*(_[A-Z0-9][A-Za-z0-9]*)*$/;

export const apiNameFormat = defineRule({
  name: 'api-name-format',
  section: '2.2',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: "An API's name is made of letters, numbers and underscores, in UpperCamelCase.",
  why: 'People pick an API from a list of names, and names of one form are easier to read, sort and search.',
  examples: [
    { title: 'Words set apart by an underscore', edits: [editApi('DogPark', 'Dog_Park')], findings: [] },
    {
      title: 'A lower-case first letter',
      edits: [editApi('DogPark', 'dogPark')],
      findings: ['apis/dog_park/v1/api.yaml:2:7 The name "dogPark" is not in UpperCamelCase.'],
    },
    {
      title: 'A lower-case letter after an underscore',
      edits: [editApi('DogPark', 'Dog_park')],
      findings: ['apis/dog_park/v1/api.yaml:2:7 The name "Dog_park" is not in UpperCamelCase.'],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      if (namePattern.test(value.name)) return;
      report({
        at: placeOf(place, 'name'),
        message: `The name ${JSON.stringify(value.name)} ${describeProblem(value.name)}.`,
        help: suggestForm(value.name),
      });
    },
  },
});

function describeProblem(name: string): string {
  return /[^A-Za-z0-9_]/.test(name)
    ? 'contains characters other than letters, numbers and underscores'
    : 'is not in UpperCamelCase';
}

function suggestForm(name: string): string {
  const words = splitWords(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const form = words.join('');
  return namePattern.test(form)
    ? `Write it as ${form}.`
    : 'Begin each word with a capital letter, as in DogPark.';
}
