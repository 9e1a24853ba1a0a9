import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { findSecretReference } from '#compiler/workspace/find-secret-reference.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import type { SourceReading } from './source-reading.ts';
import { messageOf } from '../served/startup-error.ts';

/** Where the last read sources refer to each secret, for errors about unreadable secrets. */
export class SecretPlaces {
  #workspace: Workspace | undefined;

  /** Uses the sources that were read last. */
  follow(reading: SourceReading): void {
    if (reading.ok) this.#workspace = reading.workspace;
  }

  /** Returns a sentence with a leading space; empty if the sources do not refer to the secret. */
  readonly describe = (reference: SecretReference): string => {
    const place = this.#workspace && findSecretReference(this.#workspace, reference);
    if (!place || !this.#workspace) return '';
    const { file, line, column } = this.#workspace.sources.locate(place, 'value');
    return ` It is referenced at ${file}:${line}:${column}.`;
  };
}

/** Returns the location of a reference as a suffix of a message. */
export type DescribePlace = (reference: SecretReference) => string | Promise<string>;

/** Wraps a resolver so that its errors also name the location of the reference. */
export function locateFailures(resolve: ResolveSecret, describe: DescribePlace): ResolveSecret {
  return (reference) =>
    resolve(reference).catch(async (error: unknown) => {
      throw new Error(messageOf(error) + (await describe(reference)), { cause: error });
    });
}
