import type { KeySetName } from '../../../compiled/manifest.ts';
import type { PortalAddresses } from '../portal-addresses.ts';

/** The path of the page of an application. */
export function pathOfApplication({ path }: PortalAddresses, application: string): string {
  return `${path}/applications/${encodeURIComponent(application)}`;
}

/** The forms that propose a change, below `/proposals/new/`, and what they are filled in with. */
interface ProposalForms {
  readonly application: Record<never, string>;
  /** Callback URLs and grants. */
  readonly settings: { readonly application: string };
  readonly keys: { readonly application: string; readonly keys: KeySetName };
  readonly subscribe: { readonly application: string; readonly api?: string };
  readonly withdraw: { readonly application: string; readonly api: string };
}

/** The path of a form that proposes a change. */
export function pathOfProposal<Form extends keyof ProposalForms>(
  { path }: PortalAddresses,
  form: Form,
  values: ProposalForms[Form],
): string {
  const query = new URLSearchParams(Object.entries<string>(values)).toString();
  return `${path}/proposals/new/${form}${query === '' ? '' : `?${query}`}`;
}
