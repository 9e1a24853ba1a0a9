import { isProposalProblem, type ProposalProblem } from '#runtime/ports/proposals.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { proposerOf, type FormField } from './proposal-form.ts';
import { cutText } from './render-findings.ts';
import { documentOf } from './stored-document.ts';

export interface CompletedForm {
  readonly filled: StoreVisit;
  /** The names of the fields that the document filled in. */
  readonly added?: readonly string[];
  /** Why the document cannot be read. */
  readonly problem?: ProposalProblem;
  /** The names of the empty fields that a document could fill in. */
  readonly open: ReadonlySet<string>;
}

/** Fills empty fields of an API form from the OpenAPI document, if there is one. */
export async function completeForm(visit: StoreVisit): Promise<CompletedForm> {
  const { parameters, form, portal } = visit;
  const wanted = proposedFields[parameters['form'] ?? ''] ?? [];
  const missing = wanted.filter((field) => !form.has(field));
  const definition = documentOf({ value: (field) => form.get(field) ?? '' });
  const isEmpty = typeof definition === 'string' && definition.trim() === '';
  const open = new Set<string>(missing);
  if (missing.length === 0 || isEmpty) return { filled: visit, open };
  const person = proposerOf(requireUser(visit));
  const proposed = await portal.services.proposals.readDefinition(definition, person, form.get('name'));
  if (isProposalProblem(proposed)) return { filled: visit, problem: proposed, open };
  const added = missing.filter((field) => {
    const { length = Infinity } = proposed[field] ?? {};
    return length <= longestProposed;
  });
  const values = added.map((field) => [field, proposed[field] ?? ''] as const);
  return { filled: { ...visit, form: new Map([...form, ...values]) }, added, open };
}

/** In UTF-16 code units; no address or version that people use is longer. */
const longestProposed = 2000;

/** The fields that a document can fill in, by the name of the form. */
const proposedFields: Readonly<
  Record<string, readonly ('name' | 'context' | 'version' | 'production')[] | undefined>
> = { api: ['name', 'context', 'version', 'production'], version: ['version', 'production'] };

/** The fields that a document has filled in, each with its value. */
export function describeAdded(added: readonly string[], fields: readonly FormField[]): string {
  return fields
    .filter(({ name }) => added.includes(name))
    .map(({ label, value = '' }) => `${label} ${cutText(value)}`)
    .join(', ');
}
