/** Headers of every answer, whether Next or the front door sends it. */
export const headersOfAll = {
  'X-Content-Type-Options': 'nosniff',
  // YouTube's player wants to know which site it plays on.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const

/**
 * Returns the header that makes browsers use https alone for a year, where they reach us by https. The front door sends it
 * with every answer, because PUBLIC_URL is not known at build time.
 * @param publicUrl where browsers reach the product
 */
export function transportSecurity(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https://') ? 'max-age=31536000' : undefined
}
