/** What every answer carries, whoever sends it. */
export const headersOfAll = {
  'X-Content-Type-Options': 'nosniff',
  // YouTube's player wants to know which site it plays on.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const
