import type { Queryable } from '#lib/core/db.ts'

/**
 * Whether one super admin may confirm what another has asked for: the one place where staff's own matters ask whether two
 * people are two.
 * @param _on the transaction or pool that a rule about both (who invited whom, for instance) is looked up with
 */
export async function maySecond(_on: Queryable, second: string, first: string): Promise<boolean> {
  return second !== first
}
