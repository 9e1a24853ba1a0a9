import type { FastifyRequest } from 'fastify';
import type { CompiledOperation } from '../../compiled/compiled-api.ts';
import type { ManifestSubscription } from '../../compiled/manifest.ts';
import type { Rejection } from '../rejection/rejection.ts';
import type { TokenClaims } from '../token/claims.ts';
import type { Client } from '../token/clients.ts';
import type { Generation } from './generation.ts';
import { splitTarget, type RequestTarget } from './request-target.ts';
import type { ServedApi } from './served-api.ts';
import type { ServedEndpoint } from './served-endpoint.ts';

/** A call of an API on its way to the upstream. Each policy may rely on what those before it have found. */
export class Call {
  readonly request: FastifyRequest;
  /** The call keeps it to its end, whatever is swapped in meanwhile. */
  readonly generation: Generation;
  readonly target: RequestTarget;
  /** What every answer to it carries towards a browser. */
  corsHeaders: Readonly<Record<string, string>> = {};
  api!: ServedApi;
  /** What follows the API's address in the path, with its leading slash, as it was sent. */
  resourcePath!: string;
  /** What the token says. */
  claims!: TokenClaims;
  client!: Client;
  subscription!: ManifestSubscription;
  endpoint!: ServedEndpoint;
  /** What the API declares for the path and the method. */
  operation!: CompiledOperation;
  /** The method that the upstream is asked with. */
  upstreamMethod!: string;
  /** Breaks off what was forwarded; absent before that. */
  forwarded: AbortController | undefined;
  /** From when on a failure is the upstream's. */
  isAnswered = false;

  constructor(request: FastifyRequest, generation: Generation) {
    this.request = request;
    this.generation = generation;
    this.target = splitTarget(request.raw.url ?? '/');
  }
}

/** What the gateway answers by itself, without any upstream. */
interface DirectAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Outcome = Rejection | DirectAnswer | undefined;

/** A step that a call has to pass. It returns a promise only where something has to be waited for. */
export type Policy = (call: Call) => Outcome | Promise<Outcome>;
