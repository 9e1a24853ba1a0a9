import { explainSystemError } from '../../platform/explain-system-error.ts';
import { StoreError } from '../../runtime/ports/token-store.ts';
import { CommandError } from '../command-error.ts';

/** Waits for work on a state folder; what is wrong with a file or a disk becomes a CommandError. */
export async function explainStateError<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError) throw new CommandError(error.message);
    const { path = '', dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
    if (path === '') throw error;
    throw new CommandError(`${dest ?? path} cannot be read or written (${explainSystemError(error)}).`);
  }
}
