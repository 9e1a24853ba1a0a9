/** A request and its response, as they were sent. */
export interface Exchange {
  /** The method as it was sent, in its original case. */
  readonly method: string;
  /** The request target: a path with its query, or an absolute URL. */
  readonly target: string;
  readonly requestHeaders: HeaderList;
  readonly requestBody: ObservedBody;
  /** Undefined if no response was received. */
  readonly answer: ObservedAnswer | undefined;
}

export interface ObservedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: ObservedBody;
}

/** Names and values, in their order. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The bytes without their content coding, empty if there is no body; or why the body was not inspected. */
export type ObservedBody = Buffer | 'too-large' | 'unknown';

/** The values of a header, joined as a server would; undefined if it was not sent. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const values = headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(name === 'cookie' ? '; ' : ', ');
}
