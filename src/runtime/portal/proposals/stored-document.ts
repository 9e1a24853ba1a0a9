import { digestOf, isDigest } from '#compiled/digest.ts';
import type { StoredDefinition, SentDefinition } from '#runtime/ports/stored-definition.ts';
import { isProposalProblem, type ProposalProblem } from '#runtime/ports/proposals.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { proposerOf, type FilledForm, type FormField } from './proposal-form.ts';

/** The fields of the document of an API: its text, a file, and the digest and the file name of a stored document. */
export const documentFields = {
  text: 'definition',
  file: 'definition.file',
  stored: 'definition.stored',
  fileName: 'definition.name',
} as const;

/** In UTF-16 code units. A longer text is stored, instead of being part of each page until it is proposed. */
const longestText = 256 * 1024;

/** In UTF-16 code units; a longer name is cut. */
const longestName = 200;

/** Stores the file or the long text of a form, and returns the form with the digest of the document in its place. */
export async function storeDocument(visit: StoreVisit): Promise<StoreVisit | ProposalProblem> {
  const { form, files, portal } = visit;
  const text = form.get(documentFields.text);
  const file = files?.get(documentFields.file);
  const sent = file ?? toSent(text ?? '');
  if (!sent) return text === undefined ? visit : { ...visit, form: withoutDocument(form, { text }) };
  const person = proposerOf(requireUser(visit));
  const { digest, bytes } = sent;
  const stored = await portal.services.proposals.storeDefinition({ digest, bytes }, person);
  if (isProposalProblem(stored)) return stored;
  const fileName = file?.fileName.slice(0, longestName);
  return { ...visit, form: withoutDocument(form, { stored: stored.stored, fileName }) };
}

/** The document of a form: its text, or a stored document. */
export function documentOf({ value }: Pick<FilledForm, 'value'>): string | StoredDefinition {
  const stored = value(documentFields.stored);
  return value(documentFields.text) === '' && isDigest(stored) ? { stored } : value(documentFields.text);
}

/** The field of an OpenAPI document. */
export function documentField(filled: FilledForm, hint: string): FormField {
  const { fields, missing } = texts.proposals;
  const field = { name: documentFields.text, label: fields.definition, hint };
  const document = documentOf(filled);
  if (typeof document === 'string')
    return { ...field, kind: 'document', value: document, missing: missing.definition };
  const stored = { digest: document.stored, fileName: filled.value(documentFields.fileName) };
  return { ...field, kind: 'document', stored };
}

/** A form without a stored document that has expired. */
export function withoutStored(visit: StoreVisit): StoreVisit {
  return { ...visit, form: withoutDocument(visit.form, {}) };
}

function withoutDocument(
  form: StoreVisit['form'],
  added: { readonly [Name in keyof typeof documentFields]?: string | undefined },
): StoreVisit['form'] {
  const own: ReadonlySet<string> = new Set(Object.values(documentFields));
  const others = [...form].filter(([name]) => !own.has(name));
  const fields = Object.entries(added).flatMap(([key, value]) =>
    value === undefined ? [] : [[documentFields[key as keyof typeof documentFields], value] as const],
  );
  return new Map([...others, ...fields]);
}

function toSent(text: string): SentDefinition | undefined {
  if (text.length <= longestText) return undefined;
  const encoded = Buffer.from(text);
  const bytes = new Uint8Array(new SharedArrayBuffer(encoded.length));
  bytes.set(encoded);
  return { digest: digestOf(encoded), bytes };
}
