/** Whether a host, as it stands in a URL, is this machine, so that what is sent there crosses no network. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
