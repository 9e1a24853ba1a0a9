import type { KeySetName } from '#compiled/manifest.ts';
import type { PortalAddresses } from '../portal-addresses.ts';
import type { ProposalFormName } from './proposal-form.ts';

/** The values that a form is filled in with. */
interface FormValues {
  readonly application?: string;
  /** `Name/version`. */
  readonly api?: string;
  readonly keys?: KeySetName;
}

/** The path of a form that proposes a change, filled in with values. */
export function pathOfForm(
  { path }: PortalAddresses,
  form: ProposalFormName,
  values: FormValues = {},
): string {
  const query = new URLSearchParams(Object.entries<string>({ ...values })).toString();
  return `${path}/proposals/new/${form}${query === '' ? '' : `?${query}`}`;
}

/** Where the script of a form asks what lint finds in its document. */
export function pathOfFindings({ path }: PortalAddresses): string {
  return `${path}/proposals/findings`;
}

/** Where a proposed patch is downloaded. */
export function pathOfPatch({ path }: PortalAddresses): string {
  return `${path}/proposals/patch`;
}
