/** Headers that Next or the front door adds to every answer. */
export const headersOfAll = {
  'X-Content-Type-Options': 'nosniff',
  // YouTube's player needs the site's origin.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const

/** The HSTS header for an https PUBLIC_URL, which is unknown at build time. */
export function transportSecurity(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https://') ? 'max-age=31536000' : undefined
}
