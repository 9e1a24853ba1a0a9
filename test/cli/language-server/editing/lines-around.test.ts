// @module-tag full
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readCursorPath } from '#cli/language-server/editing/cursor-path.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { definitionFile } from '../open-folder.ts';

const clean = parse(cleanSources[definitionFile]!) as {
  readonly paths: Readonly<Record<string, unknown>>;
};

/** The clean definition with so many paths that it is large. */
function large(extra: number) {
  const further = Array.from({ length: extra }, (_, index) => [`/more${index}`, clean.paths['/dogs']]);
  return { ...clean, paths: { ...clean.paths, ...Object.fromEntries(further) } };
}

const forms = {
  YAML: (value: unknown) => stringify(value, { aliasDuplicateObjects: false }),
  'YAML with lists that are as far in as their keys': (value: unknown) =>
    stringify(value, { aliasDuplicateObjects: false, indentSeq: false }),
  'indented JSON': (value: unknown) => JSON.stringify(value, null, 2),
  'JSON with tabs': (value: unknown) => JSON.stringify(value, null, '\t'),
};

/** The path to each key of a text, by the key's line. */
function pathsIn(text: string, count: number) {
  return text
    .split('\n')
    .slice(0, count)
    .map((line, at) => readCursorPath(text, at, line.search(/[^\s-]/) + 1));
}

test.each(Object.entries(forms))(
  'reads the same path in a large document of %s',
  { timeout: 60_000 },
  (_form, write) => {
    const small = write(large(0));
    const until = small.split('\n').findIndex((line) => /^[\s"]*components/.test(line)) - 1;
    const big = write(large(40));
    expect(big.split('\n').length).toBeGreaterThan(2000);
    const others = (text: string) =>
      pathsIn(text, until).map(({ siblings, ...path }) => ({
        ...path,
        siblings: [...siblings.keys()].filter((key) => !key.startsWith('/more')).toSorted(),
      }));
    expect(others(big)).toEqual(others(small));
  },
);

test('reads a path in a large document in which nothing is written yet', () => {
  const text = forms.YAML(large(60)).replace('\n    get:\n', '\n    get:\n      \n');
  const at = text.split('\n').findIndex((line) => line === '      ');
  const { parents, siblings } = readCursorPath(text, at, 6);
  expect(parents).toEqual(['paths', '/dogs', 'get']);
  expect(siblings.has('responses')).toBe(true);
});
