import { reservedSegments } from '#compiled/addresses.ts';
import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';

export const apiContextReserved = defineRule({
  name: 'api-context-reserved',
  section: '4',
  severity: 'error',
  group: 'integrity',
  summary: 'The context of an API is not the first segment of an address of the gateway itself.',
  why: 'The gateway serves those addresses itself, so such an API would be unreachable, or would replace the token endpoint.',
  examples: [
    {
      title: 'A context that begins with a reserved word',
      edits: [editApi('/dog_park', '/token_shop')],
      findings: [],
    },
    {
      title: 'The token endpoint',
      edits: [editApi('/dog_park', '/token')],
      findings: ['apis/dog_park/v1/api.yaml:3:10 The context /token is reserved for the gateway itself.'],
    },
    {
      title: 'The store, in another case',
      edits: [editApi('/dog_park', '/Store')],
      findings: ['apis/dog_park/v1/api.yaml:3:10 The context /Store is reserved for the gateway itself.'],
    },
  ],
  check: {
    api: ({ value: { context }, place }, { report }) => {
      if (!reservedSegments.has(context.replace(/^\//, '').toLowerCase())) return;
      report({
        at: placeOf(place, 'context'),
        message: `The context ${context} is reserved for the gateway itself.`,
        help: 'Choose a context that describes the API.',
      });
    },
  },
});
