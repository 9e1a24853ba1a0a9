import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CommandError } from '#cli/command-error.ts';
import { readFromWeb } from '#cli/add-api/read-from-web.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const document = '{"openapi":"3.0.3","info":{"title":"Cat Cafe","version":"1"},"paths":{}}';
const text =
  (body: string | Uint8Array, headers = {}): Answer =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);
const redirect =
  (location: string): Answer =>
  (_, response) =>
    void response.writeHead(302, { location }).end();

/** A server with a path for each answer, its address, and the paths that it was asked for. */
async function serve(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url?.split('?')[0] ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function problemOf(url: string): Promise<string> {
  const error = await readFromWeb(url).catch((thrown: unknown) => thrown);
  if (!(error instanceof CommandError)) throw new Error(`no CommandError: ${String(error)}`);
  return error.message;
}

describe('a document of the web', () => {
  test('is read with the files below its folder', async () => {
    const main =
      'openapi: 3.0.3\npaths:\n  /cats: { $ref: parts/paths.yaml#/cats }\n  /dogs: { $ref: "#/paths/~1cats" }\n';
    const { address, asked } = await serve({
      '/old': redirect('/v1/cats.yaml'),
      '/v1/cats.yaml': text(main),
      '/v1/parts/paths.yaml': text('cats: { get: { $ref: ../cats.yaml#/x } }\n'),
    });
    const files = await readFromWeb(`${address}/old?token=secret`);
    expect(files).toMatchObject({ isOnDisk: false, url: `${address}/v1/cats.yaml` });
    expect([...files.texts]).toEqual([
      ['/cats.yaml', main],
      ['/parts/paths.yaml', 'cats: { get: { $ref: ../cats.yaml#/x } }\n'],
    ]);
    expect(asked).toEqual(['/old?token=secret', '/v1/cats.yaml', '/v1/parts/paths.yaml']);
  });

  test.each<[string, string, string]>([
    ['/spec', document, '/openapi.json'],
    ['/spec.yaml', document, '/spec.yaml'],
    ['/v3/api-docs/', 'openapi: 3.0.3\n', '/openapi.yaml'],
    ['/..%2f..%2fetc.yaml', 'openapi: 3.0.3\n', '/openapi.yaml'],
    ['/.hidden.json', document, '/openapi.json'],
  ])('of the address %s has a name of a file', async (path, body, name) => {
    const { address } = await serve({ [path]: text(body) });
    const { texts } = await readFromWeb(address + path);
    expect([...texts.keys()]).toEqual([name]);
  });

  test.each<[string, Answer, string]>([
    [
      'a redirect to a file',
      redirect('file:///etc/passwd'),
      'HERE redirects to file:/etc/passwd, which is not followed.',
    ],
    [
      'a redirect to data',
      redirect('data:text/plain,openapi'),
      'HERE redirects to data:text/plain,openapi, which is not followed.',
    ],
    [
      'a redirect without TLS',
      redirect('http://cats.example.edu/x'),
      'HERE redirects to http://cats.example.edu/x, which is not followed.',
    ],
    [
      'a redirect with a password',
      redirect('https://a:b@cats.example.edu/x'),
      'HERE redirects to https://cats.example.edu/x, which is not followed.',
    ],
    ['a redirect to nothing', redirect('http://['), 'HERE redirects to "http://[", which is not followed.'],
    ['redirects without end', redirect('/x'), 'HERE redirects more than 5 times.'],
    [
      'a redirect without an address',
      (_, response) => void response.writeHead(302).end(),
      'HERE redirects (302), which is not followed: use the target address.',
    ],
    ['an error', (_, response) => void response.writeHead(500).end('secret'), 'HERE returned 500.'],
    ['no content', (_, response) => void response.writeHead(204).end(), 'HERE returned 204.'],
    ['a wrong 304', (_, response) => void response.writeHead(304).end(), 'HERE returned 304.'],
    ['a refusal', (_, response) => void response.writeHead(401).end(), 'HERE returned 401.'],
    [
      'a closed connection',
      (request) => void request.socket.destroy(),
      'HERE cannot be reached (ECONNRESET).',
    ],
    [
      'a web page',
      text('\n<!DOCTYPE html><title>openapi: 3</title>'),
      'HERE is a web page, not an OpenAPI document.',
    ],
    [
      'an XML document',
      text('<?xml version="1.0"?><openapi/>'),
      'HERE is a web page, not an OpenAPI document.',
    ],
    ['bytes', text(new Uint8Array([0xff, 0xfe, 0])), 'HERE is not UTF-8 text.'],
    [
      'nothing',
      text(''),
      'HERE is not an OpenAPI document: it has neither `openapi` nor `swagger` at its top level.',
    ],
    [
      'compressed bytes',
      text('x', { 'content-encoding': 'gzip' }),
      'HERE is compressed although that was not requested.',
    ],
    ['a huge length', text('', { 'content-length': 2 ** 40 }), 'HERE is larger than 67108864 bytes.'],
    ['a body without end', endless, 'HERE is larger than 67108864 bytes.'],
    [
      'a file above',
      text('{"openapi":"3.0.3","x":{"$ref":"../private.yaml"}}'),
      'The document refers to "../private.yaml", which is not a YAML or JSON file below its folder.',
    ],
    [
      'a file of the machine',
      text('{"openapi":"3.0.3","x":{"$ref":"/etc/passwd.json"}}'),
      'The document refers to "/etc/passwd.json", which is not a YAML or JSON file below its folder.',
    ],
    [
      'a file above, in disguise',
      text('{"openapi":"3.0.3","x":{"$ref":"a/%2e%2e/%2e%2e/b.yaml"}}'),
      'The document refers to "a/../../b.yaml", which is not a YAML or JSON file below its folder.',
    ],
    [
      'a hidden file',
      text('{"openapi":"3.0.3","x":{"$ref":".git/x.yaml"}}'),
      'The document refers to ".git/x.yaml", which is not a YAML or JSON file below its folder.',
    ],
    [
      'a query',
      text('{"openapi":"3.0.3","x":{"$ref":"x.yaml?y"}}'),
      'The document refers to "x.yaml?y", which is not a YAML or JSON file below its folder.',
    ],
    [
      'a file that is not there',
      text('{"openapi":"3.0.3","x":{"$ref":"y.yaml"}}'),
      'ROOT/y.yaml returned 404.',
    ],
    [
      'too many files',
      text(
        JSON.stringify({
          openapi: '3.0.3',
          x: Array.from({ length: 200 }, (_, i) => ({ $ref: `p/${i}.yaml` })),
        }),
      ),
      'The document refers to more than 100 files.',
    ],
  ])('is refused for %s', async (_title, answer, message) => {
    const parts = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`/p/${i}.yaml`, text('a: 1')]));
    const { address } = await serve({ ...parts, '/x': answer });
    const expected = message.replace('HERE', `${address}/x`).replace('ROOT', address);
    expect(await problemOf(`${address}/x?token=secret`)).toBe(expected);
  });

  test.each([
    [
      'http://cats.example.edu/openapi.yaml?token=secret',
      'http://cats.example.edu/openapi.yaml does not use https, so anyone on the way could change the document.',
    ],
    [
      'http://localhost.example.edu/x',
      'http://localhost.example.edu/x does not use https, so anyone on the way could change the document.',
    ],
    [
      'https://ada:secret@cats.example.edu/x',
      'The address of the document contains a user name or password, which shells keep in their history.',
    ],
    ['https://', '"https://" is not a URL.'],
  ])('is not fetched from %s', async (url, message) => {
    expect(await problemOf(url)).toBe(message);
  });

  test('is copied into the repository, and its relative server leads to where it was', async () => {
    const relative = document.replace('"paths"', '"servers":[{"url":"/base"}],"paths"');
    const { address } = await serve({ '/docs/cats.json': text(relative) });
    await using folder = await temporaryFolder();
    const words = ['add', 'api', '--from', `${address}/docs/cats.json?token=secret`, '--owner', 'cats'];
    expect(await callGatewright(folder.path, words)).toMatchObject({
      code: 0,
      stdout: 'created apis/cat_cafe/v1/cats.json\ncreated apis/cat_cafe/v1/api.yaml\n',
    });
    expect(await folder.read('apis/cat_cafe/v1/api.yaml')).toContain(`url: ${address}/base\n`);
    expect(await folder.read('apis/cat_cafe/v1/cats.json')).toBe(relative);
  });
});

function endless(_: IncomingMessage, response: ServerResponse): void {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}
