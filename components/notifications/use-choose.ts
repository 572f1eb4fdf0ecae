import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { NotificationChannel, NotificationKind } from '#lib/contract/notifications/constants.ts'

export const choicesQuery = apiQuery('GET /notifications/choices/')

type Chosen = { kind: NotificationKind; channel: NotificationChannel; is_on: boolean }

const mutationKey = ['notification choice']

/**
 * Stores a choice: shown at once, and reverted on failure unless a newer press on the same choice is pending.
 * Sends one after another, so that the last press wins. `hasFailed` lasts until the next press.
 */
export function useChoose() {
  const client = useQueryClient()
  const [hasFailed, setHasFailed] = useState(false)
  const { queryKey } = choicesQuery
  const waiting = () => client.getMutationCache().findAll({ mutationKey, status: 'pending' })
  const hasNewer = (chosen: Chosen) =>
    waiting().some(({ state }) => {
      const other = state.variables as Chosen
      return other !== chosen && other.kind === chosen.kind && other.channel === chosen.channel
    })
  const show = ({ kind, channel, is_on }: Chosen) =>
    client.setQueryData(queryKey, (known) =>
      known
        ? {
            ...known,
            choices: known.choices.map((one) => (one.kind === kind ? { ...one, [channel]: is_on } : one)),
          }
        : known,
    )
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'notification choice' },
    mutationFn: (chosen: Chosen) => api('PATCH /notifications/choices/', { body: chosen }),
    onMutate: async (chosen) => {
      setHasFailed(false)
      await client.cancelQueries({ queryKey })
      show(chosen)
    },
    onError: (_, chosen) => {
      setHasFailed(true)
      if (!hasNewer(chosen)) show({ ...chosen, is_on: !chosen.is_on })
    },
    onSettled: () => {
      if (waiting().length === 1) void client.invalidateQueries({ queryKey })
    },
  })
  return { choose: mutate, hasFailed }
}
