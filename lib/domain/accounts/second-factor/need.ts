import type { RoleName } from '#lib/contract/call.ts'
import { staffRoles } from '#lib/contract/staff/calls.ts'
import { env } from '#lib/core/env.ts'

/**
 * Whether a role must set up a second factor: staff, if STAFF_SECOND_FACTOR is set. A user who has one always
 * needs it.
 */
export function mustEnrol(role: RoleName): boolean {
  return env.STAFF_SECOND_FACTOR && staffRoles.some((one) => one === role)
}
