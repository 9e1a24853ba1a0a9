import {
  answered,
  head,
  passed,
  passedAlone,
  passedBeforeUnknown,
  post,
  refused,
  smuggled,
} from '../smuggling-case.ts';

const sized = (line: string): string => `${post(line)}12345${smuggled}`;

const asBody = 'GET /dog_park/v1/dogs/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';

const refusedLengths = refused(
  ...[
    'Content-Length: 5\r\nContent-Length: 5',
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: 0\r\nContent-Length: 5',
    'Content-Length: 5\r\ncontent-length: 0',
    'Content-Length: 5, 5',
    'Content-Length: 5, 6',
    'Content-Length: 5,',
    'Content-Length: ,5',
    'Content-Length: +5',
    'Content-Length: -5',
    'Content-Length: -0',
    'Content-Length: 0x5',
    'Content-Length: 5x',
    'Content-Length: 5 5',
    'Content-Length: 5;',
    'Content-Length: 5.0',
    'Content-Length: 5e0',
    'Content-Length: "5"',
    'Content-Length: 1_0',
    'Content-Length: \xb5',
    'Content-Length: \x005',
    'Content-Length: 5\x00',
    'Content-Length:\x0b5',
    'Content-Length: 5\x0b',
    'Content-Length:',
    'Content-Length: 0000000000000005',
    'Content-Length: 000000000000000000005',
    'Content-Length: 9007199254740993',
    'Content-Length: 9999999999999999999',
    'Content-Length: 18446744073709551615',
    'Content-Length: 18446744073709551616',
    'Content-Length: 18446744073709551621',
    'Content-Length: 99999999999999999999999999',
    'Content-Length : 5',
    'Content-Length\t: 5',
    'Content-Length\0: 5',
    'Content-Length:\r\n 5',
    'Content-Length: 5\r\n 0',
    ' Content-Length: 5',
    'Content-Length: 5\nX: y',
    'Content-Length: 5\rX: y',
    'Content Length: 5',
    'Content-Length 5',
  ].map((line) => [JSON.stringify(line), sized(line)] as const),
);

const passedLengths = passed(
  'POST /dogs [body] 12345',
  ...[
    'Content-Length: 5',
    'content-length:5',
    'Content-Length:\t5',
    'Content-Length:   5  \t',
    'Content-Length: 0000000005',
    'Content-Length: 000000000000005',
  ].map((line) => [JSON.stringify(line), `${post(line)}12345`] as const),
);

/** None of these announces a body, so there is no body, and what follows is not a request. */
const noLengths = passedBeforeUnknown('GET /dogs [no body]', [
  '"Content_Length: 5"',
  `${head('GET', 'Content_Length: 5')}12345${smuggled}`,
]);

/** A Content-Length (RFC 9112 section 6.2) that two servers could read in two ways. */
export const lengths = [
  ...refusedLengths,
  ...passedLengths,
  ...noLengths,
  ...answered(
    ['413 body_too_large'],
    ['the longest length that is still a number', sized('Content-Length: 999999999999999')],
  ),
  ...passedBeforeUnknown('GET /dogs [no body] x: Content-Length: 5', [
    'a length in the value of another header',
    `${head('GET', 'X: Content-Length: 5')}12345${smuggled}`,
  ]),
  ...passedBeforeUnknown('GET /dogs [no body] content-lengt: 5', [
    'a length by another name',
    `${head('GET', 'Content-Lengt: 5')}12345${smuggled}`,
  ]),
  ...passedAlone('POST /dogs [body] 12345', [
    'a body that is longer than its length',
    `${post('Content-Length: 5')}12345678\r\n\r\n`,
  ]),
  ...passedBeforeUnknown('POST /dogs [body] 123GE', [
    'a body that is shorter than its length eats the next request',
    `${post('Content-Length: 5')}123`,
  ]).map((each) => ({ ...each, isJson: false as const })),
  ...passed(`POST /dogs [body] ${asBody}`, [
    'a request in a body stays in it',
    post(`Content-Length: ${asBody.length}`) + asBody,
  ]).map((each) => ({ ...each, isJson: false as const })),
];
