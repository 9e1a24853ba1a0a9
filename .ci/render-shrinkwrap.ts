interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The lock file of the published package: that of the repository, without what only development needs. */
export function renderShrinkwrap(lockFile: string): string {
  const lock = JSON.parse(lockFile) as LockFile;
  const { '': root = {}, ...others } = lock.packages;
  const { devDependencies: _, ...published } = root as { readonly devDependencies?: unknown };
  const needed = Object.entries(others).filter(
    ([, { dev = false, devOptional = false }]) => !dev && !devOptional,
  );
  const packages = { '': published, ...Object.fromEntries(needed) };
  return `${JSON.stringify({ ...lock, packages }, null, 2)}\n`;
}
