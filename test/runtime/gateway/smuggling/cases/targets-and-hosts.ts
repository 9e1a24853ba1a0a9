import { answered, headTo, passed, passedAlone, refused, skipped, smuggled } from '../smuggling-case.ts';

const hosted = (...lines: readonly string[]): string => headTo('GET {dogs} HTTP/1.1', ...lines) + smuggled;
const aimed = (target: string, ...lines: readonly string[]): string =>
  headTo(`GET ${target} HTTP/1.1`, ...(lines.length > 0 ? lines : ['Host: gateway.example.edu']));

/** Targets in other forms, and other values of Host (RFC 9112 section 3.2): neither leads anywhere else. */
export const targetsAndHosts = [
  ...refused(
    ['no Host', hosted()],
    ['an empty Host', hosted('Host:')],
    ['two equal Hosts', hosted('Host: a', 'Host: a')],
    ['two Hosts', hosted('Host: a', 'Host: b')],
    ['two Hosts in two spellings', hosted('Host: a', 'hOST: b')],
    ['a Host with a list', hosted('Host: a, b')],
    ['a Host with a path', hosted('Host: a/b')],
    ['a Host with a user', hosted('Host: a@b')],
    ['a Host with a space', hosted('Host: a b')],
    ['a Host with a port that is none', hosted('Host: a:b')],
    ['a Host with a query', hosted('Host: a?b')],
    ['a Host in a folded line', hosted('Host: a', 'X: y\r\n Host: b')],
    ['a space before the colon of Host', hosted('Host : a')],
    ['an absolute target and no Host', headTo('GET http://a{dogs} HTTP/1.1') + smuggled],
    ['a target without a slash', aimed('dogs') + smuggled],
    ['an authority as the target', aimed('smuggled.example.edu:80') + smuggled],
    ['an absolute target and two Hosts', aimed('http://a{dogs}', 'Host: a', 'Host: b') + smuggled],
  ),
  ...passed(
    'GET /dogs [no body]',
    ['any one Host', headTo('GET {dogs} HTTP/1.1', 'Host: smuggled.example.edu:80')],
    ['an absolute target', aimed('https://gateway.example.edu{dogs}')],
    ['an absolute target in capitals', aimed('HTTP://GATEWAY.EXAMPLE.EDU{dogs}')],
    ['an absolute target of another host', aimed('http://smuggled.example.edu{dogs}')],
    ['an absolute target of a host with a port', aimed('http://127.0.0.1:1{dogs}')],
    ['an absolute target with a user', aimed('http://user:word@smuggled.example.edu{dogs}')],
  ),
  ...skipped(
    '400 path_malformed',
    ['an asterisk', headTo('OPTIONS * HTTP/1.1', 'Host: a')],
    ['a fragment behind the query', aimed('{dogs}?size=big#&size=small')],
    ['a target of another scheme', aimed('ftp://a{dogs}')],
    ['a target with two authorities', aimed('http://ahttp://b{dogs}')],
    ['a target with an empty segment', aimed('//smuggled.example.edu{dogs}')],
    ['an absolute target with an empty segment', aimed('http://a//b{dogs}')],
  ),
  ...passedAlone('GET /dogs [no body]', [
    'a tunnel behind another request',
    `${aimed('{dogs}')}${headTo('CONNECT smuggled.example.edu:443 HTTP/1.1', 'Host: a')}`,
  ]),
  ...answered(
    ['400 request_malformed'],
    ['a tunnel', headTo('CONNECT smuggled.example.edu:443 HTTP/1.1', 'Host: a') + smuggled],
    ['a tunnel to a path', headTo('CONNECT {dogs} HTTP/1.1', 'Host: a') + smuggled],
  ),
];
