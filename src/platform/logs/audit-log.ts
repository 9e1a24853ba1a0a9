import type { WriteAudit } from '../../runtime/ports/audit.ts';
import type { Clock } from '../../runtime/ports/clock.ts';
import { AuditFile } from './audit-file.ts';
import { BufferedLines } from './buffered-lines.ts';
import { explainSystemError } from '../explain-system-error.ts';
import { renderAuditLine } from './render-audit-line.ts';

export interface AuditLogOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Told once, in a sentence, when the file cannot be written, and again only after it could be meanwhile. */
  readonly warn: (message: string) => void;
  /** How many bytes wait for the disk at most; 16 Mi if left out. */
  readonly mostWaiting?: number;
}

/** An audit log that is open. */
export interface AuditLog {
  readonly write: WriteAudit;
  /** Writes what waits, and closes the file; never rejects. */
  readonly close: () => Promise<void>;
}

/** Opens an audit log, to whose file each event adds a line of JSON. What is wrong with the file is told by `warn`. */
export function openAuditLog({ file, clock, warn, mostWaiting }: AuditLogOptions): AuditLog {
  const lines = new BufferedLines({
    sink: new AuditFile(file),
    confess: (count) => renderAuditLine(clock(), { event: 'audit_lost', count }),
    failed: (error) => {
      const reason = explainSystemError(error);
      warn(
        `The audit log ${file} cannot be written (${reason}): events wait in memory, and are lost if too many do.`,
      );
    },
    ...(mostWaiting !== undefined && { mostWaiting }),
  });
  return {
    write: (event) => (lines.isFull ? lines.lose(1) : lines.add(renderAuditLine(clock(), event))),
    close: () => lines.close(),
  };
}
