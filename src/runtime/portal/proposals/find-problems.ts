import { isProposalProblem } from '#runtime/ports/proposals.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { CompletedForm } from './complete-form.ts';
import { describeFindings, describeProblem, fieldsProblem, type FormProblem } from './form-problem.ts';
import { proposerOf, type FormField, type OpenedForm } from './proposal-form.ts';
import { problemOfFields } from './show-form.ts';
import { documentFields } from './stored-document.ts';
import { withoutLongWait } from './without-long-wait.ts';

/**
 * All that is wrong with the fields of a form: what the form itself finds, and what planning its change finds in the
 * other fields. Undefined if the form finds nothing.
 */
export async function findProblems(
  { filled, problem, open }: CompletedForm,
  opened: OpenedForm,
): Promise<FormProblem | undefined> {
  // What a document that cannot be read would fill in is not missing.
  const checked = problem ? opened.fields.filter(({ name }) => !open.has(name)) : opened.fields;
  const unread = problem && describeProblem(problem);
  const found = [unread, problemOfFields(withMissing(filled, checked))].filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  const wrong = new Set(found.flatMap(({ fields }) => fields.map(({ field }) => field)));
  const planned = await findPlanned(filled, opened, wrong);
  const isUnread = problem !== undefined || wrong.has(documentFields.text);
  // That the details have changed meanwhile is shown by a form of its own, once the others are right.
  const isLater = (field: string) => field === 'details' || (isUnread && open.has(field));
  const further = planned?.fields.filter(({ field }) => !isLater(field)) ?? [];
  return joinProblems(found, further);
}

/** The fields, each with what is missing in it. */
function withMissing({ form }: StoreVisit, fields: readonly FormField[]): readonly FormField[] {
  return fields.map((field) => {
    const { name, missing, problem, stored } = field;
    const isMissing = missing !== undefined && !stored && (form.get(name) ?? '').trim() === '';
    return problem === undefined && isMissing ? { ...field, problem: missing } : field;
  });
}

/** How long a form that is refused anyway waits for what else is wrong, in milliseconds. */
const maxPlanMs = 10_000;

/**
 * Plans the change of a form without its wrong fields, and returns what is wrong with the others. Undefined if the form
 * makes no change yet, or if the plan takes too long.
 */
async function findPlanned(
  { portal }: StoreVisit,
  { form, filled, fields }: OpenedForm,
  wrong: ReadonlySet<string>,
): Promise<FormProblem | undefined> {
  if (fields.some(({ mustChoose, chosenAt }) => mustChoose === true || chosenAt !== undefined))
    return undefined;
  const value = (field: string) => (wrong.has(field) ? '' : filled.value(field));
  const { change } = form.change({ ...filled, value });
  const planned = await withoutLongWait(
    portal.services.proposals.preview(change, proposerOf(filled.user)),
    maxPlanMs,
  );
  if (!planned) return undefined;
  return isProposalProblem(planned)
    ? describeProblem(planned, filled.value)
    : describeFindings(planned, filled.value);
}

/** Joins problems of fields; of several about one field, the first is shown. */
function joinProblems(problems: readonly FormProblem[], further: FormProblem['fields']): FormProblem {
  const all = [...problems.flatMap(({ fields }) => fields), ...further];
  const first = new Map(all.toReversed().map((one) => [one.field, one]));
  return fieldsProblem(all.filter((one) => first.get(one.field) === one));
}
