import { fateOf, foldName, isWrittenByGateway, type HeaderFate } from '#compiled/header-fate.ts';
import { planContent, type Attempt, type ContentPlan } from './body-check.ts';
import { NamedValues } from './parameters/named-values.ts';
import { declareContent } from './declared-content.ts';
import {
  declareParameter,
  type DeclaredParameter,
  type ParameterLocation,
} from './parameters/declared-parameter.ts';
import type { OperationNode, RequestBodyNode } from '#openapi/model.ts';
import { ParameterCheck } from './parameters/parameter-check.ts';
import type { SchemaBag } from './schemas/schema-bag.ts';
import { SharedByContent } from './schemas/shared-by-content.ts';

/** The checks of an operation's requests, without checks that cannot fail. */
export interface RequestPlan {
  readonly path: readonly PathCheck[];
  readonly headers: readonly HeaderCheck[];
  /** The declared header names, in lower case, by their folded form. */
  readonly headerNames: ReadonlyMap<string, readonly string[]>;
  readonly query: NamedValues | undefined;
  readonly cookies: NamedValues | undefined;
  /** Undefined if the operation takes no body. */
  readonly body: BodyPlan | undefined;
}

interface PathCheck {
  /** The index of its value among the values in the path. */
  readonly index: number;
  readonly check: ParameterCheck;
}

interface HeaderCheck {
  /** In lower case. */
  readonly name: string;
  /** Whether the gateway forwards the client's header. */
  readonly fate: HeaderFate;
  readonly check: ParameterCheck;
}

export interface BodyPlan {
  readonly required: boolean;
  readonly contents: readonly ContentPlan[];
  /** The declared media types, to be named in a rejection. */
  readonly mediaTypes: string;
}

const sharedPlans = new SharedByContent<RequestPlan>();

/** Plans the checks of an operation's requests. Throws if ajv cannot compile a schema. */
export function planRequest(
  { parameters, path, requestBody }: OperationNode,
  schemas: SchemaBag,
  attempt: Attempt,
): RequestPlan {
  const declared = parameters.flatMap((parameter) => declareParameter(parameter) ?? []);
  const names = namesIn(path.template);
  if (requestBody)
    return { ...planParameters(declared, names, schemas), body: planBody(requestBody, schemas, attempt) };
  const normal = declared.map((parameter) => ({ ...parameter, schema: schemas.normalise(parameter.schema) }));
  const plan = () => planParameters(declared, names, schemas);
  return sharedPlans.valueFor([names, normal], plan, plan);
}

function planParameters(
  declared: readonly DeclaredParameter[],
  namesInPath: readonly string[],
  schemas: SchemaBag,
): RequestPlan {
  const checksAt = (location: ParameterLocation) =>
    declared
      .filter((parameter) => parameter.location === location)
      .map((parameter) => new ParameterCheck(parameter, schemas));
  const query = checksAt('query');
  const headers = checksAt('header');
  const cookies = checksAt('cookie').filter(mayFail);
  return {
    path: planPath(checksAt('path'), namesInPath),
    headers: planHeaders(headers),
    headerNames: groupNames(headers.map(({ name }) => name.toLowerCase())),
    query: query.length === 0 ? undefined : new NamedValues(query, 'query'),
    cookies: cookies.length === 0 ? undefined : new NamedValues(cookies, 'cookie'),
    body: undefined,
  };
}

function namesIn(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** Skips Authorization, which `authenticate` checks, and the headers that the gateway writes itself. */
function planHeaders(checks: readonly ParameterCheck[]): readonly HeaderCheck[] {
  return checks.filter(mayFail).flatMap((check) => {
    const name = check.name.toLowerCase();
    return name === 'authorization' || isWrittenByGateway(name) ? [] : [{ name, fate: fateOf(name), check }];
  });
}

function planBody({ isRequired, bodies }: RequestBodyNode, schemas: SchemaBag, attempt: Attempt): BodyPlan {
  const contents = bodies.map(declareContent);
  return {
    required: isRequired,
    contents: contents.map((content) => planContent(content, schemas, attempt)),
    mediaTypes: contents.map(({ mediaType }) => mediaType).join(', '),
  };
}

function groupNames(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(names, foldName);
}

function mayFail(check: ParameterCheck): boolean {
  return check.required || !check.acceptsAll;
}

/** Gives each check the index of its parameter in the path template, as the matcher counts the values. */
function planPath(checks: readonly ParameterCheck[], names: readonly string[]): readonly PathCheck[] {
  return names.flatMap((name, index) => {
    const check = checks.find((candidate) => candidate.name === name);
    return check && !check.acceptsAll ? [{ index, check }] : [];
  });
}
