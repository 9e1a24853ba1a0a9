import { posix } from 'node:path';
import { exportEnvoy } from '#export/envoy/export-envoy.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { planeOptions } from '../../export/envoy/plane-in-test.ts';
import {
  declaredGateway,
  declareFamily,
  declareProvider,
  tagOf,
  type Family,
  type JsonObject,
  type Upstreams,
} from './declare-family.ts';
import { spell, type DrawnText } from './hostile-texts.ts';
import { putInDocument, readInDocument } from './list-document-fields.ts';
import { fileOf, placeText, readText, renameIn } from './place-text.ts';
import type { TextField } from './text-fields.ts';

/** A text in its place. */
export interface PlacedText {
  readonly field: TextField;
  readonly text: string;
  /** Of the family that has the text, or of the only one of a gateway that has it. */
  readonly index: number;
  readonly family: Family;
  /** The document of the gateway. */
  readonly gateway: JsonObject;
}

/** A text that lint or the export refuses, in each of its spellings. */
export interface RefusedText {
  readonly field: TextField;
  readonly because: string;
}

/** The first spelling of a drawn text that lint accepts and that can be exported. */
export async function acceptText(
  draw: DrawnText,
  index: number,
  upstreams: Upstreams,
): Promise<PlacedText | RefusedText> {
  const { field } = draw;
  let because = 'the schema';
  for (const placed of listPlaced(draw, index, upstreams)) {
    const problem = await findProblem(placed);
    if (problem === undefined) return placed;
    because = problem;
  }
  return { field, because };
}

function listPlaced(draw: DrawnText, index: number, upstreams: Upstreams): readonly PlacedText[] {
  const { field } = draw;
  const family = { ...declareFamily(index, upstreams), ...declareProvider(index, field.variant) };
  if (field.kind === 'Gateway') {
    const gateway = declaredGateway;
    return spell(draw, readText(gateway, field.steps), false).map((text) => ({
      field,
      text,
      index,
      family,
      gateway: placeText('Gateway', gateway, field, text),
    }));
  }
  const file = fileOf(family, field);
  const declaration = file === undefined ? undefined : family[file];
  if (file === undefined || !declaration) throw new Error(`No family has ${field.name}.`);
  const tag = tagOf(index);
  const steps = field.steps.map((step) => step.replaceAll(tagOf(0), tag));
  const isDocument = field.kind === 'OpenAPI';
  const usual = isDocument ? readInDocument(declaration, steps) : readText(declaration, steps);
  const isShared = usual?.includes(tag) ?? false;
  const placeAlone = (text: string): Family => ({
    ...family,
    [file]: isDocument
      ? (putInDocument(declaration, steps, text) as JsonObject)
      : placeText(field.kind, declaration, { ...field, steps }, text),
  });
  // A text inside the tag would hide whose name it is.
  const spellings = spell(draw, usual, isShared).filter((text) => !isShared || text.includes(tag));
  return spellings.flatMap((text) => {
    const places = usual !== undefined && isShared ? [renameEverywhere(family, usual, text)] : [];
    return [...places, placeAlone(text)].map((placed) => ({
      field,
      text,
      index,
      family: moveDefinition(placed, field, text, tag),
      gateway: declaredGateway,
    }));
  });
}

/** A limit or an access is of an operation, whose path is also in the document. */
function renameEverywhere(family: Family, usual: string, text: string): Family {
  const [, method, path] = /^([A-Z]+ )(\/.*)$/s.exec(usual) ?? [];
  const renamed = method !== undefined && path !== undefined && text.startsWith(method);
  return renamed ? renameIn(family, path, text.slice(method.length)) : renameIn(family, usual, text);
}

/** A document is where its API says that it is. */
function moveDefinition(family: Family, { name }: TextField, text: string, tag: string): Family {
  if (name !== 'Api definition') return family;
  const { [`apis/${tag}/v1/openapi.json`]: document = {}, ...others } = family;
  return { ...others, [posix.join(`apis/${tag}/v1`, text)]: document };
}

/** The document of the gateway, and all others, as files. */
export function asSources(gateway: JsonObject, family: Family): Readonly<Record<string, string>> {
  const files = Object.entries({ 'gateway.config.yaml': gateway, ...family });
  return Object.fromEntries(files.map(([file, document]) => [file, JSON.stringify(document)]));
}

/** The logo of a store. */
export const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** The further file that a text names. */
export function namedFile({ field, text }: Pick<PlacedText, 'field' | 'text'>): string | undefined {
  const isNamed = field.name.endsWith('/fromFile') || field.name === 'Gateway store/logo';
  return isNamed ? posix.normalize(text) : undefined;
}

/** Why a text cannot be served. */
async function findProblem(placed: PlacedText): Promise<string | undefined> {
  const { field, text, family, gateway } = placed;
  const file = field.name === 'Gateway deployments/{}/accessLog/file' ? text : namedFile(placed);
  if (file !== undefined && !canBeFile(file)) return 'no file has such a name';
  const sources = {
    ...asSources(gateway, family),
    ...(field.name === 'Gateway store/logo' && { [text]: svg }),
  };
  const { compiled, diagnostics } = await build(
    memorySourceTree(sources),
    'gateway.config.yaml',
    'production',
  );
  // Of a subscription that names something else only a warning is left, and it is not served.
  const finding = diagnostics.find(({ code }) => code !== 'sources-empty');
  if (!compiled || finding) return finding?.code ?? 'lint';
  const { refusals } = exportEnvoy(compiled, {
    ...planeOptions('/etc/envoy'),
    authz: { url: 'http://127.0.0.1/authz' },
  });
  return refusals[0]?.deviation;
}

function canBeFile(path: string): boolean {
  if (
    path.startsWith('..') ||
    path.startsWith('/') ||
    /[\0\ud800-\udfff]/.test(path.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''))
  )
    return false;
  if (path === '.' || path.endsWith('/')) return false;
  return path.split('/').every((segment) => Buffer.byteLength(segment) <= 200);
}
