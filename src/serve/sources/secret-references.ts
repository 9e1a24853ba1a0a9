import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { findSecretReference } from '#compiler/workspace/find-secret-reference.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import type { SourceReading } from './source-reading.ts';
import { messageOf } from '../served/startup-error.ts';

/** The places where the last read sources name their secrets, for errors about unreadable ones. */
export class SecretPlaces {
  #workspace: Workspace | undefined;

  /** Uses the last read sources. */
  follow(reading: SourceReading): void {
    if (reading.ok) this.#workspace = reading.workspace;
  }

  /** A sentence, after a space; empty if they do not name it. */
  readonly describe = (reference: SecretReference): string => {
    const place = this.#workspace && findSecretReference(this.#workspace, reference);
    if (!place || !this.#workspace) return '';
    const { file, line, column } = this.#workspace.sources.locate(place, 'value');
    return ` It is referenced at ${file}:${line}:${column}.`;
  };
}

/** The location of a reference, as a suffix of a message. */
export type DescribePlace = (reference: SecretReference) => string | Promise<string>;

/** The same resolver, whose errors also name the reference's location. */
export function locateFailures(resolve: ResolveSecret, describe: DescribePlace): ResolveSecret {
  return (reference) =>
    resolve(reference).catch(async (error: unknown) => {
      throw new Error(messageOf(error) + (await describe(reference)), { cause: error });
    });
}
