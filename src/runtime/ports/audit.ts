import type { ProposalSubject, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { NoticeAudience, NoticeDelivery } from './notices/notices.ts';
import type { ProposalProblem, ReviewProblem } from './proposals.ts';

/** An event about tokens, proposals or the route table. It never contains a secret. */
export type AuditEvent =
  | ({ readonly event: 'token_issued' } & AuditedGrant & { readonly grantType: string })
  | ({ readonly event: 'token_revoked' } & AuditedGrant & { readonly reason: string })
  /**
   * Everything that was issued before now to a user or to all users, by a client or by all clients, is revoked. Each
   * revoked grant has an event of its own too.
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
   * A user has sent a call from the store's console, with a token that was issued only for this call, or without a
   * token to a public operation.
   */
  | ({
      readonly event: 'console_call_sent';
      /** The subject of the user; the subject of the token may be the application. */
      readonly user: string;
      /** `Name/version`. */
      readonly api: string;
      readonly method: string;
      readonly requestId: string;
    } & (AuditedGrant | Pick<AuditedGrant, 'address'>))
  | ({ readonly event: 'change_proposed' } & AuditedProposal)
  | AuditedEnd
  /** An owner has written to the subscribers of an API version. */
  | {
      readonly event: 'message_sent';
      /** The subject of the user. */
      readonly user: string;
      /** Set only for declared users. */
      readonly username?: string | undefined;
      /** `Name/version`. */
      readonly api: string;
      readonly notice: string;
      readonly audience: NoticeAudience;
      readonly subject: string;
      readonly applications: readonly string[];
    }
  /** An owner of an application has seen the key that it verifies webhooks with. */
  | {
      readonly event: 'webhook_key_shown';
      readonly user: string;
      readonly username?: string | undefined;
      readonly application: string;
    }
  /**
   * A notice has reached an application, or will not. `notice_dropped`: it waited, and is not sent since it is not true any
   * more.
   */
  | ({
      readonly event: 'notice_delivered' | 'notice_failed' | 'notice_dropped';
      /** Identifies the message or the change of the API version. */
      readonly notice: string;
      readonly api: string;
    } & Pick<NoticeDelivery, 'application' | 'channel' | 'attempts' | 'failure'>)
  | ({ readonly event: 'consent_given' | 'consent_refused' } & AuditedGrant)
  | {
      readonly event: 'request_refused';
      readonly endpoint: 'token' | 'authorize' | 'revoke' | 'introspect';
      /** The key of the refusal in its table, which is more precise than the error that the client receives. */
      readonly refused: string;
      /** Details for the operator only, such as why a SAML assertion is refused. */
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
  /** The route table with this digest is served from now on. */
  | { readonly event: 'loaded' | 'reloaded'; readonly digest: string }
  | { readonly event: 'reload_failed'; readonly message: string }
  /** Declarations with errors stay as they were served. Contains all of them, each as `Api DogPark/v1`. */
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
  /** Set only for declared users. */
  readonly username?: string | undefined;
  readonly change: ProposedChange['change'];
  /** The commit for which the user has seen a preview. */
  readonly base: string;
  /** Where branches are pushed to, without credentials; absent if proposals are patches. */
  readonly remote?: string | undefined;
  /** `moved`: the base or the branch has other commits. `unavailable`: the remote or the gateway could not respond. */
  readonly outcome: 'delivered' | 'refused' | 'moved' | 'unavailable';
  /** Why the proposal was not delivered. */
  readonly problem?: ProposalProblem['problem'];
  readonly branch?: string;
  readonly commit?: string;
  /** Why the host, which has accepted the branch, did not open a review of it. */
  readonly reviewProblem?: ReviewProblem;
}

/** A withdrawal, an approval or a decline of a proposal, whatever the result. */
export interface AuditedEnd extends Pick<
  AuditedProposal,
  'user' | 'username' | 'remote' | 'outcome' | 'problem'
> {
  readonly event: 'proposal_withdrawn' | 'proposal_approved' | 'proposal_declined';
  /** The branch and the commit that the user has seen, as the form names them. */
  readonly branch: string;
  readonly commit: string;
  /** The commit of the merge. */
  readonly merge?: string;
  /** Why the user declines it, as the form says. */
  readonly reason?: string;
}

/** Records an event; it never throws, and no caller waits for it. */
export type WriteAudit = (event: AuditEvent) => void;
