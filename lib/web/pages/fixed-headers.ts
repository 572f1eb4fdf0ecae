/** What every answer carries, whoever sends it. */
export const headersOfAll = {
  'X-Content-Type-Options': 'nosniff',
  // YouTube's player wants to know which site it plays on.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const

/**
 * Browsers that came by https are told to come no other way for a year. Whether they do is for PUBLIC_URL to say, which the
 * build does not know: the front door says it with every answer.
 * @param publicUrl where browsers reach the product
 */
export function transportSecurity(publicUrl: string): string | undefined {
  return publicUrl.startsWith('https://') ? 'max-age=31536000' : undefined
}
