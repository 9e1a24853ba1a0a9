import { dirname, resolve } from 'node:path';
import type { Digest } from '#compiled/digest.ts';
import { discoveryBootstrap, discoveryFiles } from '#export/envoy/discovery-files.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { keepReferenced, referencedIn } from '#export/envoy/keep-referenced.ts';
import { makeFolders } from '#platform/files/make-folders.ts';
import { writeFilesAtomically } from '#platform/files/write-file-atomically.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { noteReferenced, readEarlier } from './earlier-export.ts';

/** The resources of a table, and where Envoy reads them. */
interface WrittenExport {
  readonly resources: EnvoyResources;
  readonly digest: Digest;
  /** As its user wrote it. */
  readonly out: string;
  /** Of the admin interface of Envoy on this machine; 0 if Envoy chooses it. */
  readonly adminPort: number;
}

/**
 * Writes what Envoy loads, with what the exports before refer to as far as Envoy may have it. Rejects with a CommandError.
 */
export async function writeExport(
  { resources, digest, out, adminPort }: WrittenExport,
  io: Io,
): Promise<void> {
  const folder = resolve(io.cwd, out);
  const earlier = await readEarlier(out, adminPort, io);
  const bootstrap = discoveryBootstrap({ folder, adminPort });
  const files = [
    ...discoveryFiles(keepReferenced(resources, earlier), digest),
    noteReferenced(digest, referencedIn(resources), earlier),
    { path: 'bootstrap.json', content: `${JSON.stringify(bootstrap, undefined, 2)}\n` },
  ].map(({ path, content }) => ({ file: resolve(folder, path), content }));
  await explainDiskError(out, writeFiles(files));
}

async function writeFiles(
  files: readonly { readonly file: string; readonly content: string }[],
): Promise<void> {
  for (const folder of new Set(files.map(({ file }) => dirname(file)))) await makeFolders(folder);
  await writeFilesAtomically(files);
}
