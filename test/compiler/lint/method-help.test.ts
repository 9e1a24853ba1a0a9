import { expect, test } from 'vitest';
import { findHelp } from './find-help.ts';

const created = "        '201':\n          description: The dog is registered.\n";
const withBody =
  "        '200': { description: It., content: { application/json: { schema: { type: object } } } }\n";

test('a status that its method must not return is replaced by another one, or by another method', async () => {
  const helpOn = (to: string) => findHelp('method-responses', created, to);
  expect(await helpOn(`        '200': { description: It. }\n${created}`)).toEqual([
    'Remove it, since the operation declares `201` too.',
  ]);
  expect(await helpOn(`${withBody}${created}`)).toEqual([
    'Move its body to `201`, which the operation declares too.',
  ]);
  expect(await helpOn(`${withBody}        '202':\n          description: Later.\n`)).toEqual([
    'Return `201` with a `Location` header, `202` if the work is done later, or use another method if nothing is created.',
  ]);
});

test('a status that no API uses is replaced by one of its class, or by a failure of the service', async () => {
  const badRequest = "'400': { $ref: '#/components/responses/BadRequest' }";
  const helpOn = (status: number) =>
    findHelp('status-code-known', badRequest, badRequest.replace('400', String(status)));
  expect(await helpOn(480)).toEqual([
    'Return the most suitable of 400, 401, 403, 404, 405, 409, 410, 415, 422, 429, or of 500, 501, 503 if the service itself failed.',
  ]);
  expect(await helpOn(599)).toEqual(['Return the most suitable of 500, 501, 503.']);
  const instead =
    'Return a success status of the method, or an error: 404 or 410 for a missing resource, 400 or 422 for an invalid request.';
  expect(await helpOn(103)).toEqual([instead]);
  expect(await helpOn(302)).toEqual([
    `${instead} If callers have to follow the redirection, such as one to a download, suppress the finding.`,
  ]);
});

test('a body of GET or DELETE is removed if it is empty, and selects nothing that the path already identifies', async () => {
  const helpOn = (path: string, method: string, content: string) => {
    const body = `requestBody: { content: { application/json: ${content} } }`;
    const dogs = '  /dogs/{dogId}:\n';
    const operation = `    ${method}: { ${body}, responses: { '204': { description: None. } } }\n`;
    return findHelp('request-body-allowed', dogs, `  ${path}:\n${operation}${dogs}`);
  };
  const schema = '{ schema: { type: object, properties: { name: { type: string } } } }';
  expect(await helpOn('/cats', 'get', schema)).toEqual([
    'Use query parameters, or create a resource such as a search with POST.',
  ]);
  expect(await helpOn('/cats', 'delete', schema)).toEqual([
    'Identify in the path what to delete, and send options as query parameters. For lists and secrets, create a resource such as a deletion with POST.',
  ]);
  for (const empty of ['{}', "{ example: '' }", '{ schema: { type: object, properties: {} }, example: {} }'])
    expect(await helpOn('/cats', 'get', empty)).toEqual(['Remove it, since it declares no content.']);
  for (const open of ['{ schema: { type: object } }', '{ example: { name: Rex } }'])
    expect(await helpOn('/cats', 'get', open)).toEqual([
      'Use query parameters, or create a resource such as a search with POST.',
    ]);
});

test('a form of a GET becomes query parameters, and is reported once', async () => {
  const dogs = '  /dogs/{dogId}:\n';
  const form = 'schema: { type: object, properties: { name: { type: string }, chip: { type: string } } }';
  const withForm = (method: string, mediaType: string) => {
    const body = `requestBody: { content: { ${mediaType}: { ${form} } } }`;
    return `  /cats:\n    ${method}: { ${body}, responses: { '200': { description: All. } } }\n${dogs}`;
  };
  for (const mediaType of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    const written = withForm('get', mediaType);
    expect(await findHelp('request-body-allowed', dogs, written)).toEqual([
      'Declare `name` and `chip` as query parameters.',
    ]);
    expect(await findHelp('body-media-type', dogs, written)).toEqual([]);
    expect(await findHelp('body-media-type', dogs, withForm('post', mediaType))).toHaveLength(1);
  }
});

test('a response that OPTIONS shares with other methods is replaced by one of its own', async () => {
  const dogs = '  /dogs:\n';
  const helpOn = (response: string) =>
    findHelp('options-allow', dogs, `${dogs}    options: { responses: { '200': ${response} } }\n`);
  expect(await helpOn('{ description: The methods. }')).toEqual([
    'Declare `Allow` under `headers`, with the methods of the resource separated by commas.',
  ]);
  expect(await helpOn("{ $ref: '#/components/responses/BadRequest' }")).toEqual([
    'Declare a response for OPTIONS alone, with `Allow` under `headers`: the methods of the resource separated by commas.',
  ]);
});

test('an operation without a success status declares one of its method, or has another method', async () => {
  const helpOn = (from: string, to: string) => findHelp('method-success-declared', from, to);
  expect(await helpOn(created, '        default:\n          description: It.\n')).toEqual([
    'Declare the response `201` with a `Location` header, `202` if the work is done later, or use another method if nothing is created.',
  ]);
  const removed = "        '204':\n          description: The dog is no longer registered.\n";
  expect(await helpOn(removed, '')).toEqual([
    'Declare the response `204` without a body, or `202` if the work is done later.',
  ]);
  expect(
    await helpOn(
      "        '200':\n          description: The dogs.\n",
      '        default:\n          description: The dogs.\n',
    ),
  ).toEqual(['Declare the response `200`.']);
});

test('an operation that opens a WebSocket declares the status with which it begins', async () => {
  const operation = (path: string, summary: string, responses: string) =>
    `  ${path}: { get: { summary: ${summary}, responses: { ${responses} } } }\ncomponents:\n`;
  const error = "'400': { $ref: '#/components/responses/BadRequest' }";
  const helpOn = async (...[rule, ...parts]: [string, string, string, string]) =>
    findHelp(rule, 'components:\n', operation(...parts));
  const help = ['Declare the response `101`, with which a WebSocket begins.'];
  expect(await helpOn('method-success-declared', '/barks', 'Opens a WebSocket.', error)).toEqual(help);
  expect(await helpOn('method-success-declared', '/barks/web_socket', 'Barks.', error)).toEqual(help);
  expect(await helpOn('method-success-declared', '/barks', 'Barks.', error)).toEqual([
    'Declare the response `200`.',
  ]);
  expect(await helpOn('method-success-declared', '/barks', 'Polls as a WebSocket fallback.', error)).toEqual([
    'Declare the response `200`.',
  ]);
  expect(await helpOn('method-success-declared', '/barks/web_sockets', 'Barks.', error)).toEqual([
    'Declare the response `200`.',
  ]);
  const address = 'default: { description: Its address., content: { application/json: {} } }';
  expect(
    await helpOn('method-success-declared', '/barks', 'Returns the address of a WebSocket.', address),
  ).toEqual(['Declare the response `200`.']);
  const switching = "'101': { description: Barks. }";
  expect(await helpOn('method-success-declared', '/barks', 'Opens a WebSocket.', switching)).toEqual([]);
  expect(await helpOn('status-code-known', '/barks', 'Opens a WebSocket.', switching)).toEqual([]);
});

test('a status 201 has the address of the new resource, or of their collection', async () => {
  const header =
    '          headers:\n            Location:\n              description: The new dog.\n              schema: { type: string, format: uri }\n';
  const one = 'Declare `Location` under `headers`, with the address of the new resource.';
  const some =
    'Declare `Location` under `headers`, with the address of the new resource, or of the collection if several are created.';
  const helpOn = (from: string, to: string) => findHelp('created-location', from, to);
  expect(await helpOn(header, '')).toEqual([one]);
  const list =
    '          content: { application/json: { schema: { type: array, items: { type: object } } } }\n';
  expect(await helpOn(header, list)).toEqual([some]);
  const response = `      responses:\n${created}`;
  expect(await helpOn(`${response}${header}`, `      operationId: dogs_batchCreate\n${response}`)).toEqual([
    some,
  ]);
  const post = "  /dogs/bulk:\n    post: { responses: { '201': { description: They are registered. } } }\n";
  expect(await helpOn('components:\n', `${post}components:\n`)).toEqual([some]);
});

test('an unknown method is replaced by another one, or removed', async () => {
  const trace = "    trace: { responses: { '200': { description: It. } } }\n    put:\n";
  expect(await findHelp('method-known', '    put:\n', trace)).toEqual([
    'Use GET to read, POST to create, PUT to replace, PATCH to change and DELETE to delete, or remove the operation.',
  ]);
});
