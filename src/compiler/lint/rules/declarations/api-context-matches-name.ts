import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { findVersionWord } from '#compiler/rule/words/version-words.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';

export const apiContextMatchesName = defineRule({
  name: 'api-context-matches-name',
  section: '2.2',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: "An API's context is its name in lower case, with or without underscores.",
  why: 'Anyone who knows the name of an API can derive its address, and vice versa.',
  examples: [
    { title: 'Without an underscore', edits: [editApi('/dog_park', '/dogpark')], findings: [] },
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
      const { name, context, version } = value;
      const words = splitWords(withoutVersion(name, version)).filter((word) => !/^apis?\d*$/i.test(word));
      const letters = lettersOf(withoutVersion(context, version));
      if ([lettersOf(name), lettersOf(words.join(''))].includes(letters)) return;
      report({
        at: placeOf(place, 'context'),
        message: `The context ${context} is not the name ${name} in lower case.`,
        help: `Make it /${words.join('_').toLowerCase()}, or rename the API.`,
      });
    },
  },
});

/** Removes the version from a name or a context, since other rules report it. */
function withoutVersion(text: string, version: string): string {
  const word = findVersionWord(text, version) ?? '';
  const start = text.lastIndexOf(word);
  return text.slice(0, start) + text.slice(start + word.length);
}

/** The letters and digits in lower case, since other rules report wrong case and other characters. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
