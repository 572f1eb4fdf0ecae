'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { minutesToWait } from '#lib/client/gifts/claim-problem.ts'
import { normaliseGiftPhone } from '#lib/client/gifts/gift-phone.ts'
import { readReceipt } from '#lib/client/gifts/receipt.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { canHash, isMadeOf } from '#lib/client/tally/tally-check.ts'
import type { FoundGift } from '#lib/contract/tally/calls.ts'

type Field = 'receipt' | 'phone_number'

export type FindOutcome =
  /** `made`: whether the line belongs to what was typed, by this device's own word; null where it can not tell. */
  | { kind: 'found'; gift: FoundGift; made: boolean | null }
  | { kind: 'not_listed' | 'offline' | 'other' }
  | { kind: 'wait'; minutes: number }

/** Looks a gift up by what stands in the payer's own M-PESA message. What was typed stays. */
export function useFindGift(challengeId: string, salt: string) {
  const t = useTranslations('Tally')
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [outcome, setOutcome] = useState<FindOutcome | null>(null)

  useEffect(() => {
    const wrong = errors.receipt ? 'receipt' : errors.phone_number ? 'phone_number' : null
    const input = wrong ? form.current?.elements.namedItem(wrong) : null
    if (input instanceof HTMLInputElement) input.focus()
  }, [errors])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const receipt = readReceipt(String(typed.get('receipt')))
    const phone = normaliseGiftPhone(String(typed.get('phone_number')))
    setOutcome(null)
    setErrors({
      ...(receipt ? {} : { receipt: t('receiptMissing') }),
      ...(phone ? {} : { phone_number: t('phoneFormat') }),
    })
    if (!receipt || !phone) return
    setBusy(true)
    setOutcome(await look(challengeId, salt, { receipt, phone }))
    setBusy(false)
  }
  return { busy, errors, outcome, submit, form }
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

/** A half that M-Pesa did not tell is empty; anything else in the answer than what was typed is not believed. */
async function isMadeOfTyped(gift: FoundGift, salt: string, typed: { receipt: string; phone: string }) {
  const { receipt, phone } = gift.hashed
  const isTyped = (receipt === '' || receipt === typed.receipt) && (phone === '' || phone === typed.phone)
  return isTyped && (await isMadeOf(gift, salt, gift.hashed))
}
