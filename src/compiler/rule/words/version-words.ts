import type { PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';
import { splitWords } from './split-words.ts';

/** Versions with a marker: `v1`, `v1.2`, `v1beta1`, `version2`. */
const marked = /^v(ersion)?[_-]?\d+([._]\d+)*([._-]?(alpha|beta|rc|preview)\d*)?$/i;

/** Versions without a marker: `1.0`, `2026-03-01`. */
const unmarked = /^(\d+(\.\d+)+|\d{4}-\d{2}-\d{2})$/;

/** A number by itself, which is a version only at the start of a path. */
const number = /^\d{1,3}$/;

/** Names of segments that come before the resources of a path. */
export const entrances: ReadonlySet<string> = new Set(['api', 'apis', 'rest']);

/**
 * Whether an element of a path names the version of the API. A parameter called `version` further on may be the version
 * of anything.
 */
export function isVersionElement(path: PathNode, index: number): boolean {
  const { segments } = path;
  const segment = segments[index];
  if (!segment) return false;
  const { text, form } = segment;
  if (form !== 'static') {
    if (!/version/i.test(text)) return takesVersion(text);
    return (
      takesVersion(text) || (text === '{version}' && isAtStart(segments, index)) || saysOfApi(path, segment)
    );
  }
  if (!/\d/.test(text)) return false;
  return marked.test(text) || unmarked.test(text) || (number.test(text) && isAtStart(segments, index));
}

function isAtStart(segments: readonly PathSegment[], index: number): boolean {
  return segments.slice(0, index).every(({ text }) => entrances.has(text.toLowerCase()));
}

/** Descriptions of parameters for the version of the API: `The version of the service`. */
const versionOfApi = /\b(api|service)('s)? version\b|\bversion (number )?of the (api|service)\b/i;

/** Whether the description of a parameter named like a version says that it is the version of the API. */
function saysOfApi({ operations }: PathNode, { form, parameters: [name = ''] }: PathSegment): boolean {
  if (form !== 'identifier' || !/^(api|service)?[_-]?version([_-]?(no|num|number))?$/i.test(name))
    return false;
  const found = operations[0]?.parameters.find((one) => one.location === 'path' && one.name === name);
  return versionOfApi.test(found?.text('description') ?? '');
}

function takesVersion(text: string): boolean {
  return /^v(\{[^{}]*\}\.?)+$|^\{api[_-]?version\}$/i.test(text);
}

/**
 * The part of an API's name or context that is a version: a word such as V2 at its end, a separate number after an
 * underscore, or, at the end, the API's own version after a v. In `Base64` and `V8Engine` the number is part of a word.
 */
export function findVersionWord(identifier: string, version: string): string | undefined {
  const last = splitWords(identifier).at(-1) ?? '';
  if (/^(v(ersion)?)?\d+$/i.test(last)) return last;
  const digits = /_(\d+)(?![^_])/.exec(identifier)?.[1];
  if (digits !== undefined) return digits;
  const own = `v${version.replace(/^v/, '')}`;
  return identifier.endsWith(own) ? own : undefined;
}
