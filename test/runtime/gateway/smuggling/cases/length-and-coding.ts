import { post, refused, smuggled } from '../smuggling-case.ts';

const length = 'Content-Length: 5';
const chunked = 'Transfer-Encoding: chunked';
/** Ends a chunked body, after which a server that uses the length is in the middle of it. */
const attack = `0\r\n\r\n${smuggled}`;

/** A length and a coding (RFC 9112 section 6.3): each of two servers may go by another one. */
export const lengthAndCoding = refused(
  ['a length, then a coding', post(length, chunked) + attack],
  ['a coding, then a length', post(chunked, length) + attack],
  ['a length on both sides of a coding', post(length, chunked, length) + attack],
  ['a length of nothing, then a coding', post('Content-Length: 0', chunked) + attack],
  ['a coding, then a length of nothing', post(chunked, 'Content-Length: 0') + attack],
  ['a length of more than is sent, then a coding', post('Content-Length: 9999', chunked) + attack],
  ['a coding in capitals', post(length, 'TRANSFER-ENCODING: CHUNKED') + attack],
  ['a coding in lower case', post('content-length: 5', 'transfer-encoding: chunked') + attack],
  ['a coding that is none', post(length, 'Transfer-Encoding: identity') + attack],
  ['a coding that nobody knows', post(length, 'Transfer-Encoding: xchunked') + attack],
  ['a coding that is empty', post(length, 'Transfer-Encoding:') + attack],
  ['a coding beside chunked', post(length, 'Transfer-Encoding: gzip, chunked') + attack],
  ['chunked twice', post(length, chunked, chunked) + attack],
  ['a space before the colon of the coding', post(length, 'Transfer-Encoding : chunked') + attack],
  ['a tab before the colon of the coding', post(length, 'Transfer-Encoding\t: chunked') + attack],
  ['a tab before the value of the coding', post(length, 'Transfer-Encoding:\tchunked') + attack],
  ['a vertical tab before the value', post(length, 'Transfer-Encoding:\x0bchunked') + attack],
  ['a form feed before the value', post(length, 'Transfer-Encoding:\x0cchunked') + attack],
  ['a NUL before the value', post(length, 'Transfer-Encoding:\0chunked') + attack],
  ['a coding in a folded line', post(length, 'X-Folded: a\r\n Transfer-Encoding: chunked') + attack],
  ['a coding whose value is folded', post(length, 'Transfer-Encoding:\r\n chunked') + attack],
  ['a coding after a bare line feed', post(length, `X-Split: a\n${chunked}`) + attack],
  ['a coding after a bare carriage return', post(length, `X-Split: a\r${chunked}`) + attack],
  ['a coding before a bare line feed', post(`${chunked}\nX-Split: a`, length) + attack],
  ['a length in a folded line', post(`X-Folded: a\r\n\t${length}`, chunked) + attack],
  ['a quoted coding', post(length, 'Transfer-Encoding: "chunked"') + attack],
  ['a length that is none, and a coding', post('Content-Length: x', chunked) + attack],
);
