import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { findVersionWord } from '#compiler/rule/words/version-words.ts';

export const apiNameNoVersion = defineRule({
  name: 'api-name-no-version',
  section: '2.2',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: "An API's name does not contain its version.",
  why: 'All versions of an API share its name, so a name that holds one of them is wrong for the next.',
  examples: [
    { title: 'A number that is part of a word', edits: [editApi('DogPark', 'Base64')], findings: [] },
    {
      title: 'A version as the last word',
      edits: [editApi('DogPark', 'DogParkV2')],
      findings: ['apis/dog_park/v1/api.yaml:2:7 The name DogParkV2 contains a version, V2.'],
    },
    {
      title: 'A version after the word API',
      edits: [editApi('DogPark', 'DogAPIV2')],
      findings: ['apis/dog_park/v1/api.yaml:2:7 The name DogAPIV2 contains a version, V2.'],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      const version = findVersionWord(value.name, value.version);
      if (version === undefined) return;
      report({
        at: placeOf(place, 'name'),
        message: `The name ${value.name} contains a version, ${version}.`,
        help: `Leave ${version} out of the name, since \`version\` holds it.`,
      });
    },
  },
});
