import { isMeantBy } from '../../../source/fits-glob.ts';
import { placeOf } from '../../../source/place.ts';
import type { IgnoreEntry } from '../../declaration/parts/ignore-entry.ts';
import type { Sources } from '../../workspace/sources.ts';
import type { Declared } from '../../workspace/workspace.ts';
import type { Excuse } from './excuse.ts';

/** An entry of the ignore file as an excuse. */
export function readIgnoreEntry({ value, place }: Declared<IgnoreEntry>, sources: Sources): Excuse {
  const files = new Map<string, boolean>();
  const isMeant = (file: string): boolean => {
    const known = files.get(file) ?? isMeantBy(file, value.file);
    files.set(file, known);
    return known;
  };
  const { rule, pointer } = value;
  return {
    rule,
    at: sources.locate(placeOf(place, 'rule'), 'value'),
    covers: ({ at }) => (at.pointer === pointer || at.pointer.startsWith(`${pointer}/`)) && isMeant(at.file),
  };
}
