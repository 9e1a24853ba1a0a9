import { defineRule } from '#compiler/rule/define-rule.ts';
import { definitionFile } from '#compiler/rule/example-edits.ts';
import { parameterUse } from '#compiler/rule/parts/parameter-values.ts';
import type { ParameterNode } from '#openapi/model.ts';

const dog = '{ name: dog, in: body, schema: { type: object } }';
const cat = '{ name: cat, in: body, schema: { type: object } }';
const name = '{ name: name, in: formData, type: string }';

function withParameters(ofPath: string, ofOperation: string) {
  const content = `swagger: '2.0'
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    parameters: ${ofPath}
    post:
      parameters:
${ofOperation}
      responses:
        '200': { description: The dog. }
`;
  return { file: definitionFile, content };
}

/** A request of Swagger 2.0 has one body, which is either described as a whole or by the fields of a form. */
export const bodyParameters = defineRule({
  name: 'body-parameters',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary:
    'In Swagger 2.0, an operation has at most one parameter in the body, and none next to form fields.',
  why: 'A request has only one body, so callers cannot send what the document describes.',
  examples: [
    { title: 'One body', edits: [withParameters('[]', `        - ${dog}`)], findings: [] },
    {
      title: 'Two bodies',
      edits: [withParameters('[]', `        - ${dog}\n        - ${cat}`)],
      findings: ['apis/dog_park/v1/openapi.yaml:9:19 The operation has another body, `dog`.'],
    },
    {
      title: 'A body next to a form field',
      edits: [withParameters(`[${dog}]`, `        - ${name}`)],
      findings: ['apis/dog_park/v1/openapi.yaml:5:26 The operation also has form fields, such as `name`.'],
    },
  ],
  checkDefinition: {
    operation(operation, { report }) {
      if (!operation.document.isSwagger) return;
      const { ownParameters, path } = operation;
      const own = new Set(ownParameters.map(({ key }) => key));
      const all = [...ownParameters, ...path.ownParameters.filter(({ key }) => !own.has(key))];
      const [first, ...others] = all.filter(isWholeBody);
      const help = 'Describe the request by one body.';
      for (const other of others) {
        const message = `The operation has another body, \`${first?.name}\`.`;
        report({ at: parameterUse(other), message, help });
      }
      const field = all.find(({ location }) => location === 'formData');
      if (!first || !field) return;
      const message = `The operation also has form fields, such as \`${field.name}\`.`;
      report({ at: parameterUse(first), message, help });
    },
  },
});

function isWholeBody({ location }: ParameterNode): boolean {
  return location === 'body';
}
