import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { addressWith } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { batchOf, forgetBatch } from '#lib/client/review/decided-together.ts'
import type { HeldDecision } from '#lib/contract/decisions/calls.ts'
import { deskAnswers } from './desk-answers.ts'
import { tabOf } from './tab-of.ts'

/** `until` is the end of the time to undo, by this device's clock. */
type Held = HeldDecision & { until: number }

/** What Z undoes: the newest decision and the others of its batch. */
export type Undoable = { decisions: readonly [Held, ...Held[]]; secondsLeft: number }

export function useUndo() {
  const t = useTranslations('Review.undo')
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: deskAnswers.held,
    queryFn: async ({ signal }) => {
      const { decisions } = await api('GET /users/compliance/decisions/', { signal })
      const moment = Date.now()
      return decisions.map((one): Held => ({ ...one, until: moment + one.seconds_left * 1_000 }))
    },
  })
  const undoable = newestOf(useUntilOver(data ?? []))
  const { isPending, send } = useSend({
    mutationFn: ({ decisions }: Undoable) =>
      api('POST /users/compliance/decisions/undo/', { body: { ids: decisions.map(({ id }) => id) } }),
    onSuccess: async ({ results }, { decisions }) => {
      const undone = decisions.filter(({ id }) => results.some((one) => one.id === id && one.undone))
      forgetBatch(decisions.map(({ id }) => id))
      await client.invalidateQueries({ queryKey: deskAnswers.all })
      if (undone.length < decisions.length) showToast({ title: t('late'), tone: 'bad' })
      const [only, ...others] = undone
      if (!only) return
      if (others.length === 0) openAgain(only)
      else showToast({ title: t('undone', { count: undone.length }), tone: 'good' })
    },
    onError: () => showToast({ title: t('failed'), tone: 'bad' }),
  })
  return { undoable, isSending: isPending, undo: () => void (undoable && send(undoable)) }
}

function newestOf([newest, ...others]: readonly Held[]): Undoable | null {
  if (!newest) return null
  const batch = batchOf(newest.id)
  const together = others.filter(({ id }) => batch.includes(id))
  const earliest = Math.min(newest.until, ...together.map(({ until }) => until))
  return {
    decisions: [newest, ...together],
    secondsLeft: Math.max(0, Math.ceil((earliest - Date.now()) / 1_000)),
  }
}

/** Reopens the case after an undo if it is still in the list. */
function openAgain({ subject_type, subject_id }: HeldDecision): void {
  const query = new URLSearchParams(window.location.search)
  const tab = tabOf[subject_type]
  const isHere = (query.get('tab') ?? tabOf.kyc) === tab && !query.has('view')
  if (!isHere) {
    visit(`${window.location.pathname}?${new URLSearchParams({ tab, item: subject_id })}`)
    return
  }
  const address = addressWith({ item: subject_id })
  if (query.has('item')) replaceAddress(address)
  else visit(address)
}

/** The decisions whose time to undo has not expired, checked twice a second. */
function useUntilOver(decisions: readonly Held[]): readonly Held[] {
  const [moment, setMoment] = useState(() => Date.now())
  const left = decisions.filter(({ until }) => until > moment)
  const isRunning = left.length > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setMoment(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])
  return left
}
