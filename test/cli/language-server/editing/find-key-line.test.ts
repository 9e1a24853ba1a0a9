import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { findKeyLine } from '#cli/language-server/editing/find-key-line.ts';
import { toLspRange } from '#cli/language-server/to-lsp-diagnostic.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { appendPointer, splitPointer } from '#source/place.ts';

/** The pointers of all members of mappings that are not in a list. */
function membersOf(value: Json, pointer = ''): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = appendPointer(pointer, name);
    return [at, ...membersOf(member, at)];
  });
}

const root = (await parseSource('a.yaml', cleanSources['apis/dog_park/v1/openapi.yaml']!)).documents[0]
  ?.value as Json;

test.each([
  ['a.yaml', stringify(root)],
  ['b.yaml', stringify(root, { defaultKeyType: 'QUOTE_SINGLE', indent: 4 }).replaceAll('\n', '\r\n')],
  ['c.json', JSON.stringify(root, undefined, 2)],
  ['d.yaml', `# A comment\n---\n${stringify(root)}`],
])('every key of %s is found where a parser finds it', async (path, text) => {
  const [document] = (await parseSource(path, text)).documents;
  const file = await parseSource(path, text);
  const pointers = membersOf(document?.value as Json);
  expect(pointers.length).toBeGreaterThan(150);
  for (const pointer of pointers) {
    const span = document!.locate(splitPointer(pointer), 'key');
    expect([pointer, findKeyLine(text, pointer)]).toEqual([
      pointer,
      toLspRange(file.toLocation(span, pointer)).start,
    ]);
  }
});

test('a pointer without a target leads to the nearest key, and one whose first name is missing to nothing', () => {
  const text = 'a:\n  b:\n    c: 1\n\nd:\n  e:\n    "f/g": [1]\n';
  expect(findKeyLine(text, '/a/b/d/e')).toEqual({ line: 1, character: 2 });
  expect(findKeyLine(text, '/d/b')).toEqual({ line: 4, character: 0 });
  expect(findKeyLine(text, '/d/e/f~1g/0')).toEqual({ line: 6, character: 4 });
  expect(findKeyLine(text, '/nothing/schemas')).toBeUndefined();
  expect(findKeyLine('', '/a')).toBeUndefined();
});
