import { pick, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import { describeTransition, describeValue } from '../../../wording/describe-value.ts';
import type { FlatSchema } from '../flat-schema.ts';
import { formatOf } from '../flatten/read-representation.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { sharedTypes } from '../schema-types.ts';

/** Compares how values are written: in XML, and as texts that contain encoded or other content. */
export function compareRepresentations(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  if (base.representation === head.representation) return;
  compareXml(facts, base, head);
  compareContent(facts, base, head);
  const [before, after] = [base.representation, head.representation];
  const isMedia = before['contentMediaType'] !== undefined && after['contentMediaType'] !== undefined;
  // Without a media type, it has no effect (JSON Schema Validation 2020-12, section 8.5).
  if (isMedia && !sameJson(before['contentSchema'] ?? true, after['contentSchema'] ?? true))
    facts.compare('/{contentSchema}', contentOf(base), contentOf(head));
}

function compareXml(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.representation['xml'], head.representation['xml']];
  if (sameJson(before, after)) return;
  const what = describeTransition(...describeBoth(before, after));
  facts.report('representation-changed', { before, after, of: 'xml', what, part: 'xml', keyword: 'xml' });
}

function compareContent(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [textsIn(base), textsIn(head)];
  const name = Object.keys({ ...before, ...after }).find((one) => !sameJson(before[one], after[one]));
  if (name === undefined) return;
  const isFormat = changesFormatOfContent(base, head);
  const keyword = isFormat ? 'format' : name;
  const described = isFormat
    ? ([writtenFormats(base), writtenFormats(head)] as const)
    : describeBoth(before[name], after[name]);
  const detail = { before, after, part: keyword, what: describeTransition(...described), keyword };
  // Of other values than texts, it says nothing.
  if (sharedTypes(base.types, head.types).has('string')) facts.report('representation-changed', detail);
  else facts.reportAs('documentation-changed', detail);
}

/** Whether the content of texts changes, which only formats say, so that these are one change. */
export function changesFormatOfContent(base: FlatSchema, head: FlatSchema): boolean {
  const isWritten = ({ origins }: FlatSchema) => contentKeywords.some((keyword) => origins.has(keyword));
  if (base.representation === head.representation) return false;
  return !sameJson(textsIn(base), textsIn(head)) && !isWritten(base) && !isWritten(head);
}

const contentKeywords = ['contentEncoding', 'contentMediaType'];

function textsIn({ representation }: FlatSchema): JsonObject {
  return pick(representation, contentKeywords);
}

function writtenFormats({ leaves }: FlatSchema): string | undefined {
  const formats = leaves.flatMap(({ value }) => formatOf(value) ?? []);
  return [...new Set(formats)].toSorted().join(', ') || undefined;
}

function contentOf({ nodes, representation, origins }: FlatSchema) {
  return nodes.nodeOf(representation['contentSchema'], origins.get('contentSchema') ?? '');
}

function describeBoth(before: Json | undefined, after: Json | undefined) {
  const describe = (value: Json | undefined) => (value === undefined ? undefined : describeValue('', value));
  return [describe(before), describe(after)] as const;
}
