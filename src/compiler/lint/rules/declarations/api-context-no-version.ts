import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { findVersionWord } from '#compiler/rule/words/version-words.ts';

export const apiContextNoVersion = defineRule({
  name: 'api-context-no-version',
  section: '2.2',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: "An API's context does not contain its version.",
  why: 'The version is the next segment of the address, and all versions of an API share its context.',
  examples: [
    { title: 'A number that is part of a word', edits: [editApi('/dog_park', '/base64')], findings: [] },
    {
      title: 'A number between underscores',
      edits: [editApi('/dog_park', '/area_51_visitors')],
      findings: ['apis/dog_park/v1/api.yaml:3:10 The context /area_51_visitors contains a version, 51.'],
    },
    {
      title: 'A version after an underscore',
      edits: [editApi('/dog_park', '/dog_park_v2')],
      findings: ['apis/dog_park/v1/api.yaml:3:10 The context /dog_park_v2 contains a version, v2.'],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      const version = findVersionWord(value.context, value.version);
      if (version === undefined) return;
      report({
        at: placeOf(place, 'context'),
        message: `The context ${value.context} contains a version, ${version}.`,
        help: `Leave ${version} out of the context, since \`version\` follows it in the address.`,
      });
    },
  },
});
