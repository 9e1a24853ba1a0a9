import { apiKey } from '#compiled/api-key.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import { catalogueOf, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { visibleApis } from '../catalogue/visible-apis.ts';
import { ownsApi, ownsApplication, type StoreUser } from '../visit/store-user.ts';
import type { FilledForm, FormField, FormOption } from './proposal-form.ts';
import { texts } from '../texts/texts.ts';

const { fields } = texts.proposals;

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
