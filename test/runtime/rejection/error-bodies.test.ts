import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { errorRules } from '#compiler/lint/definition-rules.ts';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { oauthRefusals, renderOAuthRefusal, type OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import { renderRejection } from '#runtime/rejection/render-rejection.ts';
import { lintTexts } from '../../compiler/lint/lint-texts.ts';

type Body = Readonly<Record<string, unknown>>;
type AnswerInTest = readonly [name: string, body: Body, status: number];

const codes = Object.keys(errorCodes) as ErrorCode[];
const errorDocsUrl = 'https://docs.example.edu/errors#';

function bodyInJson(code: ErrorCode, errors?: Rejection['errors']): Body {
  const rejection = { code, ...(errors && { errors }) };
  return JSON.parse(renderRejection(rejection, 'application/json', errorDocsUrl).body) as Body;
}

/** The members of a body in XML, as those of one in JSON would be. */
function bodyInXml(code: ErrorCode): Body {
  const { body } = renderRejection({ code }, 'application/xml', errorDocsUrl);
  const root = new DOMParser({ onError: failOnError }).parseFromString(body, 'text/xml').documentElement;
  expect(root?.tagName).toBe('error');
  const children = Array.from(root?.childNodes ?? []);
  return Object.fromEntries(children.map(({ nodeName, textContent }) => [nodeName, textContent]));
}

function failOnError(_level: string, message: string): never {
  throw new Error(message);
}

/** A document whose one operation answers with the very bodies, by their statuses. */
function documentOf(bodies: readonly AnswerInTest[]): string {
  const document = parse(cleanDefinition) as {
    paths: { '/dogs': { get: { responses: Record<string, unknown> } } };
  };
  const byStatus = Map.groupBy(bodies, ([, , status]) => status);
  for (const [status, group] of byStatus) {
    const examples = Object.fromEntries(group.map(([code, value]) => [code, { value }]));
    const schema = { type: 'object', properties: propertiesOf(group.map(([, body]) => body)) };
    document.paths['/dogs'].get.responses[status] = {
      description: 'What the gateway itself refuses.',
      content: { 'application/json': { schema, examples } },
    };
  }
  return stringify(document);
}

function propertiesOf(bodies: readonly Body[]): Readonly<Record<string, unknown>> {
  const members = bodies.flatMap((body) => Object.entries(body));
  return Object.fromEntries(members.map(([name, value]) => [name, schemaOf(value)]));
}

function schemaOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!Array.isArray(value)) return { type: typeof value };
  return { type: 'array', items: { type: 'object', properties: propertiesOf(value as Body[]) } };
}

/** The findings of the rules on error bodies. */
async function judge(bodies: readonly (readonly [ErrorCode, Body])[]): Promise<readonly string[]> {
  return judgeAnswers(bodies.map(([code, body]) => [code, body, errorCodes[code].status]));
}

async function judgeAnswers(bodies: readonly AnswerInTest[]): Promise<readonly string[]> {
  const names = new Set(errorRules.map(({ name }) => name));
  const diagnostics = await lintTexts({ 'openapi.yaml': documentOf(bodies) }, 'openapi.yaml');
  return diagnostics.filter(({ code }) => names.has(code)).map(({ code, message }) => `${code}: ${message}`);
}

describe('the body of every error', () => {
  test('passes the rules on error bodies', async () => {
    expect(await judge(codes.map((code) => [code, bodyInJson(code)]))).toEqual([]);
  });

  test('passes them with a list of errors as well', async () => {
    const errors = [{ message: 'The name is missing.' }, { message: 'The age is < 0.' }];
    const body = bodyInJson('validation_failed', errors);
    expect(body).toMatchObject({ code: 'validation_failed', errors });
    expect(await judge([['validation_failed', body]])).toEqual([]);
    const { body: xml } = renderRejection({ code: 'validation_failed', errors }, 'text/xml', undefined);
    const document = new DOMParser({ onError: failOnError }).parseFromString(xml, 'text/xml');
    const messages = Array.from(document.getElementsByTagName('errors'), ({ textContent }) => textContent);
    expect(messages.join(' ')).toBe('The name is missing. The age is < 0.');
  });

  test('is checked by rules that find what is wrong with one', async () => {
    const broken = { ...bodyInJson('api_retired'), developerMessage: '', timestamp: 'now' };
    expect(await judge([['api_retired', broken]])).toEqual([
      'error-body-fields: The field `timestamp` is not an error body field.',
      'error-body-values: The element `developerMessage` is an empty string.',
    ]);
    expect(await judge([['api_retired', { code: 'api_retired' }]])).toEqual([
      expect.stringMatching(/^error-body: /),
    ]);
  });

  test.each(codes)('%s says the same in XML, and nothing that is null or empty', (code) => {
    const body = bodyInJson(code);
    expect(bodyInXml(code)).toEqual(body);
    expect(Object.keys(body)).toEqual(['message', 'developerMessage', 'moreInformation', 'code']);
    for (const member of Object.values(body)) expect(member).toMatch(/\S/);
  });
});

describe('the body of every refusal of an OAuth endpoint', () => {
  const names = Object.keys(oauthRefusals) as OAuthRefusal['refused'][];
  const bodyOf = (name: OAuthRefusal['refused']) => JSON.parse(renderOAuthRefusal(name)) as Body;

  test('passes the rules on error bodies, except that RFC 6749 adds two fields of its own', async () => {
    const answers = names.map((name) => [name, bodyOf(name), oauthRefusals[name].status] as const);
    expect([...new Set(await judgeAnswers(answers))]).toEqual([
      'error-body-fields: The field `error` is not an error body field.',
      'error-body-fields: The field `error_description` is not an error body field.',
    ]);
  });

  test.each(names)('%s has the shape of RFC 6749 section 5.2 and a message', (name) => {
    const { error, description } = oauthRefusals[name];
    expect(bodyOf(name)).toEqual({ error, error_description: description, message: description });
    expect(description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
  });
});
