import type { PathNode } from '../../workspace/openapi/path-node.ts';
import { decodeElement } from './decode-element.ts';
import { formatSuffixOf } from './format-suffix.ts';
import { isVersionElement } from '../words/is-version-element.ts';
import { oncePer } from '../once-per.ts';

/** An element of a path that names resources, as it reads without percent-encoding and without a format. */
export interface ResourceName {
  readonly text: string;
  /** Its place among the segments. */
  readonly index: number;
}

const plainName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** The names of resources in a path: no versions, nothing below `.well-known`, and nothing with further signs. */
export const resourceNames = oncePer((path: PathNode): readonly ResourceName[] => {
  const { segments } = path;
  if (segments[0]?.text === '.well-known') return [];
  return segments.flatMap((segment, index) => {
    if (segment.form !== 'static' || isVersionElement(path, index)) return [];
    const suffix = formatSuffixOf(path, index) ?? '';
    const text = decodeElement(segment.text.slice(0, segment.text.length - suffix.length));
    return plainName.test(text) ? [{ text, index }] : [];
  });
});
