import { describe, expect, test } from 'vitest';
import { writeRecords } from '#export/envoy/calls/calls-program.ts';
import { addressKey, declareLua, recordKey, writeLua } from '#export/envoy/text/lua-text.ts';
import { runLua, type CallLua } from './lua-in-test.ts';

const records = writeRecords([
  [recordKey('a', 'dogs/v1'), { id: 'Dogs/v1', version: 'v1' }],
  [recordKey('a', 'dogs/v2'), { id: 'Dogs/v2', version: 'v2' }],
  [recordKey('l', 'dogs'), { address: 'dogs/v2' }],
  [addressKey('/old/place'), { address: 'dogs/v1' }],
]);

const find = `
local function find_api(path, version, isPreflight)
  local headers = { get = function() return version end, getNumValues = function() return 1 end }
  local api, rest = findApi(path, headers, isPreflight)
  return api and api.id, rest
end
`;

function callWith(versioning: string, basePath = ''): Promise<CallLua> {
  const settings = [
    declareLua('records', records),
    declareLua('versioning', writeLua(versioning)),
    declareLua('basePath', writeLua(basePath)),
  ];
  return runLua(['find-record.lua', 'find-api.lua'], ['find_api'], settings.join('\n'), find);
}

describe.each([
  ['url', '/dogs/v1/walks', undefined, ['Dogs/v1', '/walks']],
  ['url', '/dogs/v1', undefined, ['Dogs/v1', '/']],
  ['url', '/dogs/v3/walks', undefined, [undefined, 'api_unknown']],
  ['url', '/dogs', undefined, [undefined, 'api_unknown']],
  ['url', '/old/place/walks', undefined, ['Dogs/v1', '/walks']],
  ['header', '/dogs/walks', 'v1', ['Dogs/v1', '/walks']],
  ['header', '/dogs/walks', undefined, [undefined, 'version_missing']],
  ['header', '/dogs/walks', 'v3', [undefined, 'api_unknown']],
  ['hybrid', '/dogs/walks', undefined, ['Dogs/v2', '/walks']],
  ['hybrid', '/dogs/v1/walks', undefined, ['Dogs/v1', '/walks']],
  ['hybrid', '/dogs/v1/walks', 'v2', [undefined, 'version_conflict']],
  ['hybrid', '/old/place/walks', 'v2', [undefined, 'version_conflict']],
] as const)('with versions by %s', (versioning, path, version, found) => {
  test(`${path} with the version ${version ?? 'unnamed'} is ${found.join(' ')}`, async () => {
    const call = await callWith(versioning);
    expect(call('find_api', path, version, false)).toEqual(found);
  });
});

test('an API is found below the path of the gateway alone', async () => {
  const call = await callWith('url', '/api');
  expect(call('find_api', '/api/dogs/v1/walks', undefined, false)).toEqual(['Dogs/v1', '/walks']);
  expect(call('find_api', '/dogs/v1/walks', undefined, false)).toEqual([undefined, 'api_unknown']);
  expect(call('find_api', '/apidogs/v1', undefined, false)).toEqual([undefined, 'api_unknown']);
});
