import { expect, test } from 'vitest';
import { renderDocumentFacts } from '#runtime/portal/api-page/document-facts.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { openOwnerNames } from '#runtime/portal/visit/owner-names.ts';

/** The facts of a document, as markup. */
function factsOf(contract: object): string {
  return renderDocumentFacts({ contract } as CompiledApi).join('');
}

test('contact, terms, licence and further documentation of a document are shown', () => {
  const facts = factsOf({
    info: {
      contact: { name: 'Parks', url: 'https://parks.example.edu/', email: 'parks@example.edu' },
      termsOfService: 'https://parks.example.edu/terms',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { url: 'https://docs.example.edu/', description: 'Guides' },
  });
  expect(facts).toContain(
    'href="https://parks.example.edu/" rel="nofollow noopener noreferrer"><bdi>Parks</bdi>',
  );
  expect(facts).toContain('<a href="mailto:parks@example.edu"><bdi>parks@example.edu</bdi></a>');
  expect(facts).toContain('<bdi>https://parks.example.edu/terms</bdi>');
  expect(facts).toContain('<bdi>Apache 2.0</bdi> <code>Apache-2.0</code>');
  expect(facts).toContain('<bdi>Guides</bdi>');
});

test('no fact of a hostile document is a link that runs a script, or markup', () => {
  const facts = factsOf({
    info: {
      contact: { name: '<b>', url: 'javascript:alert(1)', email: 'a@b?bcc=c@d' },
      termsOfService: 'data:text/html,<script>',
      license: { name: 7, url: ' JaVaScRiPt:alert(1)' },
    },
    externalDocs: { url: `https://example.edu/"onclick="x${'y'.repeat(100_000)}` },
  });
  expect(facts.length).toBeLessThan(2000);
  expect(facts).not.toMatch(/href="(?!https:)|<b>|<script|" ?onclick/i);
});

test('a document without facts shows none', () => {
  expect(factsOf({ info: { title: 'Dogs', contact: [], license: null } })).toBe('');
});

test('teams and users are named as they want to be, and all other owners as declared', () => {
  const nameOwner = openOwnerNames({
    users: [{ name: 'ada', displayName: 'Ada Lovelace', passwordDigest: '', state: 'active' }],
    teams: [{ name: 'parks-team', displayName: 'City parks', members: [], groups: {} }],
  });
  const owners = ['parks-team', 'ada', 'user:ada', 'ada@example.edu', 'user:staff/ada'];
  expect(owners.map(nameOwner)).toEqual([
    'City parks',
    'Ada Lovelace',
    'Ada Lovelace',
    'ada@example.edu',
    'user:staff/ada',
  ]);
});
