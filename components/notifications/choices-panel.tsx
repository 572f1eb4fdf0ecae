import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ListLoading } from '#components/profiles/list-states.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { api } from '#lib/client/http/api.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { NotificationChoices } from '#lib/contract/notifications/calls.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
} from '#lib/contract/notifications/constants.ts'
import { DeviceCard } from './device-card.tsx'

const choicesQuery = apiQuery('GET /notifications/choices/')

/** What one is told about and how: a row for each kind, a column for each way; and this device. */
export function ChoicesPanel() {
  const t = useTranslations('Notifications')
  const { data, isError, isFetching, refetch } = useQuery(choicesQuery)
  if (isError && !data)
    return <LoadFailed words={t('choicesFailed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListLoading words={t('choicesLoading')} />
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Matrix {...data} />
      <DeviceCard />
    </div>
  )
}

function Matrix({ email, choices }: NotificationChoices) {
  const t = useTranslations('Notifications')
  const { choose, hasFailed } = useChoose()
  return (
    <section
      aria-labelledby="choices-title"
      className="min-w-0 rounded-3xl border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id="choices-title" className="text-2xl">
        {t('choicesTitle')}
      </h2>
      <p className="mt-1 wrap-anywhere text-soft">{t('choicesDetail', { email })}</p>
      <table className="mt-4 w-full table-fixed border-collapse">
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            <th scope="col" className="py-2 text-start font-semibold">
              {t('what')}
            </th>
            {notificationChannels.map((channel) => (
              <th key={channel} scope="col" className="w-18 py-2 text-center font-semibold sm:w-28">
                {t(`channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.map(({ kind, ...on }) => (
            <tr key={kind} className="border-b border-line last:border-0">
              <th scope="row" className="py-1 pe-2 text-start leading-snug font-semibold">
                {t(`kinds.${kind}`)}
              </th>
              {notificationChannels.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="tap inline-grid cursor-pointer place-items-center">
                    <input
                      type="checkbox"
                      checked={on[channel]}
                      aria-label={t('choiceName', {
                        kind: t(`kinds.${kind}`),
                        channel: t(`channels.${channel}`),
                      })}
                      onChange={(event) => choose({ kind, channel, is_on: event.target.checked })}
                      className="size-6 accent-(--leaf)"
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasFailed ? (
        <p role="alert" className="mt-3 font-semibold text-alarm">
          {t('choiceFailed')}
        </p>
      ) : null}
      <p className="mt-4 text-sm text-soft">{t('always')}</p>
    </section>
  )
}

type Chosen = { kind: NotificationKind; channel: NotificationChannel; is_on: boolean }

const mutationKey = ['notification choice']

/**
 * Keeps a choice: shown at once, and taken back where it was not saved. Choices are sent one after the other, because the
 * server may handle two at a time in either order. What they have come to is the server's to say, after the last.
 */
function useChoose() {
  const client = useQueryClient()
  const { queryKey } = choicesQuery
  const isLast = () => client.isMutating({ mutationKey }) === 1
  const show = ({ kind, channel, is_on }: Chosen) =>
    client.setQueryData(queryKey, (known) =>
      known
        ? {
            ...known,
            choices: known.choices.map((one) => (one.kind === kind ? { ...one, [channel]: is_on } : one)),
          }
        : known,
    )
  const { mutate, isError } = useMutation({
    mutationKey,
    scope: { id: 'notification choice' },
    mutationFn: (chosen: Chosen) => api('PATCH /notifications/choices/', { body: chosen }),
    onMutate: async (chosen) => {
      await client.cancelQueries({ queryKey })
      show(chosen)
    },
    onError: (_, chosen) => {
      if (isLast()) show({ ...chosen, is_on: !chosen.is_on })
    },
    onSettled: () => {
      if (isLast()) void client.invalidateQueries({ queryKey })
    },
  })
  return { choose: mutate, hasFailed: isError }
}
