import { dirname, join } from 'node:path/posix';
import type { StoreLogo } from '#compiled/settings/store-settings.ts';
import { placeOf } from '#source/place.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import { explainFailure } from './explain-failure.ts';
import type { Loading } from './files/loading.ts';

const maxBytes = 64 * 1024;

/** Reads the declared logo of the store. If it cannot be shown, adds a diagnostic and returns undefined. */
export async function loadLogo(
  { value, place }: Declared<GatewayDeclaration>,
  { sources, diagnostics }: Loading,
): Promise<StoreLogo | undefined> {
  const declared = value.store?.logo;
  if (declared === undefined) return undefined;
  const path = join(dirname(place.file), declared);
  const read = await sources.read(path, maxBytes);
  const logo = 'failure' in read ? undefined : readLogo(read.text);
  if (logo) return logo;
  const message =
    'failure' in read
      ? explainFailure(read.failure, path, maxBytes).message
      : `${path} is neither an SVG nor a PNG image.`;
  const help = 'Name an SVG or PNG file of at most 64 KiB in the folder of gateway.config.yaml.';
  const finding = { at: placeOf(place, 'store', 'logo'), message, help };
  diagnostics.push(toDiagnostic('logo-unusable', 'error', finding, sources));
  return undefined;
}

/** The start of a PNG file in base64, which is the form in which a source tree returns such files. */
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64').slice(0, 10);

/**
 * Matches the root element `svg`, after everything that XML allows before it. A document type must not declare
 * entities.
 */
const svgRoot = /^(?:\s|<\?[^>]*\?>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>[]*>)*<svg[\s>]/;

/** Recognizes a logo by its content, not by its name; undefined if it is neither SVG nor PNG. */
function readLogo(text: string): StoreLogo | undefined {
  if (text.startsWith(pngSignature)) return { type: 'image/png', content: text };
  if (!svgRoot.test(text)) return undefined;
  return { type: 'image/svg+xml', content: Buffer.from(text).toString('base64') };
}
