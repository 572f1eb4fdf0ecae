import { readHours } from '#lib/domain/ledger/hour-sums.ts'
import { internalTypes } from './policy.ts'

/**
 * Reads what each hour brought, in cents, without journals that only move money between our own wallets.
 * @param from the beginning of an hour
 */
export async function readShownHours(from: Date, moment: Date) {
  const hours = await readHours(from, moment)
  return hours.filter(({ type }) => !internalTypes.some((internal) => internal === type))
}
