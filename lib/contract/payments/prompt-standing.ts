import { z } from 'zod'

/**
 * `sent`: M-Pesa accepted it and the payer can answer now; `unsure`: no clear answer, it may come; `over`:
 * its time has passed without an outcome; `none`: nothing to wait for.
 */
export const promptStanding = z.enum(['none', 'sent', 'unsure', 'over'])
export type PromptStanding = z.infer<typeof promptStanding>
