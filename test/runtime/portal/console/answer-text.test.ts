import { describe, expect, test } from 'vitest';
import { readBodyText, readHeaderText } from '#runtime/portal/console/answer-text.ts';

/** A header value as Node reads it: each byte as one character. */
function received(value: string, encoding: BufferEncoding): string {
  return Buffer.from(value, encoding).toString('latin1');
}

test.each([
  ['plain', 'plain'],
  [received('Zürich → Genève', 'utf8'), 'Zürich → Genève'],
  [received('Zürich', 'latin1'), 'Zürich'],
  [received('犬', 'utf8'), '犬'],
])('the header %j reads %j', (value, text) => {
  expect(readHeaderText(value)).toBe(text);
});

describe('a body', () => {
  test.each([
    ['in UTF-8', Buffer.from('é 犬'), 'text/plain', 'é 犬'],
    ['in the charset of its type', Buffer.from('é', 'latin1'), 'text/plain; charset=ISO-8859-1', 'é'],
    ['in UTF-16', Buffer.from('é', 'utf16le'), 'text/plain; charset="utf-16le"', 'é'],
    ['in an unknown charset', Buffer.from('é'), 'text/plain; charset=klingon', 'é'],
    ['with a wrong charset', Buffer.from([0xff]), 'text/plain; charset=utf-8', undefined],
    ['of bytes', Buffer.from([0, 1, 255]), 'application/octet-stream', undefined],
    ['of JSON', Buffer.from('[1.10]'), 'application/problem+json', '[\n  1.10\n]'],
  ])('%s is text, or is known not to be', (_kind, body, type, text) => {
    expect(readBodyText(body, type, 1000)).toBe(text);
  });
});
