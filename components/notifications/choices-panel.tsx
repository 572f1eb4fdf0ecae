import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ListLoading } from '#components/profiles/list-states.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import type { NotificationChoices } from '#lib/contract/notifications/calls.ts'
import { notificationChannels } from '#lib/contract/notifications/constants.ts'
import { DeviceCard } from './device-card.tsx'
import { choicesQuery, useChoose } from './use-choose.ts'

export function ChoicesPanel() {
  const t = useTranslations('Notifications')
  const known = useQuery(choicesQuery)
  const { data, isError, isFetching, refetch } = known
  if (isError && !data)
    return <LoadFailed words={t('choicesFailed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListLoading words={t('choicesLoading')} />
  return (
    <>
      <StaleNote of={known} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Matrix {...data} />
        <DeviceCard />
      </div>
    </>
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
