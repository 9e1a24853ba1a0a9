declare const formatText: unique symbol;

/**
 * A format string of Envoy, in which a percent sign begins a command, such as one that reads an environment variable.
 */
export type FormatText = string & { readonly [formatText]: true };

/** A format string that is fixed in this program and contains nothing of a declaration. */
export function ownFormat<Text extends string>(text: string extends Text ? never : Text): FormatText {
  // The type of the parameter accepts only literals.
  return text as unknown as FormatText;
}

/** A format string for the value of a CEL expression, which must not contain anything of a declaration either. */
export function celFormat(expression: string): FormatText {
  return `%TYPED_CEL(${expression})%` as FormatText;
}

/** The host of a URL as a format string. The URL standard forbids a percent sign in it. */
export function hostFormat(url: string): FormatText {
  return new URL(url).host as FormatText;
}

/** The namespace of route metadata for texts of declarations. */
const namespace = 'gatewright';

interface FixedHeaders {
  readonly headers: readonly (readonly [name: string, value: FormatText])[];
  /** The `metadata` of the route, which the values refer to; absent if none does. */
  readonly metadata?: object;
}

/**
 * Response headers whose values are texts of declarations. A value with a percent sign is stored in the metadata of its
 * route, which Envoy does not interpret. Doubling the sign would not be safe, since Envoy would still find some old
 * commands after it.
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

/** The treatment of values that a header already has. */
export type AppendAction = 'OVERWRITE_IF_EXISTS_OR_ADD' | 'APPEND_IF_EXISTS_OR_ADD' | 'ADD_IF_ABSENT';

/** The `HeaderValueOption` by which Envoy adds a header. */
export function headerOption(
  key: string,
  value: FormatText,
  action: AppendAction = 'OVERWRITE_IF_EXISTS_OR_ADD',
) {
  return { header: { key, value }, append_action: action };
}
