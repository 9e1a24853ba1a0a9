import { expect } from 'vitest';
import { Lexer, parseAllDocuments } from 'yaml';
import type { EditPlace } from '#compiler/edit/editable-text.ts';
import { splitPointer } from '#source/place.ts';

/** A copy with the value at a pointer of one document changed. */
export function changeValue(
  values: readonly unknown[],
  { document, pointer }: EditPlace,
  change: (target: unknown) => unknown,
): readonly unknown[] {
  const copy: unknown[] = structuredClone([...values]);
  const way = [String(document), ...splitPointer(pointer)];
  const holder = way
    .slice(0, -1)
    .reduce<unknown>((value, token) => (value as Record<string, unknown>)[token], copy);
  const last = way.at(-1)!;
  const target = (holder as Record<string, unknown>)[last];
  (holder as Record<string, unknown>)[last] = change(target);
  return copy;
}

/** The values of the documents of a YAML file without errors. */
export function parseText(text: string): readonly unknown[] {
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
}

/** The comments of a text, in order. */
export function commentsOf(text: string): readonly string[] {
  return [...new Lexer().lex(text)].filter((token) => token.startsWith('#'));
}
