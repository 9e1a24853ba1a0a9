import type { Json } from '#compiled/json.ts';
import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { writeHeaderValue, writePathValue, writeQueryValue } from '../api-page/samples/write-parameter.ts';
import { fieldOf, inputOf, listInputs } from './parameter-input.ts';
import type { TriedCall } from './send-call.ts';

interface FilledParameter {
  readonly parameter: ParameterNode;
  readonly value: Json;
}

/** The call that the fields of a form describe. What is empty is not sent. */
export function writeCall(operation: OperationNode, form: Form): TriedCall {
  const filled = listInputs(operation).flatMap((parameter) => {
    const text = form.get(fieldOf(parameter));
    return text === undefined ? [] : [{ parameter, value: readValue(parameter, text) }];
  });
  const at = (location: string) => filled.filter(({ parameter }) => parameter.location === location);
  const query = at('query').map(({ parameter, value }) => writeQueryValue(parameter, value));
  const headers = at('header').map(
    ({ parameter, value }) => [parameter.name, writeHeaderValue(parameter, value)] as const,
  );
  const body = form.get('body');
  const mediaType = form.get('mediaType');
  return {
    method: operation.method,
    path: writePath(operation, at('path')) + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers:
      body === undefined || mediaType === undefined ? headers : [...headers, ['Content-Type', mediaType]],
    // Browsers send every line break of a form as two characters.
    body: body === undefined ? undefined : Buffer.from(body.replaceAll('\r\n', '\n')),
  };
}

function writePath({ path }: OperationNode, filled: readonly FilledParameter[]): string {
  return path.template.replaceAll(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const found = filled.find(({ parameter }) => parameter.name === name);
    return found ? writePathValue(found.parameter, found.value) : '';
  });
}

function readValue(parameter: ParameterNode, text: string): Json {
  const input = inputOf(parameter);
  if (input === 'list') return text.split(',').map((item) => item.trim());
  return input === 'json' ? parseOr(text) : text;
}

/** A text that is not JSON is sent as it is, so that the answer of the gateway shows the error. */
function parseOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
