/** A file that pages load; its name contains a digest of its content, so that browsers may keep it for good. */
export interface PortalAsset {
  /** As in its address: `store-3f2a9c.css`. */
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}

/** The assets by their source's name: `store.css`. */
export type PortalAssets = ReadonlyMap<string, PortalAsset>;
