import { z } from 'zod'

/** Holds the decision for UNDO_SECONDS (POST /users/compliance/decisions/undo/). Effect and notice follow. */
export const undoable = z.boolean().default(false)
