/** The log of a gateway without this text has used the gateway's own client. */
export const undiciNotice = "Calls go to upstreams through undici's pool.";
