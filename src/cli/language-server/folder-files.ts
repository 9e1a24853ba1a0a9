import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { pathInside } from '#platform/files/path-inside.ts';
import { pathOf } from './folders-of.ts';

/** A buffer of the editor. */
export interface OpenBuffer {
  readonly uri: string;
  /** Increases with each change. */
  readonly version: number;
  readonly text: string;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Larger files are not read; in bytes. */
const maxBytes = 64 * 1024 ** 2;

/** The files of a folder as an editor shows them: the current text of an open buffer replaces the file on disk. */
export class FolderFiles {
  /** Absolute. */
  readonly root: string;
  readonly #buffers: () => readonly OpenBuffer[];

  constructor(root: string, buffers: () => readonly OpenBuffer[]) {
    this.root = root;
    this.#buffers = buffers;
  }

  /** The open buffers of files in the folder, by path relative to the root. */
  get open(): ReadonlyMap<string, OpenBuffer> {
    return new Map(
      this.#buffers().flatMap((buffer) => {
        const file = this.fileOf(buffer.uri);
        return file === undefined ? [] : [[file, buffer] as const];
      }),
    );
  }

  /** Whether a file is on disk or open. */
  has(file: string): boolean {
    return this.open.has(file) || existsSync(join(this.root, file));
  }

  /** The names of the files and folders in a folder; empty if it cannot be read. */
  list(folder: string): readonly FolderEntry[] {
    try {
      return readdirSync(join(this.root, folder), { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        isFolder: entry.isDirectory(),
      }));
    } catch {
      return [];
    }
  }

  /**
   * The path of a URI relative to the root, with `/` as its separator; undefined if the URI is outside of the root, or
   * does not name a file.
   */
  fileOf(uri: string): string | undefined {
    const path = pathOf(uri);
    const way = path === undefined ? undefined : pathInside(this.root, path);
    return way === '' ? undefined : way?.split(sep).join('/');
  }

  /** The URI of a file: for an open buffer in the client's own spelling, by which the client identifies it. */
  uriOf(file: string): string {
    return this.open.get(file)?.uri ?? pathToFileURL(join(this.root, file)).href;
  }

  /** The text of a file; undefined if it cannot be read. */
  textOf(file: string): string | undefined {
    const buffer = this.open.get(file);
    if (buffer) return buffer.text;
    const read = diskSourceTree(this.root).readNow?.(file, maxBytes);
    return read?.ok ? read.text : undefined;
  }
}
