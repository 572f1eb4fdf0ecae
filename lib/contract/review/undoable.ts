import { z } from 'zod'

/**
 * If true, the decision is held for UNDO_SECONDS (POST /users/compliance/decisions/undo/) before effect and
 * notice.
 */
export const undoable = z.boolean().default(false)
