import type { ManifestApi } from '../../compiled/manifest.ts';
import type { Client } from './clients.ts';
import type { Standing } from './standing.ts';

/**
 * What is found for a token in one generation, which has one standing and one set of APIs that never change; whoever
 * serves those says what a subscription is.
 */
export class Admission<Subscription = unknown> {
  /** Of the generation's standing. */
  readonly mark: Standing['mark'];
  readonly client: Client;
  /** The API that was called last with the token. */
  api: ManifestApi | undefined = undefined;
  /** The client's subscription to it, undefined where it has none. */
  subscription: Subscription | undefined = undefined;

  constructor(mark: Standing['mark'], client: Client) {
    this.mark = mark;
    this.client = client;
  }
}
