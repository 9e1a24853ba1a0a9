import type { FormField } from '#openapi/plain-parts.ts';
import type { OperationNode } from '#openapi/model.ts';
import { writingOf } from '#openapi/writing/writing.ts';
import type { ContractSide } from '../../../schemas/contract-side.ts';
import type { OperationPair } from '../../../pairs/operation-pair.ts';
import { sentNamesOf } from '../../parameters/sent-names.ts';
import type { DeclaredText } from '../../../sent-as-text/declared-text.ts';
import type { TextPair } from '../../../sent-as-text/find-refused.ts';
import type { SchemaNode } from '../../../keywords/facts/flat-schema.ts';
import { describeForbidden, Spellings, type SentParameter } from '../../parameters/spellings.ts';
import type { ContractMedia } from '../read-bodies.ts';
import { isForm, type MediaPair } from './media-pair.ts';
import { stepTo } from './read-parts.ts';
import { propertyNamed } from '../../../keywords/property-facts.ts';

/** Reports removed fields of a form whose names head refuses as other spellings of its fields. */
export function compareFieldNames(pair: OperationPair, where: string, media: MediaPair): void {
  const { type, old, now, direction } = media;
  if (!isForm(type) || !pair.isChecked || direction !== 'request') return;
  const after = sentFields(pair.head, now, pair.sides.head);
  const spellings = new Spellings(after);
  const remaining = new Set(after.map(({ name }) => name));
  const removed = sentFields(pair.base, old, pair.sides.base).filter(({ name }) => !remaining.has(name));
  for (const { name, sentNames } of removed) {
    const [other] = sentNames.flatMap((sent) => spellings.refusedFor('form', sent) ?? []);
    if (other === undefined) continue;
    const change = { action: 'remove', at: { base: old.pointer, head: now.pointer }, of: name } as const;
    const what = describeForbidden(other);
    pair.report({ ...change, id: 'request-property-forbidden', path: `${where} /${name}`, what });
  }
}

/** The fields of a form that both documents declare, by the steps from the body's schema to the field's. */
export function fieldTexts(pair: OperationPair, { old, now }: MediaPair): ReadonlyMap<string, TextPair> {
  const before = new Map(sentFields(pair.base, old, pair.sides.base).map((field) => [field.name, field]));
  const after = sentFields(pair.head, now, pair.sides.head);
  return new Map(
    after.flatMap((head) => {
      const base = before.get(head.name);
      return base ? [[stepTo(head.name), { base, head }] as const] : [];
    }),
  );
}

/** The declared fields of a form, as the gateway reads them. */
function sentFields(
  { requestBody }: OperationNode,
  { pointer, schema }: ContractMedia,
  side: ContractSide,
): readonly (SentParameter & DeclaredText)[] {
  const fields = requestBody?.bodies.find((body) => body.pointer === pointer)?.fields ?? [];
  return fields.flatMap((field) => {
    const declared = propertyNamed(field.name, schema.flat);
    return declared ? [sentField(field, declared, side)] : [];
  });
}

function sentField(
  field: FormField,
  schema: SchemaNode,
  { shapes }: ContractSide,
): SentParameter & DeclaredText {
  const { name, serialisation, isRequired, allowsEmpty } = field;
  const shape = shapes.shapeOf(field.schema);
  const writing = writingOf({ location: 'form', serialisation }, shape);
  const sentNames = sentNamesOf({ name, writing, shape, schema });
  return {
    in: 'form',
    location: 'form',
    name,
    isRequired,
    allowsEmpty,
    writing,
    sentNames,
    serialisation,
    shape,
    schema,
  };
}
