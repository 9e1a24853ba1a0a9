import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRivals } from '#compiler/lint/rules/paths/resources/find-rivals.ts';
import { documentOfPaths } from '../../../../rule/document-of.ts';

/** Few elements, so that paths often meet; of the names of parameters only one a place, so that no two paths are one. */
const template = fc
  .array(fc.constantFrom('a', 'b', '{}'), { minLength: 1, maxLength: 4 })
  .map(
    (elements) =>
      `/${elements.map((element, index) => (element === '{}' ? `{p${index}}` : element)).join('/')}`,
  );
const templates = fc.uniqueArray(template, { minLength: 2, maxLength: 12 });

function elementsOf(path: string): readonly string[] {
  return path.slice(1).split('/');
}

/** Whether two paths match some request both, and each is the more concrete in some element. */
function clash(one: string, other: string): boolean {
  const [left, right] = [elementsOf(one), elementsOf(other)];
  const isOpen = (element: string | undefined): boolean => element?.startsWith('{') === true;
  if (left.length !== right.length) return false;
  if (left.some((element, index) => element !== right[index] && !isOpen(element) && !isOpen(right[index])))
    return false;
  const isMore = (ones: readonly string[], others: readonly string[]): boolean =>
    ones.some((element, index) => !isOpen(element) && isOpen(others[index]));
  return isMore(left, right) && isMore(right, left);
}

/** The paths that clash with another. */
function clashing(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.filter((one) => paths.some((other) => clash(one, other))));
}

test('finds the paths that clash, and only those', () => {
  fc.assert(
    fc.property(templates, (paths) => {
      const found = findRivals(documentOfPaths(paths)).map(
        ({ one, other }) => [one.template, other.template] as const,
      );
      for (const [one, other] of found) expect([one, other, clash(one, other)]).toEqual([one, other, true]);
      const touched = new Set(found.flat());
      const untouched = [...clashing(paths)].filter((path) => !touched.has(path));
      // A path that begins with an identifier is found as the other one of those that begin with a name.
      for (const path of untouched) expect(found.some(([one]) => clash(one, path))).toBe(true);
    }),
  );
});

test.each([
  ['types', 'integer', []],
  ['types that a name fits', 'string', ['/dogs/lost/{year}']],
])('takes the %s of identifiers into account', (_title, type, found) => {
  const parameters = [{ name: 'dogId', in: 'path', required: true, schema: { type } }];
  const document = documentOfPaths(['/dogs/lost/{year}', '/dogs/{dogId}/walks']);
  Object.assign(document.root['paths'] ?? {}, {
    '/dogs/{dogId}/walks': { get: { parameters, responses: {} } },
  });
  expect(findRivals(document).map(({ one }) => one.template)).toEqual(found);
});

test('comes to an end where names and identifiers cross in a great many ways', () => {
  const crossed = Array.from({ length: 4000 }, (_, index) =>
    index % 2 === 0 ? `/s${index}/{b}/end${index}` : `/{a}/x${index}/end${index}`,
  );
  expect(findRivals(documentOfPaths(crossed))).toEqual([]);
});
