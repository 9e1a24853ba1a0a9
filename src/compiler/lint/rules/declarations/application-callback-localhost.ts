import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';

const callback = 'https://walker.example.edu/callback';
const native = (url: string) => [
  editApplication('type: web', 'type: native'),
  editApplication(callback, `'${url}'`),
];

export const applicationCallbackLocalhost = defineRule({
  name: 'application-callback-localhost',
  section: '2.1',
  severity: 'warning',
  group: 'design',
  summary: 'A native application listens on a loopback address, not on `localhost` (RFC 8252, section 8.3).',
  why: 'The name can resolve to another interface, and its port is fixed; with 127.0.0.1 or [::1] any port is accepted.',
  examples: [
    { title: 'The address', edits: native('http://127.0.0.1/callback'), findings: [] },
    {
      title: 'The name, for a web application that is developed on this machine',
      edits: [editApplication(callback, "'http://localhost:3000/callback'")],
      findings: [],
    },
    {
      title: 'The name',
      edits: native('http://localhost:3000/callback'),
      findings: ['applications/dog_walker.yaml:5:16 A callback URL of DogWalker uses localhost.'],
    },
  ],
  check: {
    application: ({ value: { name, type, callbackUrls = [] }, place }, { report }) => {
      if (type !== 'native') return;
      for (const [index, url] of callbackUrls.entries()) {
        if (URL.parse(url)?.hostname !== 'localhost') continue;
        report({
          at: placeOf(place, 'callbackUrls', index),
          message: `A callback URL of ${name} uses localhost.`,
          help: 'Write http://127.0.0.1 or http://[::1] without a port, which allows every port.',
        });
      }
    },
  },
});
