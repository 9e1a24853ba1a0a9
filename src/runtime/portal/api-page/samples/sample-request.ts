import type { Json } from '#compiled/json.ts';

/** A request to show as a sample in several languages. Secrets and tokens are variables, which the reader sets. */
export interface SampleRequest {
  readonly method: string;
  /** An absolute URL. */
  readonly url: string;
  readonly headers: readonly NamedValue[];
  /**
   * Whether to send the access token, or a consumer key with its secret (RFC 6749 section 2.3.1); absent for public
   * clients.
   */
  readonly authorization?: 'token' | { readonly consumerKey: string };
  readonly body?: SampleBody;
}

/**
 * The body of a sample. The type `file` is for content that cannot be shown as text: it is sent from the file named
 * `text`.
 */
export type SampleBody =
  | { readonly type: 'json'; readonly mediaType: string; readonly value: Json }
  | { readonly type: 'form'; readonly fields: readonly NamedValue[] }
  | { readonly type: 'multipart'; readonly fields: readonly SamplePart[] }
  | { readonly type: 'text' | 'file'; readonly mediaType: string; readonly text: string };

export type NamedValue = readonly [name: string, value: string];

/**
 * A part of a multipart body: a text, or the file named `value`. The media type is that of its header; the default is what
 * the language sends.
 */
export type SamplePart = readonly [
  name: string,
  value: string,
  kind?: 'text' | 'file',
  mediaType?: string | undefined,
];

/** The headers of a request with its Content-Type, but without Authorization. */
export function headersOf({ headers, body }: SampleRequest): readonly NamedValue[] {
  return body && 'mediaType' in body ? [...headers, ['Content-Type', body.mediaType]] : headers;
}
