import { apiKey } from '#compiled/api-key.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { Proposer } from '#runtime/ports/proposals.ts';
import type { ConsumerKeys } from '#runtime/token/consumer-keys.ts';
import { catalogueOf, visibleApis, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { ownsApi, ownsApplication, type StoreUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

const { fields } = texts.proposals;

/** A request for a form, or with one that is filled in. */
export interface FilledForm {
  readonly visit: StoreVisit;
  readonly user: StoreUser;
  /** What was typed, or else what the address says; empty without both. */
  readonly value: (field: string) => string;
  /** The keys that the preview of this form was made with; empty before a preview. */
  readonly previewed: readonly ConsumerKeys[];
}

/** A field of a form; a choice among `options`, of which `many` may be more than one. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'document' | 'date' | 'one' | 'many' | 'check' | 'fixed';
  readonly value?: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** Of a choice of several, the name of a field is `NAME.OPTION`. */
  readonly options?: readonly FormOption[];
}

export interface FormOption {
  readonly value: string;
  readonly text: string;
  readonly isChosen?: boolean;
}

/** A change, and the keys that were made for it, which are shown once to the person who has proposed them. */
export interface MadeChange {
  readonly change: ProposedChange;
  readonly keys?: readonly ConsumerKeys[];
}

/** A form that proposes one kind of change. */
export interface ProposalForm {
  /** Undefined if the user may not propose this; what others own is answered like what does not exist. */
  fields(filled: FilledForm): readonly FormField[] | undefined;
  /** The change; `fields` has been asked before. */
  change(filled: FilledForm): MadeChange;
}

/** The lines of a field, without empty ones. */
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

/** The value of a field, or undefined if it is empty. */
export function filledIn({ value }: Pick<FilledForm, 'value'>, field: string): string | undefined {
  const text = value(field).trim();
  return text === '' ? undefined : text;
}

/** The applications that a user owns, by name. */
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

/** The version in the field `api`, if the user can see it. */
export function chosenVersion({ visit, user, value }: FilledForm): CatalogueVersion | undefined {
  return findVisible({ visit, user }, value('api'));
}

/** The version of a key, if the user can see it. */
export function findVisible(
  { visit, user }: Pick<FilledForm, 'visit' | 'user'>,
  key: string,
): CatalogueVersion | undefined {
  return visibleVersions({ visit, user }).find(({ entry }) => apiKey(entry) === key);
}

function visibleVersions({ visit, user }: Pick<FilledForm, 'visit' | 'user'>): readonly CatalogueVersion[] {
  return visibleApis(catalogueOf(visit.portal), user).flatMap(({ versions }) => versions);
}

/** The version in the field `api`, if the user owns it. */
export function chosenOwnVersion(filled: FilledForm): CatalogueVersion | undefined {
  const version = chosenVersion(filled);
  return version && ownsApi(filled.user, version.api) ? version : undefined;
}

/** A field whose value is fixed by the address. */
export function fixed(name: 'application' | 'api', value: string): FormField {
  return { name, label: fields[name], kind: 'fixed', value };
}

/** The owners that a user may name: the user first, and the user's teams. */
export function ownerField({ user, value }: FilledForm): FormField {
  const { username, subject, teams, emails } = user;
  const names = [...new Set([...emails, username ?? subject, ...teams])];
  const options = names.map((name) => ({ value: name, text: name, isChosen: name === value('owner') }));
  return { name: 'owner', label: fields.owner, hint: fields.ownerHint, kind: 'one', options };
}

/** The owner in the field, if it is the user. Undefined otherwise, which only a forged form contains. */
export function isOwnName(user: StoreUser, owner: string): boolean {
  return ownsApplication(user, { owner });
}

export function optionsOf(
  values: readonly string[],
  isChosen: (value: string) => boolean,
): readonly FormOption[] {
  return values.map((value) => ({ value, text: value, isChosen: isChosen(value) }));
}

/** The chosen options of a field with several. */
export function chosenOf({ value }: FilledForm, name: string, options: readonly string[]): readonly string[] {
  return options.filter((option) => value(`${name}.${option}`) !== '');
}

/** A user of the store as the author of proposals. */
export function proposerOf(user: StoreUser): Proposer {
  const { subject, username, displayName, emails, provider, groups } = user;
  const identity = { subject, ...(username !== undefined && { username }), emails, provider, groups };
  return { id: subject, name: displayName, email: emails[0], identity };
}
