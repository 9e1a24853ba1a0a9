import { placeOf } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editApplication } from '../../../rule/example-edits.ts';
import { mayHoldSecret } from '../../../rule/declarations/find-url-fault.ts';
import { isPlainHttp } from '../../../workspace/is-plain-http.ts';

const callback = 'https://walker.example.edu/callback';
const at = 'applications/dog_walker.yaml:5:16';

export const applicationCallbackUrl = defineRule({
  name: 'application-callback-url',
  section: '2.1',
  severity: 'error',
  group: 'integrity',
  summary:
    'A callback URL is an absolute https URL without a fragment or a wildcard; http is for loopback alone.',
  why: 'Codes and tokens are sent there, so it has to be one known place (RFC 6749, section 3.1.2) that nobody listens in on.',
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
      title: 'A scheme of its own (RFC 8252, section 7.1)',
      edits: [editApplication(callback, '"edu.example.walker:/callback"')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
    {
      title: 'A fragment',
      edits: [editApplication(callback, `"${callback}#done"`)],
      findings: [`${at} A callback URL of DogWalker carries a fragment.`],
    },
    {
      title: 'A wildcard, the second of two',
      edits: [editApplication(callback, `${callback}, "https://*.example.edu/callback"`)],
      findings: ['applications/dog_walker.yaml:5:53 A callback URL of DogWalker holds a wildcard.'],
    },
    {
      title: 'A user name that looks like a host',
      edits: [editApplication(callback, '"https://walker.example.edu@evil.example.com/"')],
      findings: [`${at} A callback URL of DogWalker carries a user name or a password.`],
    },
    {
      title: 'A backslash',
      edits: [editApplication(callback, String.raw`'https://walker.example.edu\callback'`)],
      findings: [`${at} A callback URL of DogWalker holds a character that no URL may hold.`],
    },
    {
      title: 'No host',
      edits: [editApplication(callback, '"https:///walker.example.edu/callback"')],
      findings: [`${at} A callback URL of DogWalker is not an absolute https URL.`],
    },
    {
      title: 'A percent sign that encodes nothing',
      edits: [editApplication(callback, `"${callback}/%zz"`)],
      findings: [`${at} A callback URL of DogWalker holds a percent sign that encodes nothing.`],
    },
    {
      title: 'A percent sign that encodes something, and dots in names and in the query',
      edits: [editApplication(callback, `"${callback}/caf%C3%A9/..a/b.?to=/../c"`)],
      findings: [],
    },
    {
      title: 'A step up, which browsers take before they go there',
      edits: [editApplication(callback, `"${callback}/../c"`)],
      findings: [`${at} A callback URL of DogWalker holds a path segment of dots.`],
    },
    {
      title: 'A step up in percent escapes',
      edits: [editApplication(callback, `"${callback}/.%2E"`)],
      findings: [`${at} A callback URL of DogWalker holds a path segment of dots.`],
    },
  ],
  check: {
    application: ({ value, place }, { report }) => {
      for (const [index, url] of (value.callbackUrls ?? []).entries()) {
        const fault = findFault(url);
        if (fault === undefined) continue;
        report({
          at: placeOf(place, 'callbackUrls', index),
          message: `A callback URL of ${value.name} ${fault}.`,
          help: 'Write the whole URL that the browser returns to, such as https://walker.example.edu/callback.',
          ...(mayHoldSecret(url) && { secret: true }),
        });
      }
    },
  },
});

/** Parsers mend what RFC 3986 does not allow, each in a way of its own, and the comparison is of texts. */
function findFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (!/^https?:\/\//i.test(text)) return 'is not an absolute https URL';
  if (text.includes('*')) return 'holds a wildcard';
  if (/[^\w\-.~:/?#[\]@!$&'()+,;=%]/.test(text)) return 'holds a character that no URL may hold';
  if (!url || /^https?:\/\/[/?]/i.test(text)) return 'is not an absolute https URL';
  if (/%(?![0-9a-f]{2})/i.test(text)) return 'holds a percent sign that encodes nothing';
  if (/^[^?#]*\/(\.|%2e){1,2}([/?#]|$)/i.test(text)) return 'holds a path segment of dots';
  if (text.includes('#')) return 'carries a fragment';
  if (url.username || url.password) return 'carries a user name or a password';
  return isPlainHttp(text) ? 'does not use https' : undefined;
}
