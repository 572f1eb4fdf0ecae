import { z } from 'zod'

/**
 * What is known of the prompt of a payment: `sent` M-Pesa has taken it and it may be answered now; `unsure` M-Pesa has not
 * answered clearly, so it may or may not come; `over` its time has passed, and M-Pesa has not told how it ended; `none` there
 * is none to wait for, because none has left or its end is known.
 */
export const promptStanding = z.enum(['none', 'sent', 'unsure', 'over'])
export type PromptStanding = z.infer<typeof promptStanding>
