const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EEXIST: 'there is a file of this name',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  ENXIO: 'nothing reads from it',
  EPIPE: 'nothing reads from it',
  EAGAIN: 'its reader does not keep up',
};

/** A few words that explain why a file could not be read or written; in plain language for common errors. */
export function explainSystemError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return reasons[code] ?? code;
}
