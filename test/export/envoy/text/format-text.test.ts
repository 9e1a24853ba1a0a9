import { expect, test } from 'vitest';
import { fixedHeaders, hostFormat, ownFormat } from '#export/envoy/text/format-text.ts';

test('a text without a percent sign is a format string by itself', () => {
  expect(fixedHeaders({ link: '<https://a.example.edu>', vary: 'Origin' })).toEqual({
    headers: [
      ['link', '<https://a.example.edu>'],
      ['vary', 'Origin'],
    ],
  });
});

test('a text with a percent sign is in no format string, also not behind a doubled one', () => {
  const link = '<https://a.example.edu/%20%PER_REQUEST_STATE(x)%>';
  expect(fixedHeaders({ link, vary: 'Origin' })).toEqual({
    headers: [
      ['link', '%METADATA(ROUTE:gatewright:link)%'],
      ['vary', 'Origin'],
    ],
    metadata: { filter_metadata: { gatewright: { link } } },
  });
});

test('a text that is not fixed is not a format string of this program', () => {
  const declared: string = '%ENVIRONMENT(PATH)%';
  // @ts-expect-error It could be a text of a declaration.
  expect(ownFormat(declared)).toBe(declared);
  expect(ownFormat('%REQ(accept)%')).toBe('%REQ(accept)%');
});

test('a host has no percent sign', () => {
  expect(hostFormat('https://gateway.example.edu:8243/%20')).toBe('gateway.example.edu:8243');
  expect(() => hostFormat('https://gateway%25.example.edu')).toThrow();
});
