import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Shorter answers fit in one packet, so compression gains nothing. */
export const LEAST_BYTES = 1_024

const TAKES_GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?(?:[\s,]|$))(?:[\s,;]|$)/i

export function takesGzip(acceptEncoding: string | string[] | undefined): boolean {
  return TAKES_GZIP.test(String(acceptEncoding ?? ''))
}

export const compress: (bytes: Uint8Array) => Promise<Uint8Array> = promisify(gzip)
