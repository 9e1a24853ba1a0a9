/** Whether a host, from a URL or from the settings of a listener, is this machine. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(host) ||
    /^\[?::1\]?$/.test(host)
  );
}
