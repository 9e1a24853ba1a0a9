import type { Fix } from '../../../diagnostic/fix.ts';
import { splitPointer, type Place } from '../../../source/place.ts';
import type { SourceFiles } from '../files/source-files.ts';
import type { StructuralError } from './find-structural-errors.ts';

/** How to mend a version of a document that is written as a number: its digits as they are, between quotes. */
export function quoteVersion(
  { instancePath, keyword }: StructuralError,
  at: Place,
  sources: SourceFiles,
): Fix | undefined {
  if (instancePath !== '/info/version' || keyword !== 'type') return undefined;
  const read = sources.get(at.file);
  const document = read && 'file' in read ? read.file.documents[at.document] : undefined;
  const text = document?.scalarText(splitPointer(at.pointer));
  if (text === undefined || !/^[\d.]+$/.test(text)) return undefined;
  return { title: 'Put the version between quotes', steps: [{ type: 'replace-value', at, value: text }] };
}
