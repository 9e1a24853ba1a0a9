/** Where the package.json of the checkout is while the package is packed. */
export const written = 'dist/checkout.package.json';
