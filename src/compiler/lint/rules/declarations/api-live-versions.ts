import { placeOf } from '#source/place.ts';
import { severalVersions } from '#compiler/rule/declarations/declared-apis.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { addApi } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const most = 2;

export const apiLiveVersions = defineRule({
  name: 'api-live-versions',
  section: '8.1',
  // An error by decision, though the section is a "should": warnings would let versions pile up.
  severity: 'error',
  group: 'design',
  summary: 'At most two versions of an API are live: published, deprecated or blocked.',
  why: 'Every live version must be operated and maintained, and callers stay on an old version for as long as they can.',
  examples: [
    { title: 'Two live versions', edits: [addApi('dog_park/v2')], findings: [] },
    {
      title: 'Three live versions',
      edits: [addApi('dog_park/v2', { state: 'deprecated' }), addApi('dog_park/v10', { version: 'v10' })],
      findings: [
        'apis/dog_park/v1/api.yaml:5:8 DogPark/v1 is published next to v10 and v2, but at most two versions may be live.',
      ],
    },
  ],
  check: {
    workspace: ({ apis }, { report }) => {
      for (const all of severalVersions(apis)) {
        const versions = all.filter(({ value }) => isLive(value));
        const newest = versions.slice(-most).toReversed();
        for (const surplus of versions.slice(0, -most)) report(describeSurplus(surplus, newest));
      }
    },
  },
});

function describeSurplus({ value, place }: DeclaredApi, newest: readonly DeclaredApi[]): Finding {
  const others = newest.map((api) => api.value.version).join(' and ');
  return {
    at: placeOf(place, 'state'),
    message: `${apiKey(value)} is ${value.state} next to ${others}, but at most two versions may be live.`,
    help: `Set its state to retired once its callers use ${newest[0]?.value.version}.`,
    related: newest.map((api) => ({
      message: `${apiKey(api.value)} is live`,
      at: placeOf(api.place, 'state'),
    })),
  };
}
