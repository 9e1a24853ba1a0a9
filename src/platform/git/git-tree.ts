import type { ReadFailure } from '#source/source-tree.ts';
import type { FolderEntry } from '#source/walk-globs.ts';
import type { GitBlobs } from './git-blobs.ts';
import { runGit } from './run-git.ts';

interface GitEntry {
  readonly type: 'file' | 'link' | 'submodule';
  readonly id: string;
}

/** What a path leads to: a file by the id of its content, a folder by its real path, or a failure. */
export type GitTarget =
  | { readonly type: 'file'; readonly id: string }
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'failure'; readonly reason: ReadFailure };

const maxLinks = 40;
const maxLinkBytes = 4096;

/** The files of one folder in a commit, by their paths relative to the folder. */
export class GitTree {
  readonly #entries: ReadonlyMap<string, GitEntry>;
  readonly #folders: ReadonlyMap<string, readonly FolderEntry[]>;
  readonly #blobs: GitBlobs;

  constructor(entries: ReadonlyMap<string, GitEntry>, blobs: GitBlobs) {
    this.#entries = entries;
    this.#folders = findFolders(entries);
    this.#blobs = blobs;
  }

  /** The entries of a folder, whose path may lead through links; empty if the folder does not exist. */
  async readFolder(path: string): Promise<readonly FolderEntry[]> {
    const known = this.#folders.get(path);
    if (known) return known;
    const target = await this.follow(path);
    return (target.type === 'folder' && this.#folders.get(target.path)) || [];
  }

  /** Resolves a path with its links, as a file system does; a link may not lead out of the folder. */
  async follow(path: string): Promise<GitTarget> {
    let rest = segmentsOf(path);
    let at: readonly string[] = [];
    for (let links = 0; rest.length > 0;) {
      const [segment = '', ...after] = rest;
      if (segment === '..' && at.length === 0) return fail('outside-tree');
      const next = segment === '..' ? at.slice(0, -1) : [...at, segment];
      const entry = this.#entries.get(next.join('/'));
      if (entry?.type === 'file') {
        return after.length === 0 ? { type: 'file', id: entry.id } : fail('not-found');
      }
      if (entry?.type === 'link') {
        if (++links > maxLinks) return fail('unreadable');
        const target = await this.#readLink(entry.id);
        if (target.startsWith('/')) return fail('outside-tree');
        rest = [...segmentsOf(target), ...after];
      } else {
        if (!this.#folders.has(next.join('/'))) return fail('not-found');
        at = next;
        rest = after;
      }
    }
    return { type: 'folder', path: at.join('/') };
  }

  async #readLink(id: string): Promise<string> {
    return (await this.#blobs.read(id, maxLinkBytes))?.toString() ?? '';
  }
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

function fail(reason: ReadFailure): GitTarget {
  return { type: 'failure', reason };
}

/** The entries of every folder, by its path; a submodule is an empty folder. */
function findFolders(entries: ReadonlyMap<string, GitEntry>): ReadonlyMap<string, readonly FolderEntry[]> {
  const folders = new Map<string, FolderEntry[]>([['', []]]);
  const open = (folder: string): FolderEntry[] => {
    const known = folders.get(folder);
    if (known) return known;
    const held: FolderEntry[] = [];
    folders.set(folder, held);
    enter(folder, 'folder');
    return held;
  };
  const enter = (path: string, type: FolderEntry['type']): void => {
    const end = path.lastIndexOf('/');
    open(path.slice(0, Math.max(0, end))).push({ name: path.slice(end + 1), type });
  };
  for (const [path, { type }] of entries) {
    if (type === 'submodule') open(path);
    else enter(path, type);
  }
  return folders;
}

const types: Readonly<Record<string, GitEntry['type']>> = { '120000': 'link', '160000': 'submodule' };

/**
 * The files of a folder in a commit, or of the folder at the path `below` it; empty if the commit does not have the
 * folder.
 */
export async function listGitEntries(
  folder: string,
  commit: string,
  below: string,
): Promise<ReadonlyMap<string, GitEntry>> {
  const tree = await findTree(folder, commit, below);
  if (tree === undefined) return new Map();
  const { code, stdout, stderr } = await runGit(folder, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  if (code !== 0) throw new Error(`git cannot list ${commit}: ${stderr}`);
  const records = stdout.toString().split('\0').slice(0, -1);
  return new Map(
    records.map((record) => {
      const [mode = '', , id = ''] = record.split(/[ \t]/, 3);
      return [record.slice(record.indexOf('\t') + 1), { type: types[mode] ?? 'file', id }];
    }),
  );
}

async function findTree(folder: string, commit: string, below: string): Promise<string | undefined> {
  const { code, stdout, stderr } = await runGit(folder, ['rev-parse', '--show-prefix']);
  if (code !== 0) throw new Error(`git knows no folder ${folder}: ${stderr}`);
  const prefix = stdout.toString().replace(/\/?\n$/, '');
  const path = [prefix, below].filter(Boolean).join('/');
  const found = await parseRevision(folder, `${commit}:${path}`);
  return found && parseRevision(folder, `${found}^{tree}`);
}

/** The id of the object that a revision names (gitrevisions(7)); undefined if it does not exist. */
export async function parseRevision(folder: string, revision: string): Promise<string | undefined> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', revision];
  const { code, stdout } = await runGit(folder, words);
  return code === 0 ? stdout.toString().trim() : undefined;
}
