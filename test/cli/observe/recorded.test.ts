import { describe, expect, test } from 'vitest';
import { findBlock, findCalls } from '../../docs/shell-blocks.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { callsToDogs, dogs, toHar, toNdjson } from './observed-traffic.ts';

const files = { 'openapi.yaml': dogs, 'calls.ndjson': toNdjson(callsToDogs) };

/** Runs the command in a folder with the document and some calls. */
async function observe(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  await using folder = await temporaryFolder({ ...files, ...more });
  return await callGatewright(folder.path, ['observe', ...words]);
}

describe('the page', () => {
  test('shows a call of NDJSON', async () => {
    const { text } = findBlock('docs/observe.md: { "method": "POST"');
    const line = `${JSON.stringify(JSON.parse(text))}\n`;
    const { stdout } = await observe(['--traffic', 'one.ndjson', 'openapi.yaml'], { 'one.ndjson': line });
    expect(stdout).toContain('    1 call  POST /dogs: The query parameter `notify` is not declared.\n');
    expect(stdout).toContain('    1 call  POST /dogs, answer 201: A body is not declared.\n');
  });

  test('shows commands that run', async () => {
    const { text } = findBlock('docs/observe.md: gatewright observe');
    const calls = findCalls(text).filter((words) => words.includes('--traffic'));
    expect(calls).toHaveLength(2);
    for (const [name, ...words] of calls) {
      const { code } = await observe(words, { 'session.har': toHar(callsToDogs, 'https://api.example.edu') });
      expect({ name, code }).toEqual({ name: 'observe', code: 3 });
    }
  });
});

describe('gatewright observe --traffic', () => {
  test.each(['human', 'json'])('prints %s', async (format) => {
    await using folder = await temporaryFolder(files);
    const words = ['observe', '--traffic', 'calls.ndjson', '--format', format, 'openapi.yaml'];
    const { code, stdout, stderr } = await runGatewright(folder.path, words);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`reports/dogs.${format}.txt`);
    expect(stdout).not.toMatch(/hunter2|9f8e7d/);
  });

  test('reads the same calls in HAR, and one entry of HAR a line', async () => {
    const har = toHar(callsToDogs, 'https://api.example.edu');
    const lines = (JSON.parse(har) as { readonly log: { readonly entries: readonly unknown[] } }).log.entries;
    const more = {
      'a.har': har,
      'b.har': JSON.stringify(JSON.parse(har)),
      'lines.ndjson': lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    };
    const expected = await observe(['--traffic', 'calls.ndjson', 'openapi.yaml']);
    for (const file of Object.keys(more)) {
      expect(await observe(['--traffic', file, 'openapi.yaml'], more), file).toEqual(expected);
    }
  });

  test('reads lines whatever their fields are', async () => {
    const call = { method: 'GET', url: '/dogs', status: 200, requestHeaders: {}, responseHeaders: {} };
    const odd: readonly unknown[] = [
      { toString: 1, valueOf: 1 },
      [null],
      null,
      { x: { toString: {}, valueOf: {} } },
    ];
    const lines = Object.keys(call).flatMap((field) => odd.map((value) => ({ ...call, [field]: value })));
    const more = { 'odd.ndjson': lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
    const { code, stderr } = await observe(['--traffic', 'odd.ndjson', 'openapi.yaml'], more);
    expect(code).not.toBe(2);
    expect(stderr).not.toContain('bug');
  });

  test('leaves out calls to other hosts, WebSockets, and what it cannot read', async () => {
    const calls =
      '{"method":"GET","url":"https://cdn.example.com/app.js","status":200}\n' +
      '{"method":"GET","url":"https://api.example.edu/v1/kennels","status":200}\n' +
      '{"method":"GET","url":"wss://api.example.edu/v1/live","status":101}\n' +
      'no JSON\n[]\n{"method":7}\n{"method":"GET","url":"no url"}\nnull\n\n{"request":{}}\n';
    expect(await observe(['--traffic', 'odd.ndjson', 'openapi.yaml'], { 'odd.ndjson': calls })).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'Compared 1 call with openapi.yaml, 1 of them (100 %) as it says.\n' +
        'Left out 1 call to hosts that are not a server of the document.\n' +
        'Left out 1 WebSocket.\n' +
        'Left out 6 entries of odd.ndjson that cannot be read.\n' +
        '\n' +
        '3 of 4 operations never called\n  GET /dogs\n  POST /dogs\n  GET /dogs/{id}\n',
    });
  });

  test.each([
    [['openapi.yaml'], 'gatewright observe takes either --upstream URL or --traffic FILE.'],
    [['--traffic', 'none.har', 'openapi.yaml'], 'none.har does not exist.'],
    [['--traffic', '.', 'openapi.yaml'], '. is not a file.'],
    [['--traffic', 'openapi.yaml', 'openapi.yaml'], 'openapi.yaml is neither HAR nor NDJSON.'],
    [['--traffic', 'calls.ndjson', 'none.yaml'], 'none.yaml does not exist.'],
    [['--traffic', 'calls.ndjson', 'broken.yaml'], 'broken.yaml cannot be read at line 2, column 3: '],
    [
      ['--traffic', 'calls.ndjson', '--port', '1', 'openapi.yaml'],
      '--traffic and --port cannot be combined.',
    ],
    [['--traffic', 'calls.ndjson', '--format', 'xml', 'openapi.yaml'], 'Unknown format "xml".'],
    [
      ['--traffic', 'calls.ndjson', '--suggest', 'no/such/x.yaml', 'openapi.yaml'],
      'no/such/x.yaml cannot be written',
    ],
    [['--upstream', 'localhost:3000', 'openapi.yaml'], '"localhost:3000" is not the URL of a service.'],
    [['--upstream', 'http://ada:hunter2@127.0.0.1', 'openapi.yaml'], '--upstream takes a URL without a user'],
    [['--upstream', 'http://127.0.0.1', '--host', 'a b', 'openapi.yaml'], '"a b" is not a host.'],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await observe(words, { 'broken.yaml': 'openapi: 3.0.0\n: [' });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stdout + stderr).not.toContain('hunter2');
  });

  test('compares the readable part of a document with errors', async () => {
    const faulty = dogs.replace("'201': { description: created }", "'201': { description: 7 }");
    const { code, stderr } = await observe(['--traffic', 'calls.ndjson', 'faulty.yaml'], {
      'faulty.yaml': faulty,
    });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr:
        'faulty.yaml has errors, and what has them is not compared; `gatewright lint faulty.yaml` shows them.\n',
    });
  });
});
