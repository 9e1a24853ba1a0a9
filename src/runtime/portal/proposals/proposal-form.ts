import { apiKey } from '#compiled/api-key.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import { owns } from '#compiled/ownership.ts';
import type { WantedChange } from '#runtime/ports/stored-definition.ts';
import type { ProposalProblem, Proposer } from '#runtime/ports/proposals.ts';
import type { ConsumerKeys } from '#runtime/token/consumer-keys.ts';
import { catalogueOf, visibleApis, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { texts } from '../texts/texts.ts';
import type { ProposalFormName } from '../visit/paths.ts';
import { ownsApi, ownsApplication, type StoreUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

const { fields } = texts.proposals;

/** A request for a form, or with a completed form. */
export interface FilledForm {
  readonly visit: StoreVisit;
  readonly user: StoreUser;
  /** The submitted value of a field, or else the value in the URL, or else empty. */
  readonly value: (field: string) => string;
  /** The keys that the preview of this form was created with; empty before a preview. */
  readonly previewed: readonly ConsumerKeys[];
}

/**
 * A field of a form. `prose` is text for people; `one` and `many` are choices among `options`, of one or several.
 * `search` finds options for another field, and is always empty when the form is shown. `fixed` and `hidden` cannot be
 * edited, and `note` is a text without a value.
 */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind:
    | 'text'
    | 'lines'
    | 'prose'
    | 'document'
    | 'date'
    | 'one'
    | 'many'
    | 'check'
    | 'search'
    | 'fixed'
    | 'hidden'
    | 'note';
  readonly value?: string;
  /** For `document`, the stored document that the form has in place of a text. */
  readonly stored?: { readonly digest: string; readonly fileName: string };
  /** For `document`, the path from which the document in the repository is downloaded. */
  readonly present?: string;
  readonly hint?: string;
  /** Whether a browser asks for a value. */
  readonly isRequired?: boolean;
  /** What to enter, if the field must not be empty. */
  readonly missing?: string;
  /** What is declared now, if that has changed since the form was opened and differs from the value. */
  readonly declared?: string;
  /** What is wrong with the value. */
  readonly problem?: string;
  /** The path of the page on which the value is chosen; a form with such a field is not shown. */
  readonly chosenAt?: string;
  /** Whether the rest of the form depends on a choice that is not made yet. */
  readonly mustChoose?: boolean;
  /** For `many`, the name of each option's field is `NAME.OPTION`. */
  readonly options?: readonly FormOption[];
  /** The label of a button that shows the form again with what depends on the field. */
  readonly showAgain?: string;
  /** For `one`, the number of options up to which they are a list to choose from. */
  readonly mostOptions?: number;
}

export interface FormOption {
  readonly value: string;
  readonly text: string;
  readonly isChosen?: boolean;
}

/** A change, and the keys that were generated for it, which are shown only once to the person who proposes it. */
export interface MadeChange {
  readonly change: WantedChange;
  readonly keys?: readonly ConsumerKeys[];
}

/** A form that proposes one kind of change. */
export interface ProposalForm {
  /**
   * The values with which the form opens, by field; undefined if something must be chosen first. Absent for a form that
   * opens empty, or with what the table contains.
   */
  prefill?(filled: FilledForm): Promise<ReadonlyMap<string, string> | ProposalProblem | undefined>;
  /**
   * The values of a sent form whose `details` are not those that are declared now, which `prefill` has returned: what was
   * typed, in the fields that there are now.
   */
  refill?(filled: FilledForm, declared: ReadonlyMap<string, string>): ReadonlyMap<string, string>;
  /** The fields. What another user owns is treated as unknown, so that the form offers what the user may choose. */
  fields(filled: FilledForm): readonly FormField[];
  /** The change. Call it only if no field has a problem or must still be chosen. */
  change(filled: FilledForm): MadeChange;
}

/** The lines of a field, trimmed, without empty and repeated lines. */
export function linesOf(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
}

/** A form as a request has filled it in. */
export interface OpenedForm {
  readonly name: ProposalFormName;
  readonly form: ProposalForm;
  readonly fields: readonly FormField[];
  readonly filled: FilledForm;
}

/** The line of a text that is an item of its `linesOf`, and its number, the first of which is 1. */
export function lineOf(
  text: string,
  item: number,
): { readonly number: number; readonly line: string } | undefined {
  const line = linesOf(text)[item];
  if (line === undefined) return undefined;
  return { line, number: text.split('\n').findIndex((one) => one.trim() === line) + 1 };
}

/** The value of a field, or undefined if it is empty. */
export function filledIn({ value }: Pick<FilledForm, 'value'>, field: string): string | undefined {
  const text = value(field).trim();
  return text === '' ? undefined : text;
}

/** The applications that the user owns. */
export function ownedApplications({ visit, user }: FilledForm): readonly ManifestApplication[] {
  return visit.portal.compiled.manifest.applications.filter((application) =>
    ownsApplication(user, application),
  );
}

/** The application in the field `application`, if the user owns it. */
export function chosenApplication(filled: FilledForm): ManifestApplication | undefined {
  const name = filled.value('application');
  return ownedApplications(filled).find((application) => application.name === name);
}

/** The API version in the field `api`, if the user may see it. */
export function chosenVersion({ visit, user, value }: FilledForm): CatalogueVersion | undefined {
  const key = value('api');
  return visibleVersions({ visit, user }).find(({ entry }) => apiKey(entry) === key);
}

/** The API versions that the user may see. */
export function visibleVersions({
  visit,
  user,
}: Pick<FilledForm, 'visit' | 'user'>): readonly CatalogueVersion[] {
  return visibleApis(catalogueOf(visit.portal), user).flatMap(({ versions }) => versions);
}

/** The API version in the field `api`, if the user owns it. */
export function chosenOwnVersion(filled: FilledForm): CatalogueVersion | undefined {
  const version = chosenVersion(filled);
  return version && ownsApi(filled.user, version.api) ? version : undefined;
}

/** A field that shows its value and cannot be edited. */
export function fixed(name: 'application' | 'api', value: string): FormField {
  return { name, label: fields[name], kind: 'fixed', value };
}

/** The field for the owner: the user, or one of the user's teams. Somebody else may have filled in the form before. */
export function ownerField({ user, value, visit: { portal } }: FilledForm): FormField {
  const { username, subject, teams, emails } = user;
  const owner = value('owner');
  const isOfUser = owner !== '' && owns({ ...user, teams: [] }, owner);
  // All names of the user are the same person, who is offered once.
  const own = isOfUser ? owner : (emails[0] ?? username ?? subject);
  const options = [...new Set([own, ...teams])].map((name) => ({
    value: name,
    text: portal.nameOwner(name),
    isChosen: name === owner,
  }));
  const isOfOthers = owner !== '' && !ownsApplication(user, { owner });
  const field = { name: 'owner', label: fields.owner, hint: fields.ownerHint, kind: 'one', options } as const;
  return isOfOthers ? { ...field, problem: texts.proposals.unknown.owner } : field;
}

/** The name of the field that searches for what another field offers. */
export const searchName = 'q';

export function searchField(field: Pick<FormField, 'label' | 'hint' | 'showAgain'>): FormField {
  return { name: searchName, kind: 'search', ...field };
}

/**
 * Whether a sent form is only to be shown again: by the button that does so, or for a text in its search that has not
 * been searched for yet.
 */
export function isShownAgain({ form }: StoreVisit): boolean {
  return form.get('step') === 'edit' || (form.get(searchName) ?? '').trim() !== '';
}

/** Whether a form was sent, so that its boxes that are not checked are not to be checked. */
export function isSent({ visit }: FilledForm): boolean {
  return visit.form.size > 0;
}

export function optionsOf(
  values: readonly string[],
  isChosen: (value: string) => boolean,
): readonly FormOption[] {
  return values.map((value) => ({ value, text: value, isChosen: isChosen(value) }));
}

/** The chosen options of a field of the kind `many`. */
export function chosenOf({ value }: FilledForm, name: string, options: readonly string[]): readonly string[] {
  return options.filter((option) => value(`${name}.${option}`) !== '');
}

/** A user of the store as the author of proposals. */
export function proposerOf(user: StoreUser): Proposer {
  const { subject, username, displayName, emails, provider, groups } = user;
  const identity = { subject, ...(username !== undefined && { username }), emails, provider, groups };
  return { id: subject, name: displayName, email: emails[0], identity };
}
