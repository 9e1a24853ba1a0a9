import type { Judgement } from './judgement.ts';
import type { Side } from './side.ts';

/** A way in which the answers differ, and why that is as it should be. */
export interface ExpectedDifference {
  /** Omitted if the answer has none. */
  readonly ours?: unknown;
  readonly theirs?: unknown;
  /** A sentence that names the section of the standard. */
  readonly why: string;
}

/** A request, or several of which the last one is judged, that both servers are sent. */
export interface ComparedRequest {
  readonly name: string;
  readonly send: (side: Side) => Promise<Judgement>;
  /** Nothing differs without it. */
  readonly differs?: Differences;
}

/** By what of the judgement it is that differs. */
export type Differences = Readonly<Partial<Record<keyof Judgement, ExpectedDifference>>>;

export const errorHoldsScope: ExpectedDifference = {
  theirs: ['scope'],
  why: 'RFC 6749 section 5.2 has no member beside the error, its description and its URI.',
};

/** oidc-provider requires some authentication in every request, before it reads the client. */
export const noClient: Differences = {
  status: {
    ours: 401,
    theirs: 400,
    why: 'RFC 6749 section 5.2 has invalid_client, which is answered with 401, for a request without authentication.',
  },
  error: {
    ours: 'invalid_client',
    theirs: 'invalid_request',
    why: 'RFC 6749 section 5.2 has invalid_client for a request that includes no client authentication.',
  },
};

/** The answer to a client with an unreadable Authorization header. */
export const unreadableHeader: Differences = {
  ...noClient,
  challenge: {
    ours: 'Basic',
    why: 'RFC 6749 section 5.2 wants the scheme named to a client that tried the Authorization header.',
  },
};

export const byGet: Differences = {
  status: {
    ours: 405,
    theirs: 404,
    why: 'RFC 9110 section 15.5.6 has 405 for a method that a resource lacks.',
  },
  error: {
    ours: 'invalid_request',
    why: 'RFC 6749 section 3.2 wants POST, and the answer says so in its own form.',
  },
  isKept: {
    ours: false,
    theirs: true,
    why: 'RFC 9110 section 15.5.6 lets a 405 be kept, which helps nobody here.',
  },
};
