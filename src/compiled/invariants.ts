import { canonicalJson } from './canonical-json.ts';
import type { Compiled, TableOf } from './compiled.ts';
import { digestOf } from './digest.ts';
import { apiKey } from './api-key.ts';
import { namedLists } from './manifest.ts';

/**
 * The laws of a route table that its runtime relies on, checked: each violation is one sentence. An empty list means
 * that the table is sound.
 */
export function findBreaches(compiled: Compiled): readonly string[] {
  return [...breachesOfDigests(compiled), ...findBreachesBetween(compiled)];
}

/** Those of the laws that no digest can tell: whether what the manifest names is there, and once. */
export function findBreachesBetween(table: TableOf<unknown>): readonly string[] {
  return [...breachesOfParts(table), ...breachesOfReferences(table), ...breachesOfIdentity(table)];
}

function breachesOfDigests({ manifest, apis, digest }: Compiled): readonly string[] {
  const parts = [...apis].filter(([key, part]) => digestOf(canonicalJson(part)) !== key);
  return [
    ...(digestOf(canonicalJson(manifest)) === digest
      ? []
      : [`The manifest does not match its digest ${digest}.`]),
    ...parts.map(([key]) => `The part ${key} does not match its digest.`),
  ];
}

function breachesOfParts({ manifest, apis }: TableOf<unknown>): readonly string[] {
  return manifest.apis
    .filter(({ part }) => !apis.has(part))
    .map((api) => `The part of ${apiKey(api)} is missing.`);
}

function breachesOfReferences(compiled: TableOf<unknown>): readonly string[] {
  return [...breachesOfSubscriptions(compiled), ...breachesOfApplications(compiled)];
}

function breachesOfApplications({ manifest }: TableOf<unknown>): readonly string[] {
  const known = new Set(['users', ...manifest.identityProviders.map(({ name }) => name)]);
  return manifest.applications.flatMap(({ name, identityProviders = [] }) =>
    identityProviders
      .filter((provider) => !known.has(provider))
      .map((provider) => `The application ${name} names the unknown identity provider ${provider}.`),
  );
}

function breachesOfSubscriptions({ manifest }: TableOf<unknown>): readonly string[] {
  const applications = new Set(manifest.applications.map(({ name }) => name));
  const apis = new Set(manifest.apis.map(apiKey));
  const tiers = new Set(manifest.tiers.map(({ name }) => name));
  return manifest.subscriptions.flatMap(({ application, api, tier }) => [
    ...(applications.has(application)
      ? []
      : [`A subscription names the unknown application ${application}.`]),
    ...(apis.has(api) ? [] : [`A subscription names the unknown API ${api}.`]),
    ...(tiers.has(tier) ? [] : [`A subscription names the unknown tier ${tier}.`]),
  ]);
}

function breachesOfIdentity({ manifest }: TableOf<unknown>): readonly string[] {
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

function repeated(items: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const item of items) (seen.has(item) ? twice : seen).add(item);
  return [...twice];
}
