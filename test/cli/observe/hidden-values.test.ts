// @module-tag full
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../full-run.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { dogs, type ShortCall, toNdjson } from './observed-traffic.ts';

/** What no word of a document or of a report contains, as a name, an address, a key or a sentence may be. */
const secret = fc.oneof(
  fc.stringMatching(/^qz[a-z]{2,10}xq$/),
  fc.stringMatching(/^qz[A-Za-z0-9+/=_-]{8,40}xq$/),
  fc.stringMatching(/^[a-z]{1,8}@qz[a-z]{3,8}xq\.example$/),
  fc.constantFrom(
    'qz\u001b[31mxq',
    'qz\n\rxq',
    '__proto__qzxq',
    'qz\u202exq',
    'qz/../xq',
    'qz~1xq',
    'qz%zzxq',
    `qz${'a'.repeat(5000)}xq`,
  ),
);

/** As a key of an object that is not declared to be a map, only what no name reads like. */
const keyOfData = fc.oneof(
  fc.uuid().map((uuid) => `qz${uuid}xq`),
  fc.stringMatching(/^[a-z]{1,8}@qz[a-z]{3,8}xq\.example$/),
  fc.stringMatching(/^qz_[0-9]{6}_xq$/),
);

/** A call with secrets in every place that has a value. */
const call = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'QZXQ'),
    base: fc.constantFrom('/dogs', '/dogs', '/v1/dogs', '/kennels', '/users', ''),
    segments: fc.array(secret.map(encodeURIComponent), { maxLength: 3 }),
    query: fc.dictionary(fc.oneof(fc.constantFrom('limit', 'kind', 'sort'), keyOfData), secret, {
      maxKeys: 3,
    }),
    status: fc.constantFrom(200, 201, 301, 400, 404, 500),
    header: secret,
    type: fc.oneof(
      fc.constantFrom('application/json', 'application/json', 'application/x-www-form-urlencoded'),
      secret.map((text) => `application/${text}`),
      secret,
    ),
    text: secret,
    key: keyOfData,
    keyOfMap: secret,
  })
  .map(({ method, base, segments, query, status, header, type, text, key, keyOfMap }): ShortCall => {
    const isOf = (wanted: string) => method === wanted && segments.length === 0 && base.endsWith('/dogs');
    const isJson = type === 'application/json';
    // Only in a map that the document declares may a key be a word that reads like a name.
    const dogWith = (mapKey: string) => ({
      name: text,
      age: text,
      [key]: text,
      tags: { [mapKey]: 7 },
      owner: { [key]: { [key]: text } },
    });
    const headers = {
      'content-type': type,
      'X-Tenant': header,
      Cookie: `a=${header}`,
      'X-QZ-9f8e7d6c5b-XQ': header,
    };
    return {
      method,
      status,
      requestHeaders: headers,
      responseHeaders: headers,
      url: `${[base, ...segments].join('/') || '/'}?${new URLSearchParams(query).toString()}`,
      requestBody: dogWith(isOf('POST') && isJson ? keyOfMap : key),
      responseBody: [
        dogWith(isOf('GET') && isJson && status === 200 ? keyOfMap : key),
        text,
        { [key]: [key] },
      ],
    };
  });

test.each(['human', 'json'])(
  'no value of a call is in a report or in a suggestion (%s)',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async (calls) => {
        await using folder = await temporaryFolder({ 'openapi.yaml': dogs, 'calls.ndjson': toNdjson(calls) });
        const words = [
          'observe',
          '--traffic',
          'calls.ndjson',
          '--format',
          format,
          '--suggest',
          'new.yaml',
          'openapi.yaml',
        ];
        const { stdout, stderr } = await callGatewright(folder.path, words);
        const shown = `${stdout}${stderr}${await folder.read('new.yaml')}`;
        expect(shown).not.toMatch(/qz|xq/i);
        expect(stderr).toMatch(/Wrote new\.yaml/);
      }),
      { numRuns: draws(300) },
    );
  },
  300_000,
);

test('keeps a bounded number of differences, whatever the traffic', async () => {
  const calls = Array.from({ length: 3000 }, (_, index): ShortCall => {
    const word = [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('a');
    return {
      method: 'GET',
      url: `/dogs/${index}?${word}=1`,
      status: 200,
      requestHeaders: { [`x-${word}`]: '1' },
      responseBody: { name: 'a', [word]: 1 },
    };
  });
  await using folder = await temporaryFolder({ 'openapi.yaml': dogs, 'calls.ndjson': toNdjson(calls) });
  const { stdout } = await callGatewright(folder.path, [
    'observe',
    '--traffic',
    'calls.ndjson',
    '--format',
    'json',
    'openapi.yaml',
  ]);
  const report = JSON.parse(stdout) as {
    readonly calls: { readonly total: number };
    readonly differences: readonly unknown[];
  };
  expect(report.calls.total).toBe(3000);
  // Twenty names at each place, and one difference for all others.
  expect(report.differences.length).toBeLessThanOrEqual(63);
});
