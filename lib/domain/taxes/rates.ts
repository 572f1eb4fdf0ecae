import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { settingFrom } from '#lib/domain/settings/policy.ts'

/**
 * Tax rates in percent. A month's close reads them in its transaction instead of from the cache: a confirmed
 * change applies to the next close.
 */
export async function readTaxRates(on: Queryable): Promise<{ prize: number; royalty: number }> {
  const found = await kysely(on)
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', '=', anyOf(['prize_tax_percent', 'royalty_tax_percent']))
    .execute()
  const stored = new Map(found.map(({ key, value }) => [key, value]))
  return {
    prize: settingFrom('prize_tax_percent', stored.get('prize_tax_percent')),
    royalty: settingFrom('royalty_tax_percent', stored.get('royalty_tax_percent')),
  }
}
