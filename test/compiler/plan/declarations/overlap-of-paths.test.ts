import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTemplate, overlapOf } from '#compiler/plan/declarations/overlap-of-paths.ts';
import { createMatcher } from '#runtime/gateway/route/match-resource.ts';
import { draws } from '../../../full-run.ts';

const segment = fc.constantFrom(
  'dogs',
  'cats',
  'a.json',
  '{x}',
  '{y}',
  '{x}.json',
  'a.{y}',
  '{x},{y}',
  'a,b',
);
const template = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.join('/')}`);

/** Templates of different shapes, since of several with one shape the gateway makes one resource. */
const templates = fc.uniqueArray(template, {
  minLength: 2,
  maxLength: 6,
  selector: (text) => text.replaceAll(/\{\w\}/g, '{}'),
});

/** The character that stands for any value, as a caller writes it. */
const written = (path: string) => path.replaceAll('\u{F0000}', 'zzz');

test('the template of a call is the one that the gateway finds', () => {
  fc.assert(
    fc.property(templates, (all) => {
      const match = createMatcher(all.map((path) => ({ method: 'GET', path })));
      for (const one of all)
        for (const other of all) {
          const path = overlapOf(one, other);
          if (path === undefined) continue;
          const found = match(written(path))?.store.template;
          expect({ all, path, found: findTemplate(all, path) }).toEqual({ all, path, found });
        }
    }),
    { numRuns: draws(500), seed: 1, endOnFailure: true },
  );
});
