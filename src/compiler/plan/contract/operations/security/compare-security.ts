import type { OperationNode, OpenapiDocument, SecuritySchemeNode } from '#openapi/model.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import { describeTransition, describeValue } from '../../../wording/describe-value.ts';
import type { SecurityRequirement } from '#openapi/plain-parts.ts';

/** The credentials of one security requirement: `scheme`, and `scheme\nscope` for each scope. */
type Credentials = ReadonlySet<string>;

/** A security scheme of a document. */
interface ContractScheme {
  /** The settings that a client needs to use the scheme. */
  readonly needs: JsonObject;
  /**
   * The settings as canonical JSON, equal if clients send the same; names of headers are case-insensitive (RFC 9110
   * section 5.1).
   */
  readonly sent: string;
  readonly documentation: JsonObject;
  readonly pointer: string;
}

interface Difference {
  readonly what: string;
  /** Whether clients can continue unchanged. */
  readonly isExtension: boolean;
}

type Schemes = ReadonlyMap<string, ContractScheme>;

/** The security schemes of a document, and the names of the schemes that an operation uses. */
interface UsedSchemes {
  readonly used: ReadonlySet<string>;
  readonly schemes: Schemes;
}

/** Compares the credentials that an operation requires. */
export function compareSecurity(pair: OperationPair): void {
  const [base, head] = [usedSchemes(pair.base, pair.sides.base), usedSchemes(pair.head, pair.sides.head)];
  const names = matchSchemes(base, head);
  const before = readSecurity(pair.base, (name) => name);
  const after = readSecurity(pair.head, (name) => names.get(name) ?? name);
  compareWays(pair, before, after);
  for (const [name, known] of names) {
    const [old, now] = [base.schemes.get(known), head.schemes.get(name)];
    if (old && now && base.used.has(known)) compareScheme(pair, known, old, now);
  }
}

function usedSchemes({ security }: OperationNode, { document }: ContractSide): UsedSchemes {
  return { used: new Set(security.flatMap((way) => [...way.keys()])), schemes: readSchemes(document) };
}

function compareWays(
  pair: OperationPair,
  before: readonly Credentials[],
  after: readonly Credentials[],
): void {
  const at = { base: pair.base.securityPointer, head: pair.head.securityPointer };
  const tightened = before.filter((way) => !after.some((other) => isWithin(other, way)));
  const relaxed = after.filter((way) => !before.some((other) => isWithin(other, way)));
  const shown = { path: 'security', before: show(before), after: show(after), at, action: 'change' } as const;
  const what = `changed from ${show(before)} to ${show(after)}`;
  const found = [
    ...(tightened.length > 0 ? ['security-tightened' as const] : []),
    ...(relaxed.length > 0 ? ['security-relaxed' as const] : []),
  ];
  // A change that both tightens and relaxes is reported once, as the kind that breaks callers.
  const id = pair.isCallback ? found.at(-1) : found[0];
  if (id) pair.report({ ...shown, id, what });
}

/** Whether `had` includes all the needed credentials. */
function isWithin(needed: Credentials, had: Credentials): boolean {
  return [...needed].every((credential) => had.has(credential));
}

/** `oauth with dogs:read, or nothing`. */
function show(ways: readonly Credentials[]): string {
  return ways.map(showWay).toSorted().join(', or ');
}

function showWay(way: Credentials): string {
  const schemes = [...way].filter((one) => !one.includes('\n')).toSorted();
  const shown = schemes.map((scheme) => {
    const scopes = [...way]
      .filter((one) => one.startsWith(`${scheme}\n`))
      .map((one) => one.slice(scheme.length + 1));
    return scopes.length === 0 ? scheme : `${scheme} with ${scopes.toSorted().join(' ')}`;
  });
  return shown.join(' and ') || 'nothing';
}

/**
 * Maps each scheme that head uses to its name in base: the scheme with the same settings, or the scheme of the same
 * name. If base's scheme of that name was renamed, the name gets ` (new)`.
 */
function matchSchemes(base: UsedSchemes, head: UsedSchemes): ReadonlyMap<string, string> {
  const alike = new Map([...head.used].map((name) => [name, findAlike(name, base, head.schemes)]));
  const taken = new Set(alike.values());
  const ownName = (name: string) => (taken.has(name) ? `${name} (new)` : name);
  return new Map([...alike].map(([name, known]) => [name, known ?? ownName(name)]));
}

function findAlike(name: string, { used, schemes }: UsedSchemes, head: Schemes): string | undefined {
  const sent = head.get(name)?.sent;
  if (sent === undefined) return undefined;
  const alike = [...used].filter((old) => schemes.get(old)?.sent === sent);
  return alike.includes(name) ? name : alike[0];
}

/** Compares a scheme of an operation on both sides, under its name in base. */
function compareScheme(pair: OperationPair, name: string, old: ContractScheme, now: ContractScheme): void {
  const path = `security ${name}`;
  pair.compareDocumentation(path, old, now);
  if (old.sent === now.sent) return;
  const differences = compareNeeds(old.needs, now.needs);
  const [before, after] = [canonicalJson(old.needs), canonicalJson(now.needs)];
  const change = {
    action: 'change',
    path,
    before,
    after,
    at: { base: old.pointer, head: now.pointer },
  } as const;
  const what = differences.map((one) => one.what).join(', ');
  if (differences.every(({ isExtension }) => isExtension))
    pair.report({ ...change, id: 'security-scheme-extended', what: `was extended: ${what}` });
  else pair.report({ ...change, id: 'security-scheme-changed', what: `changed: ${what}` });
}

/** Describes each difference: `in header → query`, `name x-key → key`, `flow password was added`. */
function compareNeeds(base: JsonObject, head: JsonObject): readonly Difference[] {
  const [{ flows: before, ...old }, { flows: after, ...now }] = [base, head];
  return [...compareMembers(old, now, (name) => name), ...compareFlows(objectOf(before), objectOf(after))];
}

function compareFlows(before: JsonObject, after: JsonObject): readonly Difference[] {
  return namesIn(before, after).flatMap((flow): readonly Difference[] => {
    if (before[flow] === undefined) return [{ what: `flow ${flow} was added`, isExtension: true }];
    if (after[flow] === undefined) return [{ what: `flow ${flow} was removed`, isExtension: false }];
    return compareMembers(objectOf(before[flow]), objectOf(after[flow]), (url) => `${url} of ${flow}`);
  });
}

function compareMembers(
  before: JsonObject,
  after: JsonObject,
  describe: (name: string) => string,
): readonly Difference[] {
  return namesIn(before, after)
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => ({
      what: `${describe(name)} ${describeTransition(textOf(before[name]), textOf(after[name]))}`,
      // Without a `refreshUrl`, clients refresh tokens at the URL where they request them.
      isExtension: name === 'refreshUrl' && before[name] === undefined,
    }));
}

function namesIn(before: JsonObject, after: JsonObject): readonly string[] {
  return Object.keys({ ...before, ...after }).toSorted();
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : describeValue('', value);
}

/** The security schemes of a document by name. */
function readSchemes({ securitySchemes }: OpenapiDocument): ReadonlyMap<string, ContractScheme> {
  return new Map([...securitySchemes].map(([name, scheme]) => [name, readScheme(scheme)]));
}

function readScheme(scheme: SecuritySchemeNode): ContractScheme {
  const { location, name } = scheme.apiKey;
  const header = location === 'header' && name !== undefined ? { name: name.toLowerCase() } : {};
  return {
    needs: scheme.needs,
    sent: canonicalJson({ ...scheme.needs, ...header }),
    documentation: { ...scheme.documentation, ...scopesIn(scheme) },
    pointer: scheme.pointer,
  };
}

/** The descriptions of the scopes of each flow. */
function scopesIn({ flows }: SecuritySchemeNode): JsonObject {
  const scopes = flows.map((flow) => flow.scopes).filter((declared) => Object.keys(declared).length > 0);
  return scopes.length === 0 ? {} : { scopes };
}

/** The alternative credentials of an operation; one empty set if it needs none. */
export function readSecurity(
  { security }: OperationNode,
  nameOf: (scheme: string) => string,
): readonly Credentials[] {
  return security.length === 0 ? [new Set()] : security.map((way) => credentialsOf(way, nameOf));
}

function credentialsOf(requirement: SecurityRequirement, nameOf: (scheme: string) => string): Credentials {
  return new Set(
    [...requirement].flatMap(([scheme, scopes]) => {
      const name = nameOf(scheme);
      return [name, ...scopes.map((scope) => `${name}\n${scope}`)];
    }),
  );
}
