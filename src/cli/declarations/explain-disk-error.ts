import { CommandError } from '../command-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a file has the name of its folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'it already exists',
};

/** Waits for a write; a failure of the disk becomes a CommandError that names the file as its user wrote it. */
export async function explainDiskError(file: string, write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    const reason = reasons[syscall === 'mkdir' && code === 'EEXIST' ? 'ENOTDIR' : code];
    if (reason === undefined) throw error;
    throw new CommandError(`${file} cannot be written: ${reason}.`);
  }
}
