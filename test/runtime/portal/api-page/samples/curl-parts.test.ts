// @module-tag full
import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderCurl } from '#runtime/portal/api-page/samples/render-curl.ts';
import type { SamplePart } from '#runtime/portal/api-page/samples/sample-request.ts';
import { makeTestFolder } from '../../../../platform/in-folder.ts';
import { canRun, runners, runSample } from './run-sample.ts';
import { openSampleServer } from './sample-server.ts';

let server: Awaited<ReturnType<typeof openSampleServer>>;
let folder: string;
const endings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await openSampleServer();
  folder = await makeTestFolder((clean) => void endings.push(clean));
});

afterAll(async () => {
  server.close();
  for (const end of endings) await end();
});

const { curl } = runners;

/** Texts and names of files that curl reads as something else unless they are quoted. */
const hostile = [
  'a;type=html',
  'a,b.png',
  ' spaces at both ends ',
  'back\\slash',
  "it's $(touch hacked)`touch hacked`",
  '猫.png',
];
const onlyTexts = ['@/etc/passwd', '<body', '"quoted"', '{"a":[1, "b;c"]}', 'two\nlines'];

test.skipIf(!curl || !canRun(curl))('curl sends parts with their types, and files of any name', async () => {
  if (!curl) return;
  for (const name of hostile) await writeFile(join(folder, name), `in ${name}`);
  const texts = [...hostile, ...onlyTexts];
  const fields: readonly SamplePart[] = [
    ...texts.map((text, index): SamplePart => [`typed-${index}`, text, 'text', 'application/x-own']),
    ...texts.map((text, index): SamplePart => [`plain-${index}`, text, 'text']),
    ...hostile.map((name, index): SamplePart => [`file-${index}`, name, 'file', 'image/x-own']),
  ];
  const command = renderCurl({
    method: 'POST',
    url: `${server.url}/it`,
    headers: [],
    body: { type: 'multipart', fields },
  });
  await runSample(curl, command, folder);
  const [sent] = server.received;
  if (!sent) throw new Error('nothing was sent');
  const type = String(sent.headers['content-type']);
  const form = await new Response(sent.body, { headers: { 'content-type': type } }).formData();
  for (const kind of ['typed', 'plain'])
    expect(texts.map((_, index) => form.get(`${kind}-${index}`))).toEqual(texts);
  for (const [index, name] of hostile.entries()) {
    const file = form.get(`file-${index}`) as File;
    expect([file.type, await file.text()]).toEqual(['image/x-own', `in ${name}`]);
  }
  const heads = String(sent.body).match(/^Content-Type: .*$/gm);
  expect(heads).toHaveLength(texts.length + hostile.length);
  expect(existsSync(join(folder, 'hacked'))).toBe(false);
});
