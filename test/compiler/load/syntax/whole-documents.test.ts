import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stringify, type ToStringOptions } from 'yaml';
import { full } from '../../../full-run.ts';
import { publicDocuments, readPublicDocument } from '../../../public-documents.ts';
import { findDifference, isSimple } from './find-difference.ts';

const layouts: readonly ToStringOptions[] = [
  { lineWidth: 0 },
  { lineWidth: 80, indentSeq: false },
  { blockQuote: 'folded', lineWidth: 60 },
  { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', indent: 4 },
  { defaultStringType: 'QUOTE_SINGLE', lineWidth: 40 },
  { collectionStyle: 'flow' },
];

describe('the fast reader reads as the library does', () => {
  test.each(globSync('examples/**/*.yaml'))('%s', (path) => {
    const text = readFileSync(path, 'utf8');
    expect({ isSimple: isSimple(text), difference: findDifference(text) }).toEqual({ isSimple: true });
  });

  test.each(publicDocuments.map((name, index) => [name, layouts[index % layouts.length]!] as const))(
    '%s, written as YAML with %j',
    { ...full, timeout: 120_000 },
    (name, layout) => {
      const value: unknown = JSON.parse(readPublicDocument(name));
      const text = stringify(value, { aliasDuplicateObjects: false, ...layout });
      expect({ isSimple: isSimple(text), difference: findDifference(text) }).toEqual({ isSimple: true });
    },
  );
});
