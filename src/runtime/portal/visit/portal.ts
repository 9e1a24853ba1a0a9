import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestTier } from '#compiled/manifest.ts';
import { openTeams, type Teams } from '#compiled/ownership.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { defaultDefinitionBytes, type StoreSettings } from '#compiled/settings/store-settings.ts';
import type { UserFacts } from '#runtime/identity/identity.ts';
import type { Sealing } from '#runtime/identity/seal.ts';
import type { StoreSession } from '#runtime/identity/store-sign-in.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { SendConsoleCall } from '#runtime/ports/console-calls.ts';
import type { ChangesSince } from '#runtime/ports/contract-changes.ts';
import type { ReadDrift } from '#runtime/ports/drift.ts';
import type { Notices } from '#runtime/ports/notices/notices.ts';
import type { NewIdentifier } from '#runtime/ports/identifiers.ts';
import type { Proposals } from '#runtime/ports/proposals.ts';
import type { ReadRecentCalls } from '#runtime/ports/access-log.ts';
import type { PublishDocument } from '#runtime/ports/published-documents.ts';
import type { ReadReport } from '#runtime/ports/reports.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { UsageReader } from '#runtime/ports/usage.ts';
import type { ReadLastChange } from '#runtime/ports/status/last-change.ts';
import type { ReadTargetStates } from '#runtime/ports/status/target-states.ts';
import { portalAddresses, type PortalAddresses } from './paths.ts';
import { openOwnerNames, type NameOwner } from './owner-names.ts';
import { logoAsset, type PortalAsset, type PortalAssets } from './portal-assets.ts';

/** The store of one generation. */
export interface Portal {
  readonly settings: GatewaySettings;
  readonly store: StoreSettings;
  /** The title in the header of pages. */
  readonly title: string;
  /** The logo next to the title; a neutral mark if undefined. */
  readonly logo: PortalAsset | undefined;
  readonly compiled: Compiled;
  /** Whether users can propose changes; otherwise declarations can be changed only in the repository. */
  readonly makesProposals: boolean;
  readonly addresses: PortalAddresses;
  readonly services: PortalServices;
  readonly sessions: PortalSessions;
  readonly teams: Teams;
  /** The name of an owner on pages: the display name of a team or user. */
  readonly nameOwner: NameOwner;
  /** The tiers by name. */
  readonly tiers: ReadonlyMap<string, ManifestTier>;
}

/** The services that the store uses; they outlive the generations. */
export interface PortalServices {
  readonly clock: Clock;
  readonly assets: PortalAssets;
  readonly readReport: ReadReport;
  readonly readDrift: ReadDrift;
  readonly readRecentCalls: ReadRecentCalls;
  readonly readTargetStates: ReadTargetStates;
  readonly readLastChange: ReadLastChange;
  readonly usage: UsageReader;
  readonly sendConsoleCall: SendConsoleCall;
  /** The changes for callers between two versions of an API. */
  readonly changesSince: ChangesSince;
  readonly proposals: Proposals;
  readonly notices: Notices;
  readonly publishDocument: PublishDocument;
  /** Whether proposals can be delivered as patches if no repository is declared. */
  readonly makesPatches: boolean;
}

/** Opens the store of a table; undefined if the table declares no store. */
export function openPortal(
  compiled: Compiled,
  services: PortalServices,
  sessions: PortalSessions,
): Portal | undefined {
  const { gateway: settings, organisation, tiers } = compiled.manifest;
  const { store, storeUrl } = settings;
  if (!store || storeUrl === undefined) return undefined;
  return {
    settings,
    store,
    title: store.title ?? organisation,
    logo: logoAsset(store),
    compiled,
    makesProposals: store.proposals !== undefined || services.makesPatches,
    addresses: portalAddresses(storeUrl),
    services,
    sessions,
    teams: openTeams(compiled.manifest.teams),
    nameOwner: openOwnerNames(compiled.manifest),
    tiers: new Map(tiers.map((tier) => [tier.name, tier])),
  };
}

/** The maximum size of an OpenAPI document that is sent to the store. */
export function maxUploadBytes({ store }: Portal): number {
  return store.definitionBytes ?? defaultDefinitionBytes;
}

/** The functions of the authorization server, in the same generation, that the store uses. */
export interface PortalSessions {
  readonly sealing: Sealing;
  readonly newIdentifier: NewIdentifier;
  /** Whether a ticket was not used before. Rejects with a StoreError. */
  claimTicket(id: string, until: Seconds): Promise<boolean>;
  /** Ends the claim of a ticket, which can be claimed again then. Rejects with a StoreError. */
  endTicket(id: string): Promise<void>;
  /**
   * The facts about the user of a session; undefined unless the session is valid: not logged out, and its user still
   * declared or known to the directory or provider. `address` is the IP address of the browser. Rejects with a
   * StoreError.
   */
  findFacts(session: StoreSession, address: string): Promise<UserFacts | undefined>;
  /** Ends a session; no gateway accepts it afterwards. */
  endSession(id: string): Promise<void>;
}
