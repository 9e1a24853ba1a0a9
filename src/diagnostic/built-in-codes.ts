/** The meaning of a diagnostic code, and its help: one sentence each. */
export interface BuiltInCode {
  readonly summary: string;
  readonly help: string;
}

/**
 * The codes of diagnostics that belong to no rule: problems found while the sources are read, and problems of settings
 * and suppressions. None of them can be switched off.
 */
export const builtInCodes: Readonly<Record<string, BuiltInCode>> = {
  'yaml-syntax': {
    summary: 'The file is not YAML 1.2.',
    help: 'Fix the text at this location; often the indentation or a quote is wrong a line above.',
  },
  'json-syntax': {
    summary: 'The file is not JSON.',
    help: 'Fix the text at this location; often a comma is missing or one too many.',
  },
  'duplicate-key': {
    summary: 'A key appears twice in its mapping, so one of its values would be lost.',
    help: 'Keep one of the two.',
  },
  'nesting-too-deep': {
    summary: 'The file exceeds the nesting limit, or contains itself.',
    help: 'Give inner parts names, and refer to them.',
  },
  'unfit-value': {
    summary: 'JSON has no such value, or aliases repeat values more often than is read.',
    help: 'Write a value that JSON has too.',
  },
  'config-unreadable': {
    summary: 'The configuration cannot be read.',
    help: 'Check its name, its size, its encoding and who may read it.',
  },
  'file-unreadable': {
    summary: 'A file that the configuration finds cannot be read.',
    help: 'Check its size, its encoding and who may read it.',
  },
  'gateway-missing': {
    summary: 'The configuration has no document of kind Gateway.',
    help: 'Begin it with `kind: Gateway`, or write a new one with `gatewright init`.',
  },
  'gateway-duplicate': {
    summary: 'There is more than one document of kind Gateway.',
    help: 'Keep one; what differs between deployments goes under `deployments`.',
  },
  'sources-empty': {
    summary: 'Nothing is declared where the configuration looks.',
    help: 'Check the globs of `sources`, or declare something.',
  },
  'stray-file': {
    summary: 'A file that the configuration finds holds no declaration, and no definition uses it.',
    help: 'Give its documents a `kind`, name it in an API, or leave it out of `sources`.',
  },
  'unknown-kind': {
    summary: 'A document has no `kind`, or one that is not known.',
    help: 'Write one of the kinds of declarations.',
  },
  'unknown-field': {
    summary: 'A declaration has a field that its kind does not have.',
    help: 'Check its spelling and its place.',
  },
  'missing-field': {
    summary: 'A declaration lacks a field that its kind must have.',
    help: 'Add it.',
  },
  'invalid-value': {
    summary: 'A field has a value that its kind does not allow.',
    help: 'Write a value as the message says.',
  },
  'plain-text-secret': {
    summary: 'A possible secret is in plain text; files in git must not contain secrets.',
    help: 'Write a digest or a reference in its place, and replace a secret that was there.',
  },
  'definition-unreadable': {
    summary: 'The OpenAPI document that an API names cannot be read.',
    help: 'Check the path, which is relative to the declaration of the API.',
  },
  'definition-invalid': {
    summary: 'What an API names as its definition is not one OpenAPI document.',
    help: 'Let the file begin with `openapi:` or `swagger:`.',
  },
  'openapi-version': {
    summary: 'The OpenAPI version of the document is missing or not supported.',
    help: 'Use Swagger 2.0, or OpenAPI 3.0, 3.1 or 3.2.',
  },
  'openapi-structure': {
    summary: 'The document is not as the OpenAPI Specification of its version says.',
    help: 'Fix what the message names; the first problem often causes the others.',
  },
  'reference-missing': {
    summary: 'A `$ref` leads nowhere.',
    help: 'Check the spelling; files are relative to the file that contains the reference.',
  },
  'reference-unreadable': {
    summary: 'A `$ref` leads to a file that cannot be read.',
    help: 'Check the file: its size, its encoding, and that it holds one document.',
  },
  'reference-remote': {
    summary: 'A `$ref` is a URL. URLs are not fetched, so that every check gives the same result.',
    help: 'Keep a copy next to the definition and refer to it.',
  },
  'reference-cycle': {
    summary: 'A chain of `$ref` only leads back to itself.',
    help: 'Let one of the chain hold the thing itself; a schema may well refer to itself from a property.',
  },
  'reference-expansion': {
    summary: 'References make the document grow beyond all measure.',
    help: 'Let fewer path items refer to further ones.',
  },
  'reference-unsupported': {
    summary:
      'A `$ref` names an anchor that several schemas have, or a declaration, which is not for callers.',
    help: 'Refer by a JSON pointer, as `#/components/schemas/Name`, and only to parts of OpenAPI documents.',
  },
  'guide-unusable': {
    summary: 'A guide cannot be read, or has the same name as another one.',
    help: 'Name a Markdown file of at most 64 KiB in the folder of the declaration or below it.',
  },
  'logo-unusable': {
    summary: 'The logo of the store cannot be read, or is not an image that browsers show.',
    help: 'Name an SVG or PNG file of at most 64 KiB.',
  },
  'baseline-damaged': {
    summary: 'The baseline is not as gatewright has written it.',
    help: 'Restore it from git, or write it again with `gatewright lint --write-baseline`.',
  },
  'suppression-reason': {
    summary: 'A comment that would suppress a finding gives no reason.',
    help: 'Write `# gatewright-ignore RULE: reason`.',
  },
  'suppression-rule': {
    summary: 'A suppression names no rule that can be suppressed.',
    help: 'Name a design rule; `gatewright explain` lists them.',
  },
  'suppression-unused': {
    summary: 'A suppression suppresses nothing, so that it would hide the next finding of its rule.',
    help: 'Remove it, or move it to the line or the pointer of the finding.',
  },
  'approval-unused': {
    summary: 'An approval approves nothing that changes.',
    help: 'Remove it if its change is merged; request a new approval if the change is different now.',
  },
  'rule-relaxed': {
    summary: 'The severity of a rule was lowered, or its options allow more.',
    help: 'Have it agreed by those who decide on the configuration, since some of what it forbade may pass.',
  },
  'rule-crash': {
    summary: 'A rule failed, so that what it would have found is not known.',
    help: 'This is a bug in gatewright; please report it, with the declarations that cause it.',
  },
};
