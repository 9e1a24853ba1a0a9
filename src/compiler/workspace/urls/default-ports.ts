/** Where a deployment listens unless it declares another port. */
export const defaultPorts = { listener: 8243, admin: 8244 } as const;
