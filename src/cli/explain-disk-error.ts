import { FileLockedError } from '#platform/files/lock-file.ts';
import { CommandError } from './command-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a file has the name of its folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  EEXIST: 'it already exists',
};

/** Reasons for error codes that have a different meaning if the file's folder cannot be created. */
const reasonsOfFolders: Readonly<Record<string, string>> = {
  EEXIST: 'a file has the name of its folder',
  ENOENT: 'no folder can be made there',
};

/** Waits for a write. A disk error becomes a CommandError that names the file as the user wrote it. */
export async function explainDiskError<Result>(file: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof FileLockedError) throw explainLock(file, error);
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    const reason = (syscall === 'mkdir' ? reasonsOfFolders[code] : undefined) ?? reasons[code];
    if (reason === undefined) throw error;
    throw new CommandError(`${file} cannot be written: ${reason}.`);
  }
}

function explainLock(file: string, { lock }: FileLockedError): CommandError {
  return new CommandError(
    `${file} cannot be written: it is locked by ${lock}.`,
    'Another command is changing it, or was killed: if none is running, delete the lock file.',
  );
}
