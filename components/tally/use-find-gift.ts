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
  /** `made`: the typed values produce the row's hash; null if the browser cannot hash. */
  | { kind: 'found'; gift: FoundGift; made: boolean | null }
  | { kind: 'not_listed' | 'offline' | 'other' }
  | { kind: 'wait'; minutes: number }

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
 * Tells if the row's hash was made from the typed values. The answer names the hashed receipt and phone, each
 * '' if M-Pesa did not report it. Both must match the typed ones and the hash.
 */
async function isMadeOfTyped(gift: FoundGift, salt: string, typed: { receipt: string; phone: string }) {
  const { receipt, phone } = gift.hashed
  const isTyped = (receipt === '' || receipt === typed.receipt) && (phone === '' || phone === typed.phone)
  return isTyped && (await isMadeOf(gift, salt, gift.hashed))
}
