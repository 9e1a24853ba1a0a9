import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { apiKey } from '#compiled/api-key.ts';

const blockedUntil = 'blockedUntil: 2026-01-31T12:00:00Z';

export const apiBlockedUntil = defineRule({
  name: 'api-blocked-until',
  section: '9.2',
  severity: 'warning',
  group: 'design',
  summary: 'Only a blocked version has `blockedUntil`.',
  why: 'The 503 response of a blocked version tells callers when to try again; in any other state the time has no effect.',
  examples: [
    {
      title: 'A blocked version with a time',
      edits: [editApi('published', `blocked\n${blockedUntil}`)],
      findings: [],
    },
    { title: 'A blocked version without a time', edits: [editApi('published', 'blocked')], findings: [] },
    {
      title: 'A published version with a time',
      edits: [editApi('published', `published\n${blockedUntil}`)],
      findings: ['apis/dog_park/v1/api.yaml:6:1 DogPark/v1 has `blockedUntil` but is published.'],
    },
  ],
  check: {
    api: ({ value, place }, { report }) => {
      if (value.blockedUntil === undefined || value.state === 'blocked') return;
      report({
        at: placeOf(place, 'blockedUntil'),
        part: 'key',
        message: `${apiKey(value)} has \`blockedUntil\` but is ${value.state}.`,
        help: 'Remove `blockedUntil`, or set the state to blocked.',
      });
    },
  },
});
