import { chunks, head, headTo, passed, passedAlone, post, refused, smuggled } from '../smuggling-case.ts';

const coded = (line: string): string => post(line) + chunks + smuggled;

const refusedCodings = refused(
  ...[
    'Transfer-Encoding: identity',
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunkedx',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: identity, chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked, gzip',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: chunked,',
    'Transfer-Encoding: ,chunked',
    'Transfer-Encoding: chunked;q=1',
    'Transfer-Encoding: "chunked"',
    "Transfer-Encoding: 'chunked'",
    'Transfer-Encoding:',
    'Transfer-Encoding: chu nked',
    'Transfer-Encoding:\x0bchunked',
    'Transfer-Encoding: chunked\x0b',
    'Transfer-Encoding: \0chunked',
    'Transfer-Encoding: chunked\0',
    'Transfer-Encoding: \xa0chunked',
    'Transfer-Encoding: chunked\x7f',
    'Transfer-Encoding: chunked\t',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding\t: chunked',
    'Transfer-Encoding\x0b: chunked',
    'Transfer-Encoding\r\n: chunked',
    'Transfer-Encoding:\r\n chunked',
    'Transfer-Encoding: chunked\r\n , identity',
    'Transfer-Encoding: chun\r\n ked',
    'Transfer-Encoding: chunked\n',
    '\x0bTransfer-Encoding: chunked',
    '\tTransfer-Encoding: chunked',
    ' Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\ntransfer-encoding: x',
  ].map((line) => [JSON.stringify(line), coded(line)] as const),
  [
    'chunks in HTTP/1.0',
    headTo('POST {dogs} HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked') + chunks + smuggled,
  ],
  [
    'chunks in HTTP/1.0 that keeps its connection',
    headTo('POST {dogs} HTTP/1.0', 'Host: a', 'Connection: keep-alive', 'Transfer-Encoding: chunked') +
      chunks +
      smuggled,
  ],
);

const passedCodings = passed(
  'POST /dogs [body] 12345',
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: CHUNKED',
    'transfer-encoding: Chunked',
    'Transfer-Encoding:chunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding:    chunked',
  ].map((line) => [JSON.stringify(line), post(line) + chunks] as const),
);

/** None of these announces a body, so there is no body, and what follows is not a request. */
const noCodings = passedAlone(
  'GET /dogs [no body]',
  ...['TE: chunked', 'Transfer_Encoding: chunked'].map(
    (line) => [JSON.stringify(line), head('GET', line) + chunks + smuggled] as const,
  ),
);

const otherHeaders = [
  ...passedAlone('GET /dogs [no body] x: Transfer-Encoding: chunked', [
    'a coding in the value of another header',
    head('GET', 'X: Transfer-Encoding: chunked') + chunks + smuggled,
  ]),
  ...passedAlone('GET /dogs [no body] content-encoding: chunked', [
    'a coding of the content',
    head('GET', 'Content-Encoding: chunked') + chunks + smuggled,
  ]),
];

/** Transfer codings (RFC 9112 section 6.1): a server that does not know one could take the body for requests. */
export const codings = [...refusedCodings, ...passedCodings, ...noCodings, ...otherHeaders];
