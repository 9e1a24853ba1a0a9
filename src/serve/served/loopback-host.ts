/** Whether a host, as in a URL or in a listener's settings, is this machine. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(host) ||
    /^\[?::1\]?$/.test(host)
  );
}
