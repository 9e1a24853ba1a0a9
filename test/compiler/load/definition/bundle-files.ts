import { isJsonObject } from '#compiled/json.ts';
import { bundle } from '#compiler/load/definition/bundle.ts';
import { originInBundle } from '#compiler/load/definition/origins.ts';
import type { Place } from '#source/place.ts';

type Files = Readonly<Record<string, unknown>>;

/** Bundles the document `openapi.yaml` of some files, with every place as `file#pointer`. */
export function bundleFiles(files: Files, openapi = '3.0') {
  const root = files['openapi.yaml'];
  if (!isJsonObject(root)) throw new Error('There is no root.');
  const bundled = bundle(root, 'openapi.yaml', openapi, (file) => ({ value: files[file] }));
  const findings = bundled.findings.map(({ code, at }) => `${at.file}#${at.pointer} ${code}`);
  const originOf = (pointer: string): string => show(originInBundle(bundled, pointer).place);
  const referenceTo = (pointer: string) => {
    const { reference } = originInBundle(bundled, pointer);
    return reference && show(reference);
  };
  return { contract: bundled.contract, findings, originOf, referenceTo };
}

function show({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}
