import { expect, test } from 'vitest';
import { appendDocument } from '../../../src/compiler/edit/append-document.ts';
import { appendItem } from '../../../src/compiler/edit/append-item.ts';
import { setMember } from '../../../src/compiler/edit/set-member.ts';
import { applyEdits } from '../../../src/compiler/edit/text-edit.ts';

const root = { document: 0, pointer: '' };
const keySet = { consumerKey: 'abc', secretDigests: ['sha256:00'] };

test('a member goes below the last line of its mapping, comments stay where they are', () => {
  const text = `# top
keys: # both
    production:
        consumerKey: abc # the first
        # below

# next
name: x
`;
  expect(applyEdits(text, setMember(text, { document: 0, pointer: '/keys' }, 'sandbox', keySet))).toBe(`# top
keys: # both
    production:
        consumerKey: abc # the first
    sandbox:
        consumerKey: abc
        secretDigests:
            - sha256:00
        # below

# next
name: x
`);
});

test.each([
  ['{}', '{ "added":1 }'],
  ['a: {}', 'a: {}\nadded: 1\n'],
  ['{ a: 1 }', '{ a: 1, added: 1 }'],
  ['{ a: 1, } # end', '{ a: 1, added: 1 } # end'],
  ['{\n  a: 1, # one\n  b: 2 # two\n}', '{\n  a: 1, # one\n  b: 2, # two\n  added: 1\n}'],
  ['{"a":{"b":[]}}', '{"a":{"b":[]}, "added":1}'],
  ['{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"added": 1\n}\n'],
  ['{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "added": 1\r\n}\r\n'],
  ['a: 1', 'a: 1\nadded: 1\n'],
  ['a: |\n  text\n\n\nb:\n', 'a: |\n  text\n\n\nb:\nadded: 1\n'],
  ['a: |+\n  text\n\n# end\n', 'a: |+\n  text\n\nadded: 1\n# end\n'],
  ['"a": 1\n...\n', '"a": 1\nadded: 1\n...\n'],
])('a member is added to %j', (text, after) => {
  expect(applyEdits(text, setMember(text, root, 'added', 1))).toBe(after);
});

test.each([
  ['[]', '[ "added" ]'],
  ['[a]', '[a, added]'],
  ['[\n  a,\n  b,\n]', '[\n  a,\n  b,\n  added\n]'],
  ['- a\n- b # last\n', '- a\n- b # last\n- added\n'],
  ['  - a\n', '  - a\n  - added\n'],
])('an item is appended to %j', (text, after) => {
  expect(applyEdits(text, appendItem(text, root, 'added'))).toBe(after);
});

test.each([
  ['', 'kind: X\n'],
  ['# only a comment\n', '# only a comment\nkind: X\n'],
  ['kind: Y', 'kind: Y\n---\nkind: X\n'],
  ['kind: Y\r\n', 'kind: Y\r\n---\r\nkind: X\r\n'],
  ['kind: Y\n---\n', 'kind: Y\n---\nkind: X\n'],
  ['kind: Y\n...\n', 'kind: Y\n...\n---\nkind: X\n'],
])('a document is appended to %j', (text, after) => {
  expect(applyEdits(text, appendDocument(text, 'kind: X\n'))).toBe(after);
});

test.each([
  ['a: &x { b: 1 }\nc: *x\n', '/c', 'The value at /c is an alias, so it has to be edited by hand.'],
  ['a: 1\n', '/a', 'The value at /a is neither a mapping nor a sequence.'],
  ['a: []\n', '/a', 'The value at /a is not a mapping.'],
  ['a: { b: 1 }\n', '/a', 'The mapping has the key b already.'],
  ['a: 1\n', '/b', 'The value at /b is neither a mapping nor a sequence.'],
  ['', '', 'The document is neither a mapping nor a sequence.'],
])('%j cannot get a member at %j', (text, pointer, message) => {
  expect(() => setMember(text, { document: 0, pointer }, 'b', 1)).toThrow(message);
});

test('a mapping cannot get an item', () => {
  expect(() => appendItem('a: {}\n', { document: 0, pointer: '/a' }, 1)).toThrow(
    'The value at /a is not a sequence.',
  );
});
