import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { addMembers, appendItem, appendDocument } from '#compiler/edit/insert-content.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import type { PlainValue } from '#compiler/edit/text-layout.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import { applyEdits, EditError } from '#compiler/edit/text-edit.ts';

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
  expect(
    applyEdits(
      text,
      addMembers(new EditableText(text), { document: 0, pointer: '/keys' }, { sandbox: keySet }),
    ),
  ).toBe(`# top
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
  ['{}', '{ "added": 1 }'],
  ['a: {}', 'a: {}\nadded: 1\n'],
  ['{ a: 1 }', '{ a: 1, added: 1 }'],
  ['{ a: 1, } # end', '{ a: 1, added: 1 } # end'],
  ['{\n  a: 1, # one\n  b: 2 # two\n}', '{\n  a: 1, # one\n  b: 2, # two\n  added: 1\n}'],
  ['{"a":{"b":[]}}', '{"a":{"b":[]},"added":1}'],
  ['{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"added": 1\n}\n'],
  ['{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "added": 1\r\n}\r\n'],
  ['a: 1', 'a: 1\nadded: 1\n'],
  ['a: |\n  text\n\n\nb:\n', 'a: |\n  text\n\n\nb:\nadded: 1\n'],
  ['a: |+\n  text\n\n# end\n', 'a: |+\n  text\n\nadded: 1\n# end\n'],
  ['"a": 1\n...\n', '"a": 1\nadded: 1\n...\n'],
])('a member is added to %j', (text, after) => {
  expect(applyEdits(text, addMembers(new EditableText(text), root, { added: 1 }))).toBe(after);
});

test.each([
  ['k: {a: 1 # c\n }\n', 'k: {a: 1, # c\n    added: 1\n }\n'],
  ['k: {a: 1, b: 2, # c\n}\n', 'k: {a: 1, b: 2, # c\n    added: 1\n}\n'],
  ['k:\n  - k: {a: 1\n     }\n', 'k:\n  - k: {a: 1,\n        added: 1\n     }\n'],
  ['k: {\n  a: 1, b: 2 # c\n}\n', 'k: {\n  a: 1, b: 2, # c\n  added: 1\n}\n'],
  ['{"k": {"a": 1\n}}\n', '{"k": {"a": 1,\n       "added": 1\n}}\n'],
])('a member that goes below the line of the bracket stands further in: %j', (text, after) => {
  const pointer = text.includes('- k') ? '/k/0/k' : '/k';
  expect(applyEdits(text, addMembers(new EditableText(text), { document: 0, pointer }, { added: 1 }))).toBe(
    after,
  );
  expect(parseAllDocuments(after).flatMap(({ errors }) => errors)).toEqual([]);
});

test.each([
  ['[]', '[ "added" ]'],
  ['[a]', '[a, added]'],
  ['[\n  a,\n  b,\n]', '[\n  a,\n  b,\n  added\n]'],
  ['- a\n- b # last\n', '- a\n- b # last\n- added\n'],
  ['  - a\n', '  - a\n  - added\n'],
])('an item is appended to %j', (text, after) => {
  expect(applyEdits(text, appendItem(new EditableText(text), root, 'added'))).toBe(after);
});

test.each<[string, string, PlainValue, string]>([
  ['a: 1.0 # one\n', '/a', '1.0', 'a: "1.0" # one\n'],
  ["a: 'x' # one\n", '/a', 'y', 'a: y # one\n'],
  ["a: 1.0\nb: 'c'\n", '/a', '1.0', "a: '1.0'\nb: 'c'\n"],
  ["{ a: 1.0, b: 'c' }\n", '/a', '1.0', "{ a: '1.0', b: 'c' }\n"],
  ['a: &x 1\n', '/a', 2, 'a: &x 2\n'],
  ['a:\nb: 1\n', '/a', 2, 'a: 2\nb: 1\n'],
  ['a: # nothing\n', '/a', 'x', 'a: x # nothing\n'],
  ['- \n- 2\n', '/0', 1, '- 1\n- 2\n'],
  ['{ a: , "b":}', '/b', 1, '{ a: , "b": 1}'],
  ['a: one\n  two # end\n', '/a', 'x', 'a: x # end\n'],
  ['a: |\n  one\n\nb: 1\n', '/a', 'two\nlines', 'a: "two\\nlines"\n\nb: 1\n'],
  ['a: string\n', '/a', { b: ['c'] }, 'a: {b: [c]}\n'],
  ['a: string\nd: { e: 1 }\n', '/a', { b: ['c'] }, 'a: { b: [ c ] }\nd: { e: 1 }\n'],
  ['a:\n  b: 1\n  # end\nc: 1\n', '/a', { d: { e: 1 }, f: 2 }, 'a:\n  d:\n    e: 1\n  f: 2\n  # end\nc: 1\n'],
  ['a:\n- 1\n- 2\n', '/a', ['x'], 'a:\n- x\n'],
  ['a:\n- 1\n- 2\n', '/a', 'x', 'a:\n  x\n'],
  ['a:\r\n  - b: 1\r\n    c: 2\r\n', '/a/0', { d: 1, e: 2 }, 'a:\r\n  - d: 1\r\n    e: 2\r\n'],
  ['{"a":1.0,"b":2}', '/a', '1.0', '{"a":"1.0","b":2}'],
  ['{ "a": 1 }', '/a', { b: [1] }, '{ "a": { "b": [ 1 ] } }'],
  ['{\n\t"a": [\n\t\t1\n\t]\n}', '/a', { b: 2, c: 3 }, '{\n\t"a": {\n\t\t"b": 2,\n\t\t"c": 3\n\t}\n}'],
])('in %j the value at %j gives way to %j', (text, pointer, value, after) => {
  const source = new EditableText(text);
  expect(applyEdits(text, replaceValue(source, { document: 0, pointer }, value))).toBe(after);
});

test.each([
  ['a: !!float 1\n', '/a', 'The value at /a has a tag, so it has to be edited by hand.'],
  [
    'a:\n  b: 1\n  # two\n  c: 1\n',
    '/a',
    'The value at /a may hold a comment, so it has to be edited by hand.',
  ],
  ['a: | # one\n  text\n', '/a', 'The value at /a may hold a comment, so it has to be edited by hand.'],
  [
    'a: { b: &x 1 }\nc: *x\n',
    '/a',
    'The value at /a holds an anchor that is used elsewhere, so it has to be edited by hand.',
  ],
  [
    'a: &x 1\nc: *x\n',
    '/a',
    'The value at /a is used elsewhere by the anchor &x, so it has to be edited by hand.',
  ],
  [
    'a: &x { b: 1 }\nc: *x\n',
    '/c/b',
    'The value at /c/b is reached through an alias, so it has to be edited by hand.',
  ],
  ['a: &x { b: 1 }\nc: { <<: *x }\n', '/c/b', 'There is no value at /c/b.'],
  ['{ a, b: 1 }\n', '/a', 'There is no value at /a.'],
])('%j keeps its value at %j', (text, pointer, message) => {
  expect(() => replaceValue(new EditableText(text), { document: 0, pointer }, 'x')).toThrow(message);
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
  ['a: 1\n', '/b', 'There is no value at /b.'],
  ['', '', 'The document is empty.'],
])('%j cannot get a member at %j', (text, pointer, message) => {
  expect(() => addMembers(new EditableText(text), { document: 0, pointer }, { b: 1 })).toThrow(message);
});

test('a mapping cannot get an item', () => {
  expect(() => appendItem(new EditableText('a: {}\n'), { document: 0, pointer: '/a' }, 1)).toThrow(
    'The value at /a is not a sequence.',
  );
});

test('the error names a value that is not a sequence, even where it is the whole document', () => {
  expect(() => appendItem(new EditableText('a: 1\n'), root, 1)).toThrow('The document is not a sequence.');
  expect(() => addMembers(new EditableText('- a\n'), root, { b: 1 })).toThrow(
    'The document is not a mapping.',
  );
});

test.each([
  ['a: {b: *x}\n', '/a'],
  ['a: *x\n', '/a'],
  ['a: *x\n', '/a/b'],
  ['a:\n  <<: *x\n', '/a'],
  ['%YAML 1.1\n---\n<<: *x\n', ''],
  ['*x : 1\n', ''],
  ['*x\n', ''],
])('an alias of nothing in %j is edited around or refused', (text, pointer) => {
  const outcome = () => {
    try {
      return addMembers(new EditableText(text), { document: 0, pointer }, { added: 1 }).length;
    } catch (error) {
      return error;
    }
  };
  expect(typeof outcome() === 'number' || outcome() instanceof EditError).toBe(true);
  expect(appendDocument(text, 'kind: X\n')).toHaveLength(1);
});
