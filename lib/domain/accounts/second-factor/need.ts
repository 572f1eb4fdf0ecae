import type { RoleName } from '#lib/contract/call.ts'
import { staffRoles } from '#lib/contract/staff/calls.ts'
import { env } from '#lib/core/env.ts'

/**
 * Whether people of this role have to set up a second factor: staff do, where STAFF_SECOND_FACTOR says so. Whoever has
 * set one up is asked for it in any case.
 */
export function mustEnrol(role: RoleName): boolean {
  return env.STAFF_SECOND_FACTOR && staffRoles.some((one) => one === role)
}
