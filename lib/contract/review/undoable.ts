import { z } from 'zod'

/**
 * Of a decision: whether it is held for UNDO_SECONDS, in which the officer may undo it
 * (POST /users/compliance/decisions/undo/). It takes effect afterwards, and its owner is told then.
 */
export const undoable = z.boolean().default(false)
