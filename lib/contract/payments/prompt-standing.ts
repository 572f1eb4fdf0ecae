import { z } from 'zod'

/**
 * State of a prompt. `sent`: M-Pesa accepted it and the payer can answer now. `unsure`: M-Pesa gave no clear
 * answer, so the prompt might come. `over`: the prompt's time has passed without an outcome. `none`: no
 * prompt is pending.
 */
export const promptStanding = z.enum(['none', 'sent', 'unsure', 'over'])
export type PromptStanding = z.infer<typeof promptStanding>
