import { openDocument } from '#openapi/open-document.ts';
import { listRequiredScopes, neededScopes } from '#compiler/workspace/needed-scopes.ts';
import { documentedSecurity } from '#compiler/workspace/documented-security.ts';
import { baselineFile } from '#compiler/workspace/suppressions.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import { printable } from '../views/display-width.ts';
import { listWords, renderCounts } from '../views/render-counts.ts';

/** The findings in the document of a new API, by their outcome. */
export interface SortedFindings {
  /** Findings in the baseline. */
  readonly inBaseline: readonly Diagnostic[];
  /** Errors that nothing can suppress. */
  readonly errors: readonly Diagnostic[];
  /** All other findings. */
  readonly reported: readonly Diagnostic[];
}

/** Notes for the author of a new API: one sentence per line. */
export function describeAddedApi(
  key: string,
  { value, definition }: DeclaredApi,
  findings: SortedFindings,
  requests: string,
): readonly string[] {
  const document = definition && openDocument(definition.contract);
  const production = value.endpoints?.production?.url ?? '';
  const size = document ? `${count(document.operations.length, 'operation')} at` : 'is at';
  const verb = document ? 'has ' : '';
  return [
    `${key} ${verb}${size} ${value.context}/${value.version}; its calls go to ${printable(production)}.`,
    ...describeValidation(requests),
    ...(document
      ? [...describeScopes(document), ...describeOpen(document), ...describeCredentials(document)]
      : []),
    ...describeFindings(findings),
  ];
}

const tightening: Readonly<Record<string, string>> = {
  report:
    'Requests that do not match the document are forwarded and reported, since nobody has enforced it yet: once ' +
    'the metric `gatewright_drift_total` no longer grows, remove `validation` from api.yaml, and the gateway refuses them.',
  off: 'Requests are not compared with the document: remove `validation` from api.yaml to refuse those that do not match it.',
};

function describeValidation(requests: string): readonly string[] {
  const sentence = tightening[requests];
  return sentence === undefined ? [] : [sentence];
}

/** The maximum number of names in a sentence. */
const mostNamed = 8;

function describeScopes(document: OpenapiDocument): readonly string[] {
  const scopes = listRequiredScopes(document);
  if (scopes.length === 0) return [];
  const { operations } = document;
  const needing = operations.filter((operation) => neededScopes(operation)).length;
  const named = nameSome(scopes.map((scope) => printable(scope)));
  const need = needing === 1 ? 'needs' : 'need';
  return [
    `${needing} of ${count(operations.length, 'operation')} ${need} a scope of the subscription: ${named}.`,
  ];
}

/** Names the operations that need no token according to the document, although the gateway requires one. */
function describeOpen({ operations }: OpenapiDocument): readonly string[] {
  const open = operations.filter((operation) => documentedSecurity(operation) === 'none');
  if (open.length === 0) return [];
  const named = nameSome(open.map(({ name }) => `\`${printable(name)}\``));
  const subject = open.length === 1 ? 'One operation needs' : `${open.length} operations need`;
  const how =
    open.length === operations.length
      ? 'declare `access: public` in api.yaml if everyone may call them'
      : 'name those that everyone may call under `operationAccess` in api.yaml, or declare `access: public` for all';
  return [
    `${subject} no token by the document (${named}), but the gateway requires one, since a document alone opens nothing: ${how}.`,
  ];
}

function describeCredentials({ securitySchemes }: OpenapiDocument): readonly string[] {
  const replaced = [...securitySchemes].filter(([, { isForwarded }]) => !isForwarded).map(([name]) => name);
  if (replaced.length === 0) return [];
  return [
    `The gateway takes the \`Authorization\` header of callers for its own token and does not forward it: if the ` +
      `service itself asks for credentials (${nameSome(replaced.map((name) => printable(name)))}), declare them under ` +
      '`endpoints.production.auth`.',
  ];
}

function describeFindings({ inBaseline, errors, reported }: SortedFindings): readonly string[] {
  const known =
    inBaseline.length === 0
      ? []
      : [
          `${renderCounts(inBaseline)} of lint ${inBaseline.length === 1 ? 'is' : 'are'} in ${baselineFile}, so that the gateway serves the API as it is: ${countByRule(inBaseline)}. ` +
            `Fix ${themOrIt(inBaseline)} when you can; \`gatewright lint --prune\` then removes ${themOrIt(inBaseline)} there.`,
        ];
  const broken =
    errors.length === 0
      ? []
      : [
          `${count(errors.length, 'error')} in the document cannot be suppressed, so \`gatewright run\` refuses the sources until you fix ${themOrIt(errors)}: ${countByRule(errors)}.`,
        ];
  const rest =
    reported.length === 0
      ? []
      : [
          `\`gatewright lint\` reports ${renderCounts(reported)} more; \`gatewright lint --write-baseline\` limits it to what is new from now on.`,
        ];
  return [...known, ...broken, ...rest];
}

function themOrIt({ length }: readonly unknown[]): string {
  return length === 1 ? 'it' : 'them';
}

/** `server-tls 2, security-bearer 1`, the most frequent first. */
function countByRule(findings: readonly Diagnostic[]): string {
  const rules = [...Map.groupBy(findings, ({ code }) => code)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return nameSome(rules.map(([rule, { length }]) => `${rule} ${length}`));
}

function nameSome(names: readonly string[]): string {
  if (names.length <= mostNamed) return listWords(names, 'and');
  return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The command that subscribes an application to a new API, with its scopes if these are few and need no quotes. */
export function nextCommand(key: string, { definition }: DeclaredApi, { names }: Workspace): string {
  const [application = 'APPLICATION'] = names.Application;
  const [tier = 'TIER'] = names.Tier;
  const scopes = definition ? listRequiredScopes(openDocument(definition.contract)) : [];
  const plain = scopes.every((scope) => /^[\w.:/-]+$/.test(scope)) && scopes.length <= 3;
  const scopeOptions = plain ? scopes.map((scope) => ` --scope ${scope}`) : [' --scope SCOPE …'];
  return `gatewright add subscription --application ${application} --api ${key} --tier ${tier}${scopeOptions.join('')}`;
}
