import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSafePath } from '#runtime/gateway/route/is-safe-path.ts';
import { draws } from '../../../full-run.ts';

/** The same in as many words as there are reasons. */
function isSafe(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//')) return false;
  if (/[^\x21-\x7e]|[\\#;]/.test(path)) return false;
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) return false;
  if (/%(?:2f|5c|3b|[01][0-9a-f]|7f)/i.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

test('a path is safe where nothing in it can be read in two ways', () => {
  const piece = fc.constantFrom('/', '/', 'dogs', '.', '..', '%2e', '%2F', '%20', '%c3%a9', '%c3', '%');
  const character = fc.integer({ min: 0, max: 0x17f }).map((code) => String.fromCharCode(code));
  const path = fc.array(fc.oneof(piece, character), { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(path, fc.boolean(), (text, isRooted) => {
      const asked = isRooted ? `/${text}` : text;
      expect(isSafePath(asked)).toBe(isSafe(asked));
    }),
    { numRuns: draws(20_000) },
  );
  for (let code = 0; code <= 0x17f; code++) {
    const asked = `/a${String.fromCharCode(code)}b`;
    expect([asked, isSafePath(asked)]).toEqual([asked, isSafe(asked)]);
  }
});
