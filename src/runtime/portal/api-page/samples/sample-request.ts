import type { Json } from '#compiled/json.ts';

/** A request that samples show in several languages. Secrets and tokens are variables, which the reader sets. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly NamedValue[];
  /** The access token, or a consumer key with its secret (RFC 6749 section 2.3.1); neither for public clients. */
  readonly authorization?: 'token' | { readonly consumerKey: string };
  readonly body?: SampleBody;
  /** What a success answers with. */
  readonly answer: 'json' | 'text' | 'nothing';
}

/** The body of a sample; `file` is sent from a file of that name, since its format cannot be shown as text. */
export type SampleBody =
  | { readonly type: 'json'; readonly mediaType: string; readonly value: Json }
  | { readonly type: 'form' | 'multipart'; readonly fields: readonly NamedValue[] }
  | { readonly type: 'text' | 'file'; readonly mediaType: string; readonly text: string };

export type NamedValue = readonly [name: string, value: string];

/** The headers of a request without those of its authorization. */
export function headersOf({ headers, body }: SampleRequest): readonly NamedValue[] {
  return body && 'mediaType' in body ? [...headers, ['Content-Type', body.mediaType]] : headers;
}
