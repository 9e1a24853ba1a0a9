import type { Attack } from './attack.ts';

/** What some servers take for a slash, a dot, the end of a segment or of the path, or for nothing. */
const marks: readonly string[] = [
  '/',
  '%2f',
  '%2F',
  '\\',
  '%5c',
  '%5C',
  ';',
  '%3b',
  ';x=1',
  '.',
  '%2e',
  '/.',
  '/./',
  '/%2e/',
  '/..',
  '/../',
  '/%2e%2e/',
  '/.%2E/',
  '..',
  '..;',
  '/..;/',
  '/..%3b/',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '%00',
  '%09',
  '%0d%0a',
  '%20',
  '%7f',
  '%',
  '%zz',
  '%u002f',
  '%252f',
  '%252e%252e%252f',
  '%253b',
  '%c0%af',
  '%c0%ae%c0%ae',
  '%ef%bc%8f',
  '%23',
  '#',
  '%3f',
  '?',
  ',',
  '\xaf',
];

/** Each place of a path that decides on something. */
const places: readonly ((context: string, mark: string) => string)[] = [
  (context, mark) => `${mark}${context}/v1/dogs/7`,
  (context, mark) => `/${mark}${context}/v1/dogs/7`,
  (context, mark) => `/${context.slice(0, 2)}${mark}${context.slice(2)}/v1/dogs/7`,
  (context, mark) => `/${context}${mark}/v1/dogs/7`,
  (context, mark) => `/${context}${mark}v1/dogs/7`,
  (context, mark) => `/${context}/${mark}v1/dogs/7`,
  (context, mark) => `/${context}/v${mark}1/dogs/7`,
  (context, mark) => `/${context}/v1${mark}/dogs/7`,
  (context, mark) => `/${context}/v1${mark}dogs/7`,
  (context, mark) => `/${context}/v1/${mark}dogs/7`,
  (context, mark) => `/${context}/v1/do${mark}gs/7`,
  (context, mark) => `/${context}/v1/dogs${mark}7`,
  (context, mark) => `/${context}/v1/dogs/7${mark}`,
  (context, mark) => `/${context}/v1/dogs/${mark}/admin`,
];

/** Paths whose context, version or resource is written in another way. */
const written = (context: string): readonly string[] => [
  `/%${context.charCodeAt(0).toString(16)}${context.slice(1)}/v1/dogs`,
  `/${context}/%761/dogs`,
  `/${context}/v%31/dogs`,
  `/${context.toUpperCase()}/v1/dogs`,
  `/${context}/V1/dogs`,
  `/${context}/v1/DOGS`,
  `/${context}/v1/%64ogs`,
  `/${context}/v1/%2564ogs`,
  `/${context}`,
  `/${context}/`,
  `/${context}/v1`,
  `/${context}/v1/`,
  `/${context}/v11/dogs`,
  `/${context}1/v1/dogs`,
  '/',
  '',
];

const byMark = (context: string, callers: readonly (string | undefined)[]) =>
  marks.map((mark): readonly [string, readonly Attack[]] => [
    `${JSON.stringify(mark)} in a path of ${context}`,
    places.flatMap((place) => callFrom(callers, place(context, mark))),
  ]);

function callFrom(callers: readonly (string | undefined)[], target: string): readonly Attack[] {
  return callers.map((as) => ({
    name: `${target} of ${as ?? 'nobody'}`,
    // A space in it ends the target.
    line: `GET ${target}`,
    as,
  }));
}

const everyone = [undefined, 'stranger', 'walker-sandbox', 'walker'];

/** Every mark at every place, by mark: of an API that takes no encoded slashes, and of one that does. */
export const pathAttacks: readonly (readonly [string, readonly Attack[]])[] = [
  ...byMark('guarded', everyone),
  ...byMark('files', [undefined, 'reader']),
  ...byMark('order', ['reader']),
  ...byMark('guarded-desk', everyone),
  ...marks.map((mark): readonly [string, readonly Attack[]] => [
    `${JSON.stringify(mark)} in a path that needs a scope, where undeclared ones do not`,
    [
      `/lenient/v1/admin/keys${mark}`,
      `/lenient/v1/admin${mark}keys`,
      `/lenient/v1/admin${mark}/keys`,
      `/lenient/v1/admin/${mark}keys`,
      `/lenient/v1/Admin/ke${mark}ys`,
    ].flatMap((target) => callFrom(['reader', 'stranger'], target)),
  ]),
  ...['guarded', 'files', 'guarded-desk', 'lobby-desk'].map(
    (context): readonly [string, readonly Attack[]] => [
      `another way to write the path of ${context}`,
      written(context).flatMap((target) => callFrom(everyone, target)),
    ],
  ),
];
