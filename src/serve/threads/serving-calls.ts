import type { GatewaySettings } from '../../compiled/manifest.ts';
import type { TlsMaterial } from '../../platform/own-certificates.ts';
import type { AuditEvent } from '../../runtime/ports/audit.ts';
import type { GatewayEvent } from '../gateway-event.ts';
import type { SourceThreadData } from './source-calls.ts';
import type { TableCalls } from './table-transfer.ts';

/** What a worker begins with. */
export interface ServingThreadData {
  readonly options: SourceThreadData;
  readonly declared: GatewaySettings;
  readonly host: string;
  /** Never 0. */
  readonly port: number;
  /** Where all workers count calls together. */
  readonly counterMemory?: SharedArrayBuffer;
}

/** What a worker answers. */
export type ServingCalls = TableCalls & {
  readonly open: (tls: TlsMaterial | undefined) => Promise<void>;
  /** Builds a generation of the table that was sent last, and keeps it aside. */
  readonly prepare: (nothing: undefined) => Promise<void>;
  /** Serves it. */
  readonly enter: (nothing: undefined) => void;
  /** Lets go of it, where there is one. */
  readonly discard: (nothing: undefined) => void;
  readonly listen: (nothing: undefined) => Promise<void>;
  readonly takeTls: (material: TlsMaterial) => void;
  readonly drain: (nothing: undefined) => void;
  readonly close: (nothing: undefined) => Promise<void>;
};

/** What it asks of the thread that has started it. */
export type ServingOwnerCalls = {
  /** In PEM. */
  readonly readOwnKey: (nothing: undefined) => Promise<string>;
  readonly audit: (event: AuditEvent) => void;
  readonly report: (event: GatewayEvent) => void;
};
