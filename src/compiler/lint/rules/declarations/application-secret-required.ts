import { isPublicClient } from '#compiled/is-public-client.ts';
import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';

const digests =
  "    secretDigests: ['sha256:0000000000000000000000000000000000000000000000000000000000000000']\n";

export const applicationSecretRequired = defineRule({
  name: 'application-secret-required',
  section: '2.1',
  severity: 'error',
  group: 'design',
  summary:
    'Each key set of a confidential application has a secret; a public application (single-page or native) has none.',
  why: 'A program proves its identity with its secret; in a browser or in a program that is given to users everybody can read it, so it proves nothing.',
  examples: [
    { title: 'A web application with a secret', edits: [], findings: [] },
    {
      title: 'A native application with one',
      edits: [editApplication('type: web', 'type: native')],
      findings: [
        'applications/dog_walker.yaml:10:5 The production keys of DogWalker have a secret, which a native application cannot keep.',
      ],
    },
    {
      title: 'A web application without one, in one of two key sets',
      severity: 'warning',
      edits: [editApplication(digests, `${digests}  sandbox:\n    consumerKey: dogwalker-sandbox\n`)],
      findings: ['applications/dog_walker.yaml:11:3 The sandbox keys of DogWalker have no secret.'],
    },
  ],
  check: {
    application: ({ value, place }, { report }) => {
      for (const [keySet, { secretDigests }] of Object.entries(value.keys ?? {})) {
        const owner = `The ${keySet} keys of ${value.name}`;
        const at = placeOf(place, 'keys', keySet);
        if (isPublicClient(value) && secretDigests?.length) report(describeSurplus(owner, value.type, at));
        if (!isPublicClient(value) && !secretDigests?.length) report(describeMissing(owner, at));
      }
    },
  },
});

function describeSurplus(owner: string, type: string, keySet: Place): Finding {
  return {
    at: placeOf(keySet, 'secretDigests'),
    part: 'key',
    message: `${owner} have a secret, which a ${type} application cannot keep.`,
    help: 'Remove `secretDigests`, or set the type to web if a server keeps the secret.',
  };
}

function describeMissing(owner: string, keySet: Place): Finding {
  return {
    atMost: 'warning',
    at: keySet,
    part: 'key',
    message: `${owner} have no secret.`,
    help: 'Generate one with `gatewright keys generate`.',
  };
}
