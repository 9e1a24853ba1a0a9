import type { PathNode } from '#openapi/model.ts';
import { formatSuffixOf } from '#compiler/rule/paths/format-elements.ts';
import { decodeElement } from '#compiler/rule/paths/resource-names.ts';
import { findVerb } from './find-verb.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import { mayBeVerb } from './verb-words.ts';

/** The end of an element that says what is done: `import` of `dogs:import`, `addOwner` of `org.example.addOwner`. */
interface Call {
  readonly verb: string;
  /** The whole element. */
  readonly text: string;
  /** The name without what is before it. */
  readonly name: string;
  /** The text before a colon; empty before a dot, since that is a namespace. */
  readonly before: string;
}

/** Fragments and queries that are written in a path are not names. */
const ending = /^(?<before>[^#?=]+)(?<sign>[.:])(?<name>[A-Za-z][A-Za-z0-9_-]*)$/;

/** The calls in a path: after a colon there is always an action, after a dot there may be one, at the end of a path. */
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
