declare const formatText: unique symbol;

/** A format string of Envoy: a percent sign in it begins a command, such as one that reads a variable of its environment. */
export type FormatText = string & { readonly [formatText]: true };

/** A format string that this program itself writes: text and commands that contain nothing of a declaration. */
export function ownFormat<Text extends string>(text: string extends Text ? never : Text): FormatText {
  // The types of literals have told that it is fixed.
  return text as unknown as FormatText;
}

/** The format string that stands for the value of an expression of CEL, which contains nothing of a declaration either. */
export function celFormat(expression: string): FormatText {
  return `%TYPED_CEL(${expression})%` as FormatText;
}

/** The format string that is the host of a URL, in which the URL standard forbids a percent sign. */
export function hostFormat(url: string): FormatText {
  return new URL(url).host as FormatText;
}

/** The namespace of the metadata of a route that holds texts of declarations. */
const namespace = 'gatewright';

interface FixedHeaders {
  readonly headers: readonly (readonly [name: string, value: FormatText])[];
  /** The `metadata` of the route, which the values refer to; absent if none does. */
  readonly metadata?: object;
}

/**
 * Headers of responses whose values are texts of declarations. One with a percent sign is in the metadata of its route,
 * which Envoy reads as it is: it would find some old commands also behind a doubled sign.
 */
export function fixedHeaders(texts: Readonly<Record<string, string>>): FixedHeaders {
  const entries = Object.entries(texts);
  const inMetadata = entries.filter(([, text]) => text.includes('%'));
  const headers = entries.map(([name, text]): readonly [string, FormatText] => [
    name,
    (text.includes('%') ? `%METADATA(ROUTE:${namespace}:${name})%` : text) as FormatText,
  ]);
  if (inMetadata.length === 0) return { headers };
  return { headers, metadata: { filter_metadata: { [namespace]: Object.fromEntries(inMetadata) } } };
}

/** What happens to the values that a header has already. */
export type AppendAction = 'OVERWRITE_IF_EXISTS_OR_ADD' | 'APPEND_IF_EXISTS_OR_ADD' | 'ADD_IF_ABSENT';

/** The `HeaderValueOption` by which Envoy adds a header. */
export function headerOption(
  key: string,
  value: FormatText,
  action: AppendAction = 'OVERWRITE_IF_EXISTS_OR_ADD',
) {
  return { header: { key, value }, append_action: action };
}
