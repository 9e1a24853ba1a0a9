import { parse } from 'luaparse';
import { expect, test } from 'vitest';
import { programTexts } from '#export/envoy/program/program-texts.ts';

/** What LuaJIT provides, what the program is given before its files, and what Envoy calls. */
const provided = new Set(
  (
    'error ipairs loadstring math next os pairs pcall string table tonumber tostring type ' +
    'records digest showsDigest gatewayUrl trustsProxies basePath versioning ' +
    'isLogged tokensNotBefore overrides limitHeaders knownMethods errors'
  ).split(' '),
);

/** In the order in which the program has them. */
const files = [
  'find-record.lua',
  'check-path.lua',
  'match-resource.lua',
  'answer.lua',
  'find-api.lua',
  'show-health.lua',
  'read-token.lua',
  'authenticate.lua',
  'admit-call.lua',
] as const;

test.each(Object.entries(programTexts))('%s is Lua 5.1', (_file, text) => {
  expect(() => parse(text, { luaVersion: '5.1' })).not.toThrow();
});

test('the program reads no global that nobody provides, and sets none but the function that Envoy calls', () => {
  const program = files.map((file) => programTexts[file]).join('\n');
  const { globals } = parse(program, { luaVersion: '5.1', scope: true }) as unknown as {
    readonly globals: readonly { readonly name: string }[];
  };
  const unknown = new Set(globals.map(({ name }) => name).filter((name) => !provided.has(name)));
  expect([...unknown]).toEqual(['envoy_on_request']);
  expect(Object.keys(programTexts).toSorted()).toEqual(files.toSorted());
});
