import { expect, test } from 'vitest';
import { isAddress, parseTableAddress, TableAddressError } from '#serve/served/table-address.ts';

test.each([
  ['https://h.edu/t.json', 'https://h.edu/t.json', 'https://h.edu/t.json.jws', 'https://h.edu/t.json'],
  ['https://h.edu/t?a=b&c#d', 'https://h.edu/t?a=b&c', 'https://h.edu/t.jws?a=b&c', 'https://h.edu/t'],
  ['HTTP://localhost:8/t', 'http://localhost:8/t', 'http://localhost:8/t.jws', 'http://localhost:8/t'],
  ['http://[::1]/t', 'http://[::1]/t', 'http://[::1]/t.jws', 'http://[::1]/t'],
  ['http://127.0.0.1/ä', 'http://127.0.0.1/%C3%A4', 'http://127.0.0.1/%C3%A4.jws', 'http://127.0.0.1/%C3%A4'],
])('%s is fetched from there, and its signature from beside it', (text, table, signature, shown) => {
  expect(isAddress(text)).toBe(true);
  expect(parseTableAddress(text)).toEqual({ table, signature, shown });
});

test.each([
  ['https://ann:s3cret@h.edu/t', 'ann:s3cret'],
  ['https://ann%40h.edu:s%3A%2Fcret@h.edu/t', 'ann@h.edu:s:/cret'],
  ['https://t0ken@h.edu/t', 't0ken:'],
  ['https://:%zz@h.edu/t', ':%zz'],
])('%s takes its credentials along in a header', (text, credentials) => {
  expect(parseTableAddress(text)).toEqual({
    table: 'https://h.edu/t',
    signature: 'https://h.edu/t.jws',
    shown: 'https://h.edu/t',
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
});

test.each([
  ['http://u:s3cret@h.edu/t', 'A table is fetched by https; plain http is for this machine alone.'],
  ['http://localhost.h.edu/t', 'A table is fetched by https; plain http is for this machine alone.'],
  ['ftp://u:s3cret@h.edu/t', 'A table is fetched by https; plain http is for this machine alone.'],
  ['https://u:s3cret@/t', 'The address of the table is not a URL.'],
])('%s is refused, and not repeated', (text, message) => {
  expect(() => parseTableAddress(text)).toThrow(new TableAddressError(message));
});

test.each(['table.json', '/srv/table.json', './https', 'C:\\table.json', 'https:table.json'])(
  '%s is a file',
  (text) => expect(isAddress(text)).toBe(false),
);
