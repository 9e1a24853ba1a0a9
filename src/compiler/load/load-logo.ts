import { placeOf } from '../../source/place.ts';
import type { GatewayDeclaration } from '../kinds/gateway/declaration.ts';
import type { Declared } from '../workspace/declared.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import { largestLogo, pathOfLogo, readLogo } from '../workspace/store-logo.ts';
import { explainFailure } from './explain-failure.ts';
import type { Loading } from './loading.ts';

/** Reads the logo of the store, and reports one that cannot be shown. */
export async function loadLogo(
  gateway: Declared<GatewayDeclaration>,
  { sources, diagnostics }: Loading,
): Promise<void> {
  const path = pathOfLogo(gateway);
  if (path === undefined) return;
  const read = await sources.read(path, largestLogo);
  const help = 'Name an SVG or PNG file of at most 64 KiB in the folder of gateway.config.yaml.';
  const at = placeOf(gateway.place, 'store', 'logo');
  const fail = (message: string) =>
    diagnostics.push(toDiagnostic('logo-unusable', 'error', { at, message, help }, sources));
  if ('failure' in read) fail(explainFailure(read.failure, path, largestLogo).message);
  else if (!readLogo(read.text)) fail(`${path} is neither an SVG nor a PNG image.`);
}
