import { CheckCheck, RotateCcw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { DeadLetter } from '#lib/contract/health/calls.ts'
import { shownQueues } from '#lib/contract/health/constants.ts'
import { useDeadLetters } from './use-health.ts'

export function DeadLetterList() {
  const t = useTranslations('Health.deadLetters')
  const query = useDeadLetters()
  return (
    <section aria-labelledby="dead-letters-title">
      <h3 id="dead-letters-title" className="text-lg font-semibold">
        {t('title', { count: query.data?.count ?? 0 })}
      </h3>
      <p className="mt-1 max-w-2xl text-soft">{t('note')}</p>
      <TabState query={query} failed={t('failed')}>
        {({ results }) =>
          results.length === 0 ? (
            <p className="mt-3 flex items-center justify-center gap-2 rounded-2xl border border-line bg-surface px-4 py-8">
              <CheckCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" /> {t('none')}
            </p>
          ) : (
            <ul className="mt-3 grid grid-cols-1 gap-3">
              {results.map((deadLetter) => (
                <DeadLetterRow key={deadLetter.id} deadLetter={deadLetter} onDone={query.refetch} />
              ))}
            </ul>
          )
        }
      </TabState>
    </section>
  )
}

function DeadLetterRow({ deadLetter, onDone }: { deadLetter: DeadLetter; onDone: () => Promise<unknown> }) {
  const t = useTranslations('Health.deadLetters')
  const queues = useTranslations('Health.queues.names')
  const known = shownQueues.find((name) => name === deadLetter.queue)
  const formats = useFormats()
  const retry = useSend({
    mutationFn: () => api('POST /admin/dead-letters/{id}/retry/', { path: { id: deadLetter.id } }),
    onSuccess: ({ message }) => showToast({ title: message, tone: 'good' }),
    onError: ({ message }) => showToast({ title: t('retryFailed'), description: message, tone: 'bad' }),
    onSettled: () => onDone(),
  })
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-2xl border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{deadLetter.name}</p>
        <p className="wrap-anywhere text-alarm">{deadLetter.error}</p>
        <p className="figures text-sm text-soft">
          {t('when', {
            queue: known ? queues(known) : deadLetter.queue,
            time: formats.moment(deadLetter.failed_at),
          })}
        </p>
      </div>
      <BusyButton
        isBusy={retry.isPending}
        onClick={() => void retry.send()}
        icon={<RotateCcw aria-hidden="true" className="size-4" />}
        aria-label={t('retryOne', { name: deadLetter.name })}
      >
        {t('retry')}
      </BusyButton>
    </li>
  )
}
