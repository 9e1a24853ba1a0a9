import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupResources } from '#compiled/resources/resource.ts';
import type { LuaValue } from '#export/envoy/text/lua-text.ts';
import { createMatcher } from '#runtime/gateway/route/match-resource.ts';
import { draws } from '../../../full-run.ts';
import { runLua } from './lua-in-test.ts';

const pathFound = `
local function pathFound(resources, path)
  local found = findResource({ resources = resources }, path)
  return found and found.path
end
`;
const files = ['find-record.lua', 'check-path.lua', 'match-resource.lua'] as const;
const call = await runLua(files, ['splitPath', 'splitTemplate', 'matchesPieces', 'pathFound'], '', pathFound);

test('a template is split into literals and parameters in turn', () => {
  expect(call('splitPath', '/dogs/{id}/')).toEqual([['dogs', '{id}', '']]);
  expect(call('splitTemplate', 'a%2Bb{id}.json')).toEqual([['a+b', '.json']]);
  expect(call('splitTemplate', '{a}{b}')).toEqual([['', '', '']]);
  expect(call('splitTemplate', 'dogs')).toEqual([['dogs']]);
});

test.each([
  ['1,2', ['', ',', ''], true],
  ['1,', ['', ',', ''], false],
  [',2', ['', ',', ''], false],
  ['1.2.json', ['', '.json'], true],
  ['.json', ['', '.json'], false],
  ['12', ['', '', ''], true],
  ['1', ['', '', ''], false],
])('%j matches %j: %j', (text, pieces, matches) => {
  expect(call('matchesPieces', text, pieces)).toEqual([matches]);
});

test('a path leads to the resource to which it leads in the built-in data plane', () => {
  // Of these no two with literals and parameters fit the same text: which of such comes first differs.
  const segment = fc.constantFrom('dogs', 'cats', '{id}', '{a},{b}', '{id}.json', 'x{id}', 'caf%C3%A9', '');
  const template = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((segments) => `/${segments.join('/')}`);
  const sent = fc.constantFrom(
    'dogs',
    'd%6Fgs',
    '1',
    '1,2',
    '1%2C2',
    '9.json',
    'x1',
    'caf%C3%A9',
    'a%40b',
    '',
  );
  const path = fc.array(sent, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join('/')}`);
  fc.assert(
    fc.property(fc.uniqueArray(template, { minLength: 1, maxLength: 6 }), path, (templates, asked) => {
      fc.pre(!/\/\//.test(asked));
      const operations = templates.map((text) => ({ method: 'GET', path: text }));
      const resources: LuaValue = [...groupResources(operations).values()].map((one) => ({
        path: one.template,
      }));
      const found = createMatcher(operations)(asked)?.store.template;
      expect([asked, call('pathFound', resources, asked)[0]]).toEqual([asked, found]);
    }),
    { numRuns: draws(3000) },
  );
});
