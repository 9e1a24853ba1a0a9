import { expect, test } from 'vitest';
import { findHelp } from './find-help.ts';

const onedog = '  /dogs/{dogId}:\n';
const got = "{ get: { responses: { '200': { description: It. } } } }";
const posted = "{ post: { responses: { '200': { description: It. } } } }";

/** What is right at a path depends on its other elements: rule, path, help. */
const helps: readonly (readonly [rule: string, path: string, ...help: string[]])[] = [
  [
    'path-qualified-identifier',
    '/dogs/country/{country}/town/{town}',
    'Write `country={country}` if it identifies one element. Otherwise declare `country` as a query parameter.',
    'Write `town={town}` if it identifies one element. Otherwise declare `town` as a query parameter.',
  ],
  [
    'path-qualified-identifier',
    '/dogs/status/{status}/count',
    'Write `status={status}` if it identifies one element. Otherwise declare `status` as a query parameter.',
  ],
  [
    'path-qualified-identifier',
    '/dogs/external_dog_id/{external_dog_id}',
    'Write `external_dog_id={external_dog_id}`.',
  ],
  [
    'path-qualified-identifier',
    '/walks/owner_id/{ownerId}',
    'Write `owner_id={ownerId}` if it identifies one element. Otherwise declare `ownerId` as a query parameter.',
  ],
  [
    'path-qualified-identifier',
    '/dogs/by_name/{accessToken}/{query}',
    'Write `name={query}` if it identifies one element. Otherwise declare `query` as a query parameter.',
  ],
  [
    'path-hierarchy',
    '/dogs/by_name/{accessToken}/{query}',
    'Remove `{accessToken}`, since callers send the token in the `Authorization` header.',
  ],
  [
    'path-compound-identifier',
    '/dogs/getByName{dogName}',
    'Write `{dogName}`, and express the rest with the method or a sub-resource.',
  ],
  ['path-snake-case', '/dogs/findByTags', 'Combine it with `GET /dogs`, and select by query parameters.'],
  ['path-compound-identifier', '/walks{walkName}/steps', 'Write `walks/{walkName}`.'],
  [
    'path-compound-identifier',
    '/walks{nextCursor}',
    'Write `walks`, and declare `nextCursor` as a query parameter.',
  ],
  [
    'path-compound-identifier',
    '/walk{number}',
    'Write `{number}`, or `walk={number}` if `walk` is a kind of identifier.',
  ],
  [
    'path-compound-identifier',
    '/dogs/{dogId}.mp3',
    'Combine it with `/dogs/{dogId}`. Callers choose a format such as `.mp3` with an `Accept` header; express an action with the method or a sub-resource.',
  ],
  [
    'path-compound-identifier',
    '/{shop}.example.com/walks',
    'Remove `{shop}.example.com`, and write the host in `servers`.',
  ],
  [
    'path-compound-identifier',
    '/{shop}.{environment}.com.br/walks',
    'Remove `{shop}.{environment}.com.br`, and write the host in `servers`.',
  ],
  [
    'path-compound-identifier',
    '/getWalks(owner={owner})',
    'Write a noun for what it returns, and declare `owner` as a query parameter.',
  ],
  ['path-compound-identifier', '/walks(ownerId={owner})', 'Write `walks/owner_id={owner}`.'],
  [
    'path-compound-identifier',
    '/walks;walkCode={code};owner={owner}',
    'Write `walks/walk_code={code},owner={owner}` if it identifies one element. Otherwise declare `code` and `owner` as query parameters.',
  ],
  ['path-snake-case', '/walks:walkCode={code}', 'Write `walks/walk_code={code}`.'],
  ['path-hierarchy', '/walks/{walkId}/getStops(owner={owner})'],
  ['path-hierarchy', '/walks/{walkId}/example.getStops(owner={owner})/{stopId}'],
  ['path-noun', '/getDogsByBreed/{breed}', 'Combine it with `GET /dogs`, and select by query parameters.'],
  [
    'path-noun',
    '/findByBreed',
    'Use only the name of the resource, use the method GET, and select by query parameters.',
  ],
  ['path-noun', '/validateWalksByOwner', 'Write `walks`, and keep the method GET if nothing is changed.'],
  ['path-noun', '/list_to_dos', 'Write `to_dos`, and use the method GET.'],
  ['path-snake-case', '/dogWalks.{format}', 'Write `dog_walks`.'],
  ['path-snake-case', '/Example.DBforMySQL/walks', 'Write `example_db_for_my_sql`.'],
  ['path-snake-case', '/IMDBid/IoTHubs', 'Write `imdb_id`.', 'Write `iot_hubs`.'],
  ['path-compound-identifier', '/walks{.format}'],
  ['path-compound-identifier', '/walks.{content_type}'],
  ['negotiation-by-header', '/walks{.format}', 'Remove it, and have callers send an `Accept` header.'],
  ['negotiation-by-header', '/walks.{content_type}', 'Remove it, and have callers send an `Accept` header.'],
];

test.each(helps)('%s helps on %s', async (rule, path, ...help) => {
  expect(await findHelp(rule, onedog, `  ${path}: ${got}\n${onedog}`)).toEqual(help);
});

test('operations of one method that only a fragment tells apart get paths of their own', async () => {
  const helpOn = (rule: string, paths: string) => findHelp(rule, onedog, `${paths}${onedog}`);
  const own = 'Give it a path of its own, since callers do not send what follows `#`.';
  expect(
    await helpOn('path-snake-case', `  /#Target=ListWalks: ${posted}\n  /#Target=ShowWalks: ${posted}\n`),
  ).toEqual([own, own]);
  expect(await helpOn('path-snake-case', `  /walks: ${got}\n  /walks#import: ${posted}\n`)).toEqual([
    'Combine it with `/walks`, since callers do not send what follows `#`.',
  ]);
  const selecting = `{ get: { parameters: [{ name: city, in: query, schema: { type: string } }], responses: { '200': { description: It. } } } }`;
  expect(await helpOn('path-snake-case', `  /dog-walks#city: ${selecting}\n`)).toEqual([
    'Write `dog_walks`, since `city` is already a parameter.',
  ]);
  expect(await helpOn('path-snake-case', `  /walks?cmd=list: ${got}\n`)).toEqual([
    'Write `walks`, and declare `cmd` as a query parameter.',
  ]);
  expect(
    await helpOn(
      'path-compound-identifier',
      `  /walks/{walkId}: ${posted}\n  /walks/{walkId}#restore: ${posted}\n`,
    ),
  ).toEqual([own]);
  expect(
    await helpOn(
      'path-compound-identifier',
      `  /walks/{walkId}: ${got}\n  /walks/{walkId}#restore: ${posted}\n`,
    ),
  ).toEqual(['Combine it with `/walks/{walkId}`, since callers do not send what follows `#`.']);
});

test('a verb that reads becomes GET where nothing is changed', async () => {
  const helpOn = (path: string, operation: string) =>
    findHelp('path-noun', onedog, `  ${path}: ${operation}\n${onedog}`);
  expect(await helpOn('/describe_walks', posted)).toEqual([
    'Write `walks`, and use the method GET if nothing is changed.',
  ]);
  expect(await helpOn('/describe', posted)).toEqual([
    'Write a noun in its place, and use the method GET if nothing is changed.',
  ]);
  expect(await helpOn('/find_walks_by_owner', posted)).toEqual([
    'Write `walks`, use the method GET if nothing is changed, and select by query parameters.',
  ]);
  expect(await helpOn('/walks:get_walk', posted)).toEqual([
    'Write `walks`, and use the method GET if nothing is changed.',
  ]);
  expect(await helpOn('/get_updated_walks', got)).toEqual(['Write `updated_walks`, and use the method GET.']);
  expect(await helpOn('/force_approve_walk', posted)).toEqual([
    'Use only the name of the resource, and express the action as a change with PATCH, or as a new resource with POST.',
  ]);
  expect(await helpOn('/get_walks', got)).toEqual(['Write `walks`, and use the method GET.']);
});

test('the convention of spelling keeps no verb that is an action by what its path does', async () => {
  const advice = async (path: string, operation: string) => {
    const paths = `  ${path}: ${operation}\n${onedog}`;
    const [spelled] = await findHelp('path-snake-case', onedog, paths);
    return [spelled, ...(await findHelp('path-noun', onedog, paths))];
  };
  const removed = "{ delete: { responses: { '204': { description: It. } } } }";
  const created = "{ post: { responses: { '201': { description: It. } } } }";
  const away = 'Write `tokens`, and use the method DELETE.';
  for (const operation of [posted, removed]) {
    for (const name of ['removeTokens', 'bulkRemoveTokens', 'chats.removeTokens', 'removeTokens.{format}'])
      expect(await advice(`/walks/{walkId}/${name}`, operation)).toEqual([away, away]);
  }
  // A token that removes is a token.
  for (const operation of [got, created])
    expect(await advice('/removeTokens', operation)).toEqual(['Write `remove_tokens`.']);
  for (const name of ['removeToken', 'removeMarkers', 'clearLog', 'clearHistory', 'revokeToken']) {
    const [spelled, acting] = await advice(`/walks/{walkId}/${name}`, posted);
    expect(spelled).toMatch(
      /, and (use the method DELETE|express the action as a change with PATCH, or .*)\.$/,
    );
    expect(acting).toBe(spelled);
  }
  expect(await advice('/removeToken', created)).toEqual(['Write `remove_token`.']);
  // A request to delete is a request.
  expect(await advice('/deleteRequests', posted)).toEqual(['Write `delete_requests`.']);
});

test('a call after a namespace gets the same help on its spelling and on its verb', async () => {
  const paths = `  /chats.removeOwners: ${posted}\n${onedog}`;
  const help = ['Write `owners`, and use the method DELETE.'];
  expect(await findHelp('path-snake-case', onedog, paths)).toEqual(help);
  expect(await findHelp('path-noun', onedog, paths)).toEqual(help);
});

test('a noun after its own collection is not written twice', async () => {
  const removed = "{ delete: { responses: { '204': { description: It. } } } }";
  const helpOn = (path: string) => findHelp('path-noun', onedog, `  ${path}: ${removed}\n${onedog}`);
  const only = 'Use only the name of the resource, and use the method DELETE.';
  expect(await helpOn('/walks/removeWalks')).toEqual([only]);
  expect(await helpOn('/walks/remove_walk')).toEqual([only]);
  for (const path of ['/walks/{walkId}/remove_walks', '/{walks}/remove_walks'])
    expect(await helpOn(path)).toEqual(['Write `walks`, and use the method DELETE.']);
});

test('a verb below a collection needs no element above it', async () => {
  const findOn = async (path: string) =>
    (await findHelp('path-hierarchy', onedog, `  ${path}: ${got}\n${onedog}`)).length;
  expect(await findOn('/dogs/walks')).toBe(1);
  expect(await findOn('/dogs/get_walks')).toBe(0);
});

test('pages, sizes and orders among the identifiers of a path are for the query', async () => {
  const helpOn = async (path: string) =>
    (await findHelp('path-hierarchy', onedog, `  ${path}: ${got}\n${onedog}`))[0];
  const joined = (list: string) =>
    `Write \`${list}\` if they are one identifier. Otherwise name a resource between them, or declare filters as query parameters.`;
  expect(await helpOn('/dogs/{city}/{year}')).toBe(joined('{city},{year}'));
  expect(await helpOn('/dogs/{city}/page-{pageno}')).toBe('Declare `pageno` as a query parameter.');
  expect(await helpOn('/dogs/{page}/{pageSize}')).toBe('Declare `page` and `pageSize` as query parameters.');
  for (const named of ['walks{walkId}', 'export?file={file}', '?q={text}', 'stream.{format}', '{kind}-walks'])
    expect(await helpOn(`/dogs/{dogId}/${named}`)).toBe(undefined);
  expect(await helpOn('/dogs/{city}/{name}-{version}.zip')).toBe(joined('{city},{name}-{version}.zip'));
  expect(await helpOn('/dogs/{city}/chip={chip}')).toBe(joined('{city},chip={chip}'));
  expect(await helpOn('/dogs/{city}/{year}/{sortBy}/{page-title}')).toBe(
    `Declare \`sortBy\` as a query parameter. ${joined('{city},{year},{page-title}')}`,
  );
});

test('a singular that may be a verb is replaced by the plural if it is a thing', async () => {
  const post = '    post: { responses: { "201": { description: Done. } } }\n';
  expect(await findHelp('path-plural', onedog, `  /walks/{walkId}/ship:\n${post}${onedog}`)).toEqual([
    'Write `ships` if it creates a resource. Otherwise express the action as a change with PATCH.',
  ]);
  expect(await findHelp('path-plural', onedog, `  /walks/{walkId}/visit:\n${post}${onedog}`)).toEqual([
    'Write `visits`.',
  ]);
});

test('a singular is replaced by the plural, or combined with the path that has it', async () => {
  const helpOn = (paths: string) => findHelp('path-plural', onedog, `${paths}${onedog}`);
  const list = '{ type: array, items: { type: object, properties: { name: { type: string } } } }';
  const listed = `responses: { '200': { description: They., content: { application/json: { schema: ${list} } } } }`;
  expect(await helpOn(`  /dog: ${posted}\n`)).toEqual([]);
  expect(await helpOn("  /dog: { post: { responses: { '201': { description: It. } } } }\n")).toEqual([
    'Combine it with `/dogs`, or give one of the two another plural name.',
  ]);
  expect(await helpOn(`  /walk/{walkId}: ${got}\n  /walks/{term}: ${got}\n`)).toEqual([
    'Combine it with `/walks/{term}`, or give one of the two another plural name.',
  ]);
  expect(await helpOn(`  /walk/{walkId}: ${got}\n  /walks/{walkId}: ${posted}\n`)).toEqual([
    'Combine it with `/walks/{walkId}`.',
  ]);
  expect(await helpOn(`  /walks/walk/{walkId}: ${got}\n`)).toEqual([
    'Leave it out, since it follows `walks`.',
  ]);
  expect(await helpOn(`  /reports/delivery: { get: { ${listed} } }\n`)).toEqual([
    'Write `deliveries` if it is a collection of its own. Otherwise select with a query parameter.',
  ]);
  expect(await helpOn(`  /kennel/walk: { get: { ${listed} } }\n`)).toEqual([
    'Write `walks` if it lists them. Otherwise name in the plural what it lists, or return one object.',
  ]);
  expect(await helpOn(`  /walk: { get: { ${listed} } }\n  /walk/{walkId}: ${got}\n`)).toEqual([
    'Write `walks`.',
    'Write `walks`.',
  ]);
  const parameters = 'parameters: [{ name: route, in: query, schema: { type: string } }]';
  expect(await helpOn(`  /walks/route: { get: { ${parameters}, ${listed} } }\n`)).toEqual([
    'Leave it out, since the query parameter `route` already selects.',
  ]);
});

test('a verb whose method the resource already has is combined with it, or replaced by another noun', async () => {
  const helpOn = async (path: string, operation = got, others = '') =>
    (await findHelp('path-noun', onedog, `${others}  ${path}: ${operation}\n${onedog}`))[0];
  expect(await helpOn('/list_dogs')).toBe(
    'Combine it with `GET /dogs` if both return the same resources. Otherwise write a noun for what it returns.',
  );
  expect(await helpOn('/dogs:search', posted)).toBe(
    'Combine it with `GET /dogs` if both return the same resources. Otherwise write a noun for what it returns.',
  );
  expect(await helpOn('/dogs/find_by_owner/{ownerId}')).toBe(
    'Combine it with `GET /dogs`, and select by query parameters.',
  );
  expect(await helpOn('/dogs/insert', posted)).toBe(
    'Combine it with `POST /dogs` if both do the same. Otherwise write a noun for what it creates.',
  );
  expect(await helpOn('/dogs/{dogId}/remove_from_all', posted)).toBe(
    'Combine it with `DELETE /dogs/{dogId}` if both do the same. Otherwise write a noun for what it removes.',
  );
  expect(await helpOn('/dogs/{dogId}/update', posted)).toBe(
    'Combine it with `PUT /dogs/{dogId}` if both do the same. Otherwise write a noun for what it changes.',
  );
  expect(await helpOn('/walks/{walkId}/delete', posted, `  /walks/{walkId}: ${got}\n`)).toBe(
    'Use only the name of the resource, and use the method DELETE.',
  );
});

test('a GET with the name of a write may only read, and a verb alone is replaced by a noun', async () => {
  const helpOn = async (path: string, operation: string) =>
    findHelp('path-noun', onedog, `  ${path}: ${operation}\n${onedog}`);
  expect(await helpOn('/walks/create', got)).toEqual([
    'Use only the name of the resource, and use the method POST, or keep GET if nothing is changed.',
  ]);
  expect(await helpOn('/v1/api/validate', got)).toEqual([
    'Write a noun in its place, and keep the method GET if nothing is changed.',
  ]);
  expect(await helpOn('/walk.cancel', posted)).toEqual([
    'Use only the name of the resource, and express the action as a change with PATCH, or as a new resource with POST.',
  ]);
});
