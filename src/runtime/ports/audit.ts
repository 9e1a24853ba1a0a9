import type { ProposalSubject, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { ProposalProblem, ReviewProblem } from './proposals.ts';

/** Events of tokens, of proposals and of the route table. It never contains a secret. */
export type AuditEvent =
  | ({ readonly event: 'token_issued' } & AuditedGrant & { readonly grantType: string })
  | ({ readonly event: 'token_revoked' } & AuditedGrant & { readonly reason: string })
  /**
   * Revokes everything that was issued before now to a user or all users, by a client or all clients; each revoked
   * grant has a separate event too.
   */
  | {
      readonly event: 'grants_revoked';
      readonly reason:
        | 'asked_by_operator'
        | 'asked_by_operator_unconfirmed'
        | 'asked_by_user'
        | 'asked_by_user_unconfirmed';
      readonly clientId?: string | undefined;
      readonly subject?: string | undefined;
      readonly address?: string;
    }
  /**
   * A user has sent a call from the store's console, with a token that was made for it alone, or without one to a public
   * operation.
   */
  | ({
      readonly event: 'console_call_sent';
      /** The subject of the user; that of the token may be the application. */
      readonly user: string;
      /** `Name/version`. */
      readonly api: string;
      readonly method: string;
      readonly requestId: string;
    } & (AuditedGrant | Pick<AuditedGrant, 'address'>))
  | ({ readonly event: 'change_proposed' } & AuditedProposal)
  | ({ readonly event: 'consent_given' | 'consent_refused' } & AuditedGrant)
  | {
      readonly event: 'request_refused';
      readonly endpoint: 'token' | 'authorize' | 'revoke' | 'introspect';
      /** The key of the refusal in its table, more exact than the error that the client receives. */
      readonly refused: string;
      /** Details only for the operator, such as why a SAML assertion is refused. */
      readonly reason?: string;
      readonly clientId?: string;
      readonly address?: string;
    }
  | {
      readonly event: 'login_succeeded' | 'login_failed';
      /** The name that was typed, or the provider's subject. */
      readonly user: string;
      readonly provider?: string;
      readonly reason?: string;
      readonly address?: string;
    }
  | {
      /**
       * `user_removed`: the provider no longer knows the user. `login_ended`: the provider has ended one login of the
       * user. `user_unchecked`: no provider could be reached.
       */
      readonly event: 'user_removed' | 'login_ended' | 'user_unchecked';
      readonly user: string;
      readonly provider: string;
      readonly reason?: string;
      readonly address?: string;
    }
  /** The route table that is served from now on. */
  | { readonly event: 'loaded' | 'reloaded'; readonly digest: string }
  | { readonly event: 'reload_failed'; readonly message: string }
  /** Declarations that have an error stay as they were served; all of them, each as `Api DogPark/v1`. */
  | { readonly event: 'held_back'; readonly parts: readonly string[] };

interface AuditedGrant {
  readonly clientId: string;
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly grantId?: string;
  readonly address?: string;
}

/** A change of the declarations that a user has proposed, whatever the result. */
export interface AuditedProposal extends ProposalSubject {
  /** The subject of the user. */
  readonly user: string;
  /** Only of declared users. */
  readonly username?: string | undefined;
  readonly change: ProposedChange['change'];
  /** The commit that the user has seen a preview for. */
  readonly base: string;
  /** Where branches are pushed to, without credentials; absent if proposals are patches. */
  readonly remote?: string | undefined;
  /**
   * `moved`: the base or the branch had other commits. `unavailable`: the remote or the gateway could not answer.
   */
  readonly outcome: 'delivered' | 'refused' | 'moved' | 'unavailable';
  /** Why it was not delivered. */
  readonly problem?: ProposalProblem['problem'];
  readonly branch?: string;
  readonly commit?: string;
  /** Why the host, which has taken the branch, did not open its review. */
  readonly reviewProblem?: ReviewProblem;
}

/** Records an event; it never throws, and no caller waits for it. */
export type WriteAudit = (event: AuditEvent) => void;
