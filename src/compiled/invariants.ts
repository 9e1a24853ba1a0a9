import { canonicalJson } from './canonical-json.ts';
import type { Compiled, TableOf } from './compiled.ts';
import type { CompiledApi } from './compiled-api.ts';
import { digestOf, type Digest } from './digest.ts';
import { findForeignText } from './contract/number-texts.ts';
import { apiKey } from './api-key.ts';
import { findOverlaps, mainAddresses } from './addresses.ts';
import { namedLists } from './manifest.ts';

/**
 * Checks the invariants of a route table on which the runtime relies. Returns one sentence for each violation; an empty
 * list means that the table is valid.
 */
export function findViolations(compiled: Compiled): readonly string[] {
  return [...findDigestViolations(compiled), ...findStructuralViolations(compiled)];
}

/** Violations that digests do not reveal: missing parts, unknown references and duplicates. */
export function findStructuralViolations(table: TableOf<unknown>): readonly string[] {
  return [
    ...findMissingParts(table),
    ...findUnknownReferences(table),
    ...findDuplicates(table),
    ...findSharedAddresses(table),
  ];
}

function findDigestViolations({ manifest, apis, digest }: Compiled): readonly string[] {
  const parts = [...apis].filter(([key, part]) => digestOf(canonicalJson(part)) !== key);
  return [
    ...(digestOf(canonicalJson(manifest)) === digest
      ? []
      : [`The manifest does not match its digest ${digest}.`]),
    ...parts.map(([key]) => `The part ${key} does not match its digest.`),
    ...[...apis].flatMap(([key, part]) => findForeignTexts(key, part)),
  ];
}

function findForeignTexts(key: Digest, { contract, numberTexts = {} }: CompiledApi): readonly string[] {
  const path = findForeignText(contract, numberTexts);
  return path ? [`A text in the part ${key} is not that of the number at /${path.join('/')}.`] : [];
}

function findMissingParts({ manifest, apis }: TableOf<unknown>): readonly string[] {
  return manifest.apis
    .filter(({ part }) => !apis.has(part))
    .map((api) => `The part of ${apiKey(api)} is missing.`);
}

function findUnknownReferences(compiled: TableOf<unknown>): readonly string[] {
  return [...findUnknownInSubscriptions(compiled), ...findUnknownProviders(compiled)];
}

function findUnknownProviders({ manifest }: TableOf<unknown>): readonly string[] {
  const known = new Set(['users', ...manifest.identityProviders.map(({ name }) => name)]);
  return manifest.applications.flatMap(({ name, identityProviders = [] }) =>
    identityProviders
      .filter((provider) => !known.has(provider))
      .map((provider) => `The application ${name} refers to the unknown identity provider ${provider}.`),
  );
}

function findUnknownInSubscriptions({ manifest }: TableOf<unknown>): readonly string[] {
  const applications = new Set(manifest.applications.map(({ name }) => name));
  const apis = new Set(manifest.apis.map(apiKey));
  const tiers = new Set(manifest.tiers.map(({ name }) => name));
  return manifest.subscriptions.flatMap(({ application, api, tier }) => [
    ...(applications.has(application)
      ? []
      : [`A subscription refers to the unknown application ${application}.`]),
    ...(apis.has(api) ? [] : [`A subscription refers to the unknown API ${api}.`]),
    ...(tiers.has(tier) ? [] : [`A subscription refers to the unknown tier ${tier}.`]),
  ]);
}

function findDuplicates({ manifest }: TableOf<unknown>): readonly string[] {
  const addresses = manifest.apis.map(({ context, version }) => `/${context}/${version}`);
  const consumerKeys = manifest.applications.flatMap(({ keySets }) =>
    keySets.map(({ consumerKey }) => consumerKey),
  );
  return [
    ...repeated(addresses).map((address) => `Two APIs have the address ${address}.`),
    ...repeated(consumerKeys).map((key) => `Two key sets have the consumer key ${key}.`),
    ...namedLists.flatMap(({ name: list, noun, keyOf }) =>
      repeated(manifest[list].map(keyOf)).map((name) => `Two ${noun}s have the name ${name}.`),
    ),
  ];
}

function findSharedAddresses({ manifest }: TableOf<unknown>): readonly string[] {
  const { apis, gateway } = manifest;
  const addressed = apis.map((api) => ({
    api,
    main: mainAddresses(api, gateway.versioning),
    further: (api.alsoAt ?? []).map(({ path }) => path),
  }));
  return findOverlaps(addressed).map(
    ({ api, index, other }) =>
      `The address ${api.alsoAt?.[index]?.path ?? ''} of ${apiKey(api)} overlaps with ${other.path} of ${apiKey(other.api)}.`,
  );
}

function repeated(items: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const item of items) (seen.has(item) ? twice : seen).add(item);
  return [...twice];
}
