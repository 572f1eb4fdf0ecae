// POST /mpesa/accountbalance/v1/query.
import { accountBalanceRequest } from '#lib/daraja/requests.ts'
import type { Book } from '../mpesa/book.ts'
import { toDecimal, toStamp } from '../mpesa/formats.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import { invalidField, parseFields } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { isOwnShortcode, type Merchant, type Settings } from '../settings.ts'
import { type Results, toParameters } from './answers.ts'

type Parts = {
  merchant: Merchant
  settings: () => Settings
  book: Book
  schedule: Schedule
  results: Results
}

export async function queryBalance(parts: Parts, call: Call): Promise<Reply> {
  const { merchant, settings, book, schedule, results } = parts
  const fields = parseFields(accountBalanceRequest, call.body)
  if (!isOwnShortcode(merchant, fields.PartyA)) throw invalidField('PartyA')
  return results.order('balance', fields, '', () => ({
    code: 0,
    transactionId: book.newReceipt(),
    parameters: toParameters({
      AccountBalance: writeBalances(book, BigInt(settings().unclearedCents)),
      BOCompletedTime: Number(toStamp(schedule.now())),
    }),
  }))
}

/** `Working Account|KES|700000.00|700000.00|0.00|0.00&Float Account|…`: all five accounts of a shortcode. */
function writeBalances(book: Book, unclearedCents: bigint): string {
  const { workingCents, utilityCents } = book.accounts()
  return [
    writeAccount('Working Account', workingCents, unclearedCents),
    writeAccount('Float Account', 0n),
    writeAccount('Utility Account', utilityCents),
    writeAccount('Charges Paid Account', 0n),
    writeAccount('Organization Settlement Account', 0n),
  ].join('&')
}

/** Writes name, currency, current, available, reserved and uncleared balance. */
export function writeAccount(name: string, cents: bigint, unclearedCents = 0n): string {
  const available = toDecimal(cents - unclearedCents)
  return [name, 'KES', toDecimal(cents), available, '0.00', toDecimal(unclearedCents)].join('|')
}
