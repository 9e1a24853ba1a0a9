import { placeOf } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editApi } from '../../../rule/example-edits.ts';
import { apiKey } from '../../../../compiled/api-key.ts';

export const apiDeprecationState = defineRule({
  name: 'api-deprecation-state',
  section: '9.2',
  severity: 'error',
  group: 'design',
  summary: 'A deprecated version says since when it is, and one that is created or published does not.',
  why: 'The answers of a deprecated version tell its callers since when it is one; of a date in another state nobody is told.',
  examples: [
    { title: 'A published version', edits: [], findings: [] },
    {
      title: 'A deprecated version with its date',
      edits: [editApi('published', 'deprecated\ndeprecation: { since: 2026-01-31 }')],
      findings: [],
    },
    {
      title: 'A retired version that keeps its date',
      edits: [editApi('published', 'retired\ndeprecation: { since: 2026-01-31 }')],
      findings: [],
    },
    {
      title: 'A deprecated version without a date',
      edits: [editApi('published', 'deprecated')],
      findings: ['apis/dog_park/v1/api.yaml:5:8 DogPark/v1 is deprecated and does not say since when.'],
    },
    {
      title: 'A published version with a date',
      edits: [editApi('published', 'published\ndeprecation: { since: 2026-01-31 }')],
      findings: [
        'apis/dog_park/v1/api.yaml:6:1 DogPark/v1 says since when it is deprecated, and is published.',
      ],
    },
    {
      title: 'A version that is served no longer, with a date',
      severity: 'warning',
      edits: [editApi('published', 'created\ndeprecation: { since: 2026-01-31 }')],
      findings: [
        'apis/dog_park/v1/api.yaml:6:1 DogPark/v1 says since when it is deprecated, and is created.',
      ],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      const { state, deprecation } = value;
      if (state === 'deprecated' && !deprecation) {
        report({
          at: placeOf(place, 'state'),
          message: `${apiKey(value)} is deprecated and does not say since when.`,
          help: 'Add `deprecation: { since: … }` with the day of the deprecation.',
        });
      }
      if (deprecation && (state === 'created' || state === 'published')) {
        report({
          ...(state === 'created' && { atMost: 'warning' }),
          at: placeOf(place, 'deprecation'),
          part: 'key',
          message: `${apiKey(value)} says since when it is deprecated, and is ${state}.`,
          help: 'Make its state deprecated, or remove `deprecation`.',
        });
      }
    },
  },
});
