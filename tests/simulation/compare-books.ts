import { checkClose } from './checks/close.ts'
import { checkLedger } from './checks/ledger.ts'
import { checkPayouts } from './checks/payouts.ts'
import { checkProcesses } from './checks/processes.ts'
import { checkNothingLeft } from './checks/queues.ts'
import { checkReceipts } from './checks/receipts.ts'
import { checkTally } from './checks/tally.ts'
import { checkTax } from './checks/tax.ts'
import { checkVotes } from './checks/votes.ts'
import { checkWallets } from './checks/wallets.ts'
import type { Month } from './month.ts'
import type { Person } from './people.ts'
import type { Watchers } from './watchers.ts'

/** Compares all books with M-Pesa's. @returns the differences */
export async function compareBooks(
  month: Month,
  people: readonly Person[],
  watchers: Watchers,
): Promise<string[]> {
  const { stage, web, challengeId } = month
  const { database } = stage
  const book = await stage.mpesa.readBook()
  const differences: string[] = []
  for (const check of [
    () => checkProcesses(stage),
    () => checkNothingLeft(database),
    () => checkLedger(stage.config, database, book),
    () => checkReceipts(database, book.transactions),
    () => checkVotes(database, book.transactions, web, watchers),
    () => checkClose(database, challengeId),
    () => checkTax(database, challengeId),
    () => checkWallets(month, people),
    () => checkPayouts(database, book.transactions),
    () => checkTally(database, web, challengeId),
  ])
    differences.push(...(await check()))
  return differences
}
