import { describe, expect, test } from 'vitest';
import { chooseBodyFormat, renderRejection } from '#runtime/rejection/render-rejection.ts';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { escapeXml } from '#compiled/answers/error-body.ts';
import { oauthRefusals } from '#runtime/rejection/oauth-refusals.ts';

describe('the format of an error body', () => {
  test.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/xml', 'application/xml'],
    ['text/xml; charset=utf-8', 'text/xml'],
    ['APPLICATION/XML', 'application/xml'],
    ['application/xml, */*', 'application/xml'],
    ['application/xml;q=0.5, */*', 'application/json'],
    ['application/json;q=0.5, application/xml;q=0.6', 'application/xml'],
    ['application/json;q=0.5, application/xml;q=0.5', 'application/json'],
    ['application/*', 'application/json'],
    ['text/*', 'text/xml'],
    ['application/json;q=0, application/*', 'application/xml'],
    ['application/xml;q=0', 'application/json'],
    ['application/xml;q=2', 'application/json'],
    ['application/xml;q=x', 'application/json'],
    ['application/xml;level=1;Q=1', 'application/xml'],
    ['text/html', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
    [',;,/', 'application/json'],
  ])('%s: %s', (accept, format) => {
    expect(chooseBodyFormat(accept)).toBe(format);
  });
});

describe('the error body', () => {
  test('of every code has a message and no empty member', () => {
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const { status, headers, body } = renderRejection({ code }, undefined, undefined);
      const members = JSON.parse(body) as Record<string, unknown>;
      expect(Object.keys(members)).toEqual(['message', 'developerMessage', 'code']);
      for (const member of Object.values(members)) expect(member).toMatch(/./);
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBe(errorCodes[code].status);
      expect(headers).toEqual({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test.each([
    ['https://docs.example.edu/errors', 'https://docs.example.edu/errors/api_unknown'],
    ['https://docs.example.edu/errors/', 'https://docs.example.edu/errors/api_unknown'],
    ['https://docs.example.edu/errors#', 'https://docs.example.edu/errors#api_unknown'],
    ['https://docs.example.edu/?code=', 'https://docs.example.edu/?code=api_unknown'],
  ])('names a page below %s', (prefix, page) => {
    const { body } = renderRejection({ code: 'api_unknown' }, undefined, prefix);
    expect(JSON.parse(body)).toMatchObject({ moreInformation: page });
  });

  test('in XML is escaped', () => {
    const { body } = renderRejection(
      { code: 'api_unknown' },
      'text/xml',
      'https://docs.example.edu/?a=<b>&c=',
    );
    expect(body).toContain(
      '<moreInformation>https://docs.example.edu/?a=&lt;b&gt;&amp;c=api_unknown</moreInformation>',
    );
  });
});

test('XML has no control characters and no halves of characters', () => {
  expect(escapeXml(`a\u0000b\u001Fc\td\ne\uD800f\uFFFEg\u{1F415}"'<>&`)).toBe(
    'a\uFFFDb\uFFFDc\td\ne\uFFFDf\uFFFDg\u{1F415}&quot;&apos;&lt;&gt;&amp;',
  );
});

test('OAuth descriptions have only the characters that RFC 6749 section 5.2 allows', () => {
  for (const { description } of Object.values(oauthRefusals))
    expect(description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
});
