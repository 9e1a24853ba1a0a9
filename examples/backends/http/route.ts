import type { IncomingHttpHeaders } from 'node:http';

/** A request as a route sees it. */
export interface ResourceRequest {
  /** The path parameters, decoded. */
  readonly identifiers: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The JSON body; undefined where the method has none. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What a service does for one method of one path template. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly answer: (request: ResourceRequest) => Answer;
}

/** Routes, tried in their order, and the media type of what they answer. */
export interface ResourceService {
  readonly mediaType: 'application/json' | 'application/hal+json';
  readonly routes: readonly Route[];
}
