import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';
import { findCallbackProblem, mayHoldSecret } from '#compiler/rule/declarations/find-url-problem.ts';

const callback = 'https://walker.example.edu/callback';
const at = 'applications/dog_walker.yaml:5:16';
const help = 'Write the whole URL that the browser returns to, such as https://walker.example.edu/callback.';
const helpForNative =
  'Write an https URL, http://127.0.0.1/callback (which allows any port), or a scheme like com.example.walker:/callback.';

/** The application as a native one, with a callback. */
const native = (url: string) => [
  editApplication('type: web', 'type: native'),
  editApplication(callback, `'${url}'`),
];

export const applicationCallbackUrl = defineRule({
  name: 'application-callback-url',
  section: '2.1',
  severity: 'error',
  group: 'integrity',
  summary:
    'A callback URL is an absolute https URL without a fragment or a wildcard. Only loopback addresses may use http, and only native applications may use a private-use scheme.',
  why: 'Codes and tokens are sent to it, so it must be one known address (RFC 6749, section 3.1.2) that nobody can intercept.',
  examples: [
    { title: 'https', edits: [], findings: [] },
    { title: 'With a query', edits: [editApplication(callback, `"${callback}?from=gateway"`)], findings: [] },
    {
      title: 'http on this machine',
      edits: [editApplication(callback, '"http://127.0.0.1:7000/cb"')],
      findings: [],
    },
    {
      title: 'http elsewhere',
      edits: [editApplication(callback, 'http://walker.example.edu/callback')],
      findings: [`${at} A callback URL of DogWalker does not use https.`],
    },
    {
      title: 'A relative URL',
      edits: [editApplication(callback, '/callback')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
    {
      title: 'A script',
      edits: [editApplication(callback, '"javascript:alert(1)"')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
    {
      title: 'Data',
      edits: [editApplication(callback, '"data:text/html,hello"')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
    {
      title: 'A private-use scheme, for a web application',
      edits: [editApplication(callback, '"edu.example.walker:/callback"')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
    {
      title: 'A private-use scheme, for a native application (RFC 8252, section 7.1)',
      edits: native('edu.example.walker:/callback'),
      findings: [],
    },
    {
      title: 'A loopback address with any port, for a native application (RFC 8252, section 7.3)',
      edits: native('http://[::1]/callback'),
      findings: [],
    },
    {
      title: 'A scheme that is not a domain name in reverse order',
      edits: native('walker:/callback'),
      findings: [
        `${at} A callback URL of DogWalker uses neither https nor a reverse domain name as its scheme.`,
      ],
    },
    {
      title: 'A script, for a native application',
      edits: native('javascript:alert(1)'),
      findings: [
        `${at} A callback URL of DogWalker uses neither https nor a reverse domain name as its scheme.`,
      ],
    },
    {
      title: 'A scheme in capitals, which browsers write in lower case',
      edits: native('edu.example.Walker:/callback'),
      findings: [
        `${at} A callback URL of DogWalker uses neither https nor a reverse domain name as its scheme.`,
      ],
    },
    {
      title: 'A scheme with a host, which belongs to nobody',
      edits: native('edu.example.walker://callback'),
      findings: [`${at} A callback URL of DogWalker does not have a single slash after its scheme.`],
    },
    {
      title: 'A scheme and a fragment',
      edits: native('edu.example.walker:/callback#done'),
      findings: [`${at} A callback URL of DogWalker contains a fragment.`],
    },
    {
      title: 'A port that nobody can listen on',
      edits: native('http://127.0.0.1:0/callback'),
      findings: [`${at} A callback URL of DogWalker uses port 0.`],
    },
    {
      title: 'A fragment',
      edits: [editApplication(callback, `"${callback}#done"`)],
      findings: [`${at} A callback URL of DogWalker contains a fragment.`],
    },
    {
      title: 'A wildcard, the second of two',
      edits: [editApplication(callback, `${callback}, "https://*.example.edu/callback"`)],
      findings: ['applications/dog_walker.yaml:5:53 A callback URL of DogWalker contains a wildcard.'],
    },
    {
      title: 'A user name that looks like a host',
      edits: [editApplication(callback, '"https://walker.example.edu@evil.example.com/"')],
      findings: [`${at} A callback URL of DogWalker contains a user name or password.`],
    },
    {
      title: 'A backslash',
      edits: [editApplication(callback, String.raw`'https://walker.example.edu\callback'`)],
      findings: [`${at} A callback URL of DogWalker contains a character that is not allowed in a URL.`],
    },
    {
      title: 'No host',
      edits: [editApplication(callback, '"https:///walker.example.edu/callback"')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
    {
      title: 'An invalid percent escape',
      edits: [editApplication(callback, `"${callback}/%zz"`)],
      findings: [`${at} A callback URL of DogWalker contains an invalid percent escape.`],
    },
    {
      title: 'A valid percent escape, and dots in names and in the query',
      edits: [editApplication(callback, `"${callback}/caf%C3%A9/..a/b.?to=/../c"`)],
      findings: [],
    },
    {
      title: 'A `..` segment, which browsers resolve before the request',
      edits: [editApplication(callback, `"${callback}/../c"`)],
      findings: [`${at} A callback URL of DogWalker contains a path segment of dots.`],
    },
    {
      title: 'A `..` segment in percent escapes',
      edits: [editApplication(callback, `"${callback}/.%2E"`)],
      findings: [`${at} A callback URL of DogWalker contains a path segment of dots.`],
    },
  ],
  check: {
    application: ({ value, place }, { report }) => {
      for (const [index, url] of (value.callbackUrls ?? []).entries()) {
        const problem = findCallbackProblem(value.type, url);
        if (problem === undefined) continue;
        report({
          at: placeOf(place, 'callbackUrls', index),
          message: `A callback URL of ${value.name} ${problem}.`,
          help: value.type === 'native' ? helpForNative : help,
          ...(mayHoldSecret(url) && { secret: true }),
        });
      }
    },
  },
});
