import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { apiKey } from '#compiled/api-key.ts';

export const apiDeprecationState = defineRule({
  name: 'api-deprecation-state',
  section: '9.2',
  severity: 'error',
  group: 'design',
  summary: 'A deprecated version has a deprecation date; a created or published version has none.',
  why: 'Responses of a deprecated version include its deprecation date; in any other state the date has no effect.',
  examples: [
    {
      title: 'A deprecated version with its date',
      edits: [editApi('published', 'deprecated\ndeprecation: { since: 2026-01-31 }')],
      findings: [],
    },
    {
      title: 'A deprecated version without a date',
      edits: [editApi('published', 'deprecated')],
      findings: ['apis/dog_park/v1/api.yaml:5:8 DogPark/v1 is deprecated but has no deprecation date.'],
    },
    {
      title: 'A version that is no longer served, with a date',
      severity: 'warning',
      edits: [editApi('published', 'created\ndeprecation: { since: 2026-01-31 }')],
      findings: ['apis/dog_park/v1/api.yaml:6:1 DogPark/v1 has a deprecation date but is created.'],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      const { state, deprecation } = value;
      if (state === 'deprecated' && !deprecation) {
        report({
          at: placeOf(place, 'state'),
          message: `${apiKey(value)} is deprecated but has no deprecation date.`,
          help: 'Add `deprecation: { since: … }` with the day of the deprecation.',
        });
      }
      if (deprecation && (state === 'created' || state === 'published')) {
        report({
          ...(state === 'created' && { atMost: 'warning' }),
          at: placeOf(place, 'deprecation'),
          part: 'key',
          message: `${apiKey(value)} has a deprecation date but is ${state}.`,
          help: 'Set the state to deprecated, or remove `deprecation`.',
        });
      }
    },
  },
});
