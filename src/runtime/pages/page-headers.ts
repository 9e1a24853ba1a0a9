import { styleSource } from './style.ts';

/**
 * The headers of every page: no script, no frame around it, nothing from elsewhere, nothing kept. There is no
 * form-action, since some browsers hold the redirect that answers a form against it, and with it the way back to the
 * application. The referrer stays within the origin: without any, browsers would send forms with `Origin: null`. There
 * is no Cross-Origin-Opener-Policy, which would cut a window of the login off from the application that opened it.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${styleSource}; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
