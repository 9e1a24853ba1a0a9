import { expect, test } from 'vitest';
import { renderRequest } from '#runtime/portal/api-page/samples/render-samples.ts';
import { sampleLanguages } from '#runtime/portal/api-page/samples/sample-languages.ts';
import type { SampleBody, SampleRequest } from '#runtime/portal/api-page/samples/sample-request.ts';

const requestWith = (body: SampleBody): SampleRequest => ({
  method: 'POST',
  url: 'https://api.example.edu/dogs',
  headers: [],
  body,
});

const long = '"<é>'.repeat(900);

test.each([
  ['body.json', { type: 'json', mediaType: 'application/json', value: [long] }],
  ['body', { type: 'text', mediaType: 'text/plain', text: long }],
  ['body', { type: 'form', fields: [['name', long]] }],
] as const)('a sample that is too long takes its body from the file %s', (file, body) => {
  for (const { key, render } of sampleLanguages) {
    const code = String(renderRequest(requestWith(body), render));
    expect([key, code.includes('…')]).toEqual([key, false]);
    expect(code).toContain(key === 'javascript' ? 'files[0]' : file);
    expect(code).toContain('mediaType' in body ? body.mediaType : 'application/x-www-form-urlencoded');
  }
});

test('a sample that has room shows its body', () => {
  const code = renderRequest(
    requestWith({ type: 'json', mediaType: 'application/json', value: { name: 'Rex' } }),
    sampleLanguages[0]!.render,
  );
  expect(String(code)).toContain('Rex');
});
