import { deviations } from '#export/envoy/deviations.ts';
import { CommandError } from '../command-error.ts';

/** Throws a CommandError if a deviation does not exist. */
export function checkAccepted(accepted: readonly string[]): void {
  const unknown = accepted.find((code) => !Object.hasOwn(deviations, code));
  if (unknown === undefined) return;
  throw new CommandError(
    `There is no deviation ${JSON.stringify(unknown)}. There are: ${Object.keys(deviations).join(', ')}.`,
  );
}
