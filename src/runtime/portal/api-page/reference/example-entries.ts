import type { Json } from '#compiled/json.ts';
import { exactExampleOf, exampleOfForm } from '#openapi/example/example-of.ts';
import type { BodyNode } from '#openapi/model.ts';
import { nameOfSchema } from '#openapi/named-schemas.ts';
import type { DescribedExample } from '#openapi/plain-parts.ts';
import { html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import type { Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { renderOutsideLink, textEntries } from './render-text.ts';
import { codeEntries, writeValue } from './render-value.ts';

const { reference } = texts;

/** An example with its name and its description. A text that is not JSON is shown as it is sent. */
export function exampleEntries(example: DescribedExample, isJson = true): readonly Entry[] {
  const { name, summary, description, value, externalValue, serializedValue } = example;
  const heading = name === undefined ? reference.example : reference.exampleNamed(cutText(name, 300));
  return [
    () => html`<p class="small"><strong>${heading}</strong> ${summary && cutText(summary, 1000)}</p>`,
    ...textEntries(description),
    ...(value === undefined ? [] : codeEntries(writeExample(value, isJson))),
    ...(serializedValue === undefined ? [] : codeEntries(serializedValue)),
    ...(externalValue === undefined
      ? []
      : [() => html`<p class="small">${reference.externalValue} ${renderOutsideLink(externalValue)}</p>`]),
  ];
}

function writeExample(value: Json, isJson: boolean): string {
  return typeof value === 'string' && !isJson ? value : writeValue(value, 'indent');
}

/** The maximum number of forms with a generated example each. */
const mostForms = 5;

/**
 * The examples of a body: those of the document, or else a generated one. A schema with several forms has one for each
 * of its first forms.
 */
export function bodyExampleEntries(body: BodyNode): readonly Entry[] {
  const { describedExamples, isJson, schema, response } = body;
  if (describedExamples.length > 0)
    return describedExamples.flatMap((example) => exampleEntries(example, isJson));
  if (!isJson || !schema) return [];
  const direction = response ? 'response' : 'request';
  const named = schema.alternatives.filter((form) => nameOfSchema(form) !== undefined);
  if (named.length < 2 || named.length < schema.alternatives.length)
    return generatedEntries(reference.generated, exactExampleOf(schema, direction));
  return named
    .slice(0, mostForms)
    .flatMap((form) =>
      generatedEntries(
        reference.generatedForm(cutText(nameOfSchema(form) ?? '', 200)),
        exampleOfForm(schema, form, direction),
      ),
    );
}

function generatedEntries(heading: string, value: Json): readonly Entry[] {
  if (value === null) return [];
  return [
    () => html`<p class="small"><strong>${heading}</strong></p>`,
    ...codeEntries(writeValue(value, 'indent')),
  ];
}
