// @module-tag full
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#compiled/json.ts';
import { renderCurl } from '#runtime/portal/api-page/samples/render-curl.ts';
import { renderFetch } from '#runtime/portal/api-page/samples/render-samples.ts';
import { renderPython } from '#runtime/portal/api-page/samples/render-python.ts';
import type { SampleRequest } from '#runtime/portal/api-page/samples/sample-request.ts';

const hasPython = canRun('python3', ['-c', '']);

const request: SampleRequest = {
  method: 'PUT',
  url: 'https://gateway.example.edu/dog_park/v2/dogs/1?a=b&c=d',
  headers: [['If-Match', '"1"']],
  authorization: 'token',
  body: {
    type: 'json',
    mediaType: 'application/json',
    value: { name: 'Rex', tame: true, owner: null, tags: ['a'] },
  },
  answer: 'json',
};

/** Texts that mean something to a shell, to JavaScript or to Python. */
const hostile = [
  "'; touch /tmp/hacked; '",
  '$(touch /tmp/hacked)`touch /tmp/hacked`"$HOME',
  '\\\'"`${process.exit(1)}\n\r\t#{x}',
  '"""; import os; """ {0} %s \u2028\u2029 é 🐕',
  '-o/tmp/hacked',
  '@/etc/passwd',
];

describe('a sample', () => {
  test('for a shell', () => {
    expect(renderCurl(request)).toMatchInlineSnapshot(`
      "curl --request PUT 'https://gateway.example.edu/dog_park/v2/dogs/1?a=b&c=d' \\
        --header "Authorization: Bearer $TOKEN" \\
        --header 'If-Match: "1"' \\
        --header 'Content-Type: application/json' \\
        --data '{
        "name": "Rex",
        "tame": true,
        "owner": null,
        "tags": [
          "a"
        ]
      }'"
    `);
  });

  test('for JavaScript', () => {
    expect(renderFetch(request)).toMatchInlineSnapshot(`
      "const token = "TOKEN";

      const answer = await fetch("https://gateway.example.edu/dog_park/v2/dogs/1?a=b&c=d", {
        method: "PUT",
        headers: {
          "Authorization": "Bearer " + token,
          "If-Match": "\\"1\\"",
          "Content-Type": "application/json",
        },
        body: JSON.stringify({
          "name": "Rex",
          "tame": true,
          "owner": null,
          "tags": [
            "a"
          ]
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      const data = await answer.json();"
    `);
  });

  test('for Python', () => {
    expect(renderPython(request)).toMatchInlineSnapshot(`
      "import os
      import requests

      answer = requests.put(
          "https://gateway.example.edu/dog_park/v2/dogs/1?a=b&c=d",
          headers={
              "Authorization": "Bearer " + os.environ["TOKEN"],
              "If-Match": "\\"1\\"",
              "Content-Type": "application/json",
          },
          json={
              "name": "Rex",
              "tame": True,
              "owner": None,
              "tags": [
                  "a",
              ],
          },
      )
      answer.raise_for_status()
      data = answer.json()"
    `);
  });
});

describe('whatever a document contains', () => {
  const bodies = (text: string): readonly NonNullable<SampleRequest['body']>[] => [
    {
      type: 'json',
      mediaType: 'application/json',
      value: { [text]: [text, 1, null, false, { [text]: text }] },
    },
    { type: 'form', fields: [['field', text]] },
    { type: 'text', mediaType: 'text/plain', text },
  ];
  const requests = hostile.flatMap((text) =>
    bodies(text).map((body) => ({ ...request, headers: [['X-Text', text]] as const, body })),
  );

  test('the shell passes it on as it is', () => {
    for (const hostileRequest of requests) expectInShell(hostileRequest);
  });

  test('JavaScript sends it as it is', async () => {
    for (const hostileRequest of requests) await expectInJavaScript(hostileRequest);
  });

  test.skipIf(!hasPython)('Python sends it as it is', () => {
    for (const hostileRequest of requests.slice(0, 6)) expectInPython(hostileRequest);
  });

  test('JavaScript sends any JSON value as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), (value) =>
        expectInJavaScript({
          ...request,
          body: { type: 'json', mediaType: 'application/json', value: value as Json },
        }),
      ),
      { numRuns: 50 },
    );
  });
});

function expectInShell({ body, headers, url, method, ...rest }: SampleRequest): void {
  const script = `curl() { printf '%s\\0' "$@"; }\nTOKEN=secret\n${renderCurl({ body, headers, url, method, ...rest } as SampleRequest)}`;
  const sent = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  const content = body && 'mediaType' in body ? ['--header', `Content-Type: ${body.mediaType}`] : [];
  const data =
    body?.type === 'json'
      ? ['--data', JSON.stringify(body.value, null, 2)]
      : body?.type === 'text'
        ? ['--data-raw', body.text]
        : body?.type === 'form'
          ? body.fields.flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`])
          : [];
  expect(sent).toEqual([
    '--request',
    method,
    url,
    '--header',
    'Authorization: Bearer secret',
    ...headers.flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...content,
    ...data,
  ]);
}

async function expectInJavaScript(sample: SampleRequest): Promise<void> {
  let sent: { url: string; options: RequestInit } | undefined;
  const fetchInTest = (url: string, options: RequestInit) => {
    sent = { url, options };
    return { ok: true, json: () => 'read' };
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- The sample is a program, which is run here.
  const run = new Function('fetch', `return (async () => {\n${renderFetch(sample)}\nreturn data;\n})()`) as (
    call: typeof fetchInTest,
  ) => Promise<unknown>;
  expect(await run(fetchInTest)).toBe('read');
  const { body } = sample;
  expect(sent?.url).toBe(sample.url);
  expect(sent?.options.headers).toMatchObject(Object.fromEntries(sample.headers));
  const written = sent?.options.body as string | URLSearchParams;
  if (body?.type === 'json')
    expect(JSON.parse(written as string)).toEqual(JSON.parse(JSON.stringify(body.value)));
  if (body?.type === 'text') expect(written).toBe(body.text);
  if (body?.type === 'form') expect([...(written as URLSearchParams)]).toEqual(body.fields);
}

function expectInPython(sample: SampleRequest): void {
  const stub = [
    'import sys, types, json, os',
    'os.environ["TOKEN"] = "secret"',
    'class Answer:',
    '  def raise_for_status(self): pass',
    '  def json(self): return 1',
    'sent = {}',
    'def put(url, **options):',
    '  sent.update(url=url, **options)',
    '  return Answer()',
    'sys.modules["requests"] = types.SimpleNamespace(put=put)',
    'exec(sys.stdin.read())',
    'sent["data"] = sent["data"].decode() if isinstance(sent.get("data"), bytes) else sent.get("data")',
    'print(json.dumps(sent))',
  ].join('\n');
  const output = execFileSync('python3', ['-c', stub], { input: renderPython(sample), encoding: 'utf8' });
  const sent = JSON.parse(output) as Record<string, unknown>;
  const { body } = sample;
  expect(sent['url']).toBe(sample.url);
  expect(sent['headers']).toMatchObject(Object.fromEntries(sample.headers));
  if (body?.type === 'json') expect(sent['json']).toEqual(body.value);
  if (body?.type === 'text') expect(sent['data']).toBe(body.text);
  if (body?.type === 'form') expect(sent['data']).toEqual(body.fields);
}

function canRun(program: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters);
    return true;
  } catch {
    return false;
  }
}
