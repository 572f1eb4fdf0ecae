import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { minutesToWait } from '#lib/client/gifts/claim-problem.ts'
import { readReceipt } from '#lib/client/gifts/receipt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { canHash, isMadeOf } from '#lib/client/tally/tally-check.ts'
import { readMobile } from '#lib/contract/phone.ts'
import type { FoundGift } from '#lib/contract/tally/calls.ts'

export type FindOutcome =
  /** `made`: whether the line's hash, computed on this device, is that of what was typed; null where this browser can not compute it. */
  | { kind: 'found'; gift: FoundGift; made: boolean | null }
  | { kind: 'not_listed' | 'offline' | 'other' }
  | { kind: 'wait'; minutes: number }

/** Looks a gift up by what the payer's own M-PESA message says. What was typed stays. */
export function useFindGift(challengeId: string, salt: string) {
  const t = useTranslations('Tally')
  const [outcome, setOutcome] = useState<FindOutcome | null>(null)
  const form = useApiForm({
    defaultValues: { receipt: '', phone_number: '' },
    toBody: ({ receipt, phone_number }) => ({
      receipt: readReceipt(receipt) ?? receipt,
      phone_number: readMobile(phone_number) ?? phone_number,
    }),
    schema: async () => (await import('#lib/contract/tally/calls.ts')).tallyFind.body,
    sentence: (field) => t(field === 'receipt' ? 'receiptMissing' : 'phoneFormat'),
    isRepeatable: true,
    onWrong: () => setOutcome(null),
    send: async ({ receipt, phone_number: phone }) => {
      setOutcome(null)
      setOutcome(await look(challengeId, salt, { receipt, phone }))
    },
  })
  return { ...form, outcome }
}

async function look(
  challengeId: string,
  salt: string,
  typed: { receipt: string; phone: string },
): Promise<FindOutcome> {
  try {
    const gift = await api('POST /challenges/{id}/tally/find/', {
      path: { id: challengeId },
      body: { receipt: typed.receipt, phone_number: typed.phone },
    })
    return { kind: 'found', gift, made: canHash() ? await isMadeOfTyped(gift, salt, typed) : null }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'other' }
    if (error.status === 0) return { kind: 'offline' }
    if (error.status === 429) return { kind: 'wait', minutes: minutesToWait(error.data) }
    return { kind: error.code === 'gift_not_listed' ? 'not_listed' : 'other' }
  }
}

/**
 * Tells whether the line is that of what was typed. The answer names what the line's hash was made of: the receipt and the phone,
 * or nothing in the place of one that M-Pesa did not tell. Both have to be what was typed, and the hash has to be theirs.
 */
async function isMadeOfTyped(gift: FoundGift, salt: string, typed: { receipt: string; phone: string }) {
  const { receipt, phone } = gift.hashed
  const isTyped = (receipt === '' || receipt === typed.receipt) && (phone === '' || phone === typed.phone)
  return isTyped && (await isMadeOf(gift, salt, gift.hashed))
}
