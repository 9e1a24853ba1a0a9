import { execFileSync } from 'node:child_process';

/** Whether xmlsec1 is on the PATH. */
export function hasXmlsec(): boolean {
  try {
    execFileSync('xmlsec1', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
