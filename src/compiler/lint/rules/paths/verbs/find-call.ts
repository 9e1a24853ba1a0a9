import type { PathNode } from '#openapi/model.ts';
import { formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { decodeElement } from '#compiler/rule/paths/resource-names.ts';
import { findVerb } from './find-verb.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import { mayBeVerb } from './verb-words.ts';

/** The end of a path element that names an action: `import` in `dogs:import`, `addOwner` in `org.example.addOwner`. */
interface Call {
  readonly verb: string;
  /** The whole element. */
  readonly text: string;
  /** The name, without the text before it. */
  readonly name: string;
  /** The text before a colon; empty before a dot, since that is a namespace. */
  readonly before: string;
}

/** A name after a dot or a colon at the end of an element, but not in a fragment or a query. */
const ending = /^(?<before>[^#?=]+)(?<sign>[.:])(?<name>[A-Za-z][A-Za-z0-9_-]*)$/;

/**
 * The calls in a path. After a colon, any word that can be a verb is an action; after a dot, only a verb that
 * `findVerb` finds at the end of the path.
 */
export function findCalls(path: PathNode, certainVerbs: ReadonlySet<string>): readonly Call[] {
  if (path.segments[0]?.text === '.well-known') return [];
  return path.segments.flatMap(({ form, text: written }, index) => {
    if (form !== 'static' || !/[.:%]/.test(written)) return [];
    const suffix = formatSuffixOf(path, index) ?? '';
    const text = decodeElement(written.slice(0, written.length - suffix.length));
    const { before = '', sign, name = '' } = ending.exec(text)?.groups ?? {};
    if (sign === '.' && index < path.segments.length - 1) return [];
    const [first = ''] = splitWords(name).map((word) => word.toLowerCase());
    const found = findVerb(path, { text: name, index }, certainVerbs);
    const verb = found ?? (sign === ':' && mayBeVerb(first) ? first : undefined);
    return verb === undefined ? [] : [{ verb, text, name, before: sign === ':' ? before : '' }];
  });
}
