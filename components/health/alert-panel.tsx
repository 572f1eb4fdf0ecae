import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Mail } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { TabState } from '#components/desk/tab-state.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf, BodyOf } from '#lib/client/http/api-types.ts'

type Alerts = AnswerOf<'GET /admin/alerts/'>
type Choice = BodyOf<'PATCH /admin/alerts/'>

const RENEW_MS = 30_000

export function AlertPanel() {
  const t = useTranslations('Health.alerts')
  const query = useQuery({ ...apiQuery('GET /admin/alerts/'), refetchInterval: RENEW_MS })
  return (
    <section aria-labelledby="alerts-title">
      <h3 id="alerts-title" className="text-lg font-semibold">
        {t('title')}
      </h3>
      <p className="mt-1 max-w-2xl text-soft">{t('note')}</p>
      <TabState query={query} failed={t('failed')}>
        {(alerts) => (
          <div className="mt-3 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Choices kinds={alerts.kinds} />
            <History alerts={alerts.results} />
          </div>
        )}
      </TabState>
    </section>
  )
}

function Choices({ kinds }: { kinds: Alerts['kinds'] }) {
  const t = useTranslations('Health.alerts')
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (body: Choice) => api('PATCH /admin/alerts/', { body }),
    onSuccess: (answer) => client.setQueryData(apiQuery('GET /admin/alerts/').queryKey, answer),
    onError: ({ message }) => showToast({ title: t('notSaved'), description: message, tone: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: apiKey('GET /admin/alerts/') }),
  })
  return (
    <fieldset className="rounded-2xl border border-line bg-surface p-4">
      <legend className="sr-only">{t('choose')}</legend>
      <p aria-hidden="true" className="mb-1 px-2 font-semibold">
        {t('choose')}
      </p>
      {kinds.map(({ kind, is_mailed }) => (
        <label
          key={kind}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-xl px-2 py-2 hover:bg-sunken"
        >
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-leaf"
            checked={isPending && variables.kind === kind ? variables.is_mailed : is_mailed}
            disabled={isPending}
            onChange={({ target }) => mutate({ kind, is_mailed: target.checked })}
          />
          <span>
            <span className="block font-semibold">{t(`kinds.${kind}`)}</span>
            <span className="block text-sm text-soft">{t(`meanings.${kind}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function History({ alerts }: { alerts: Alerts['results'] }) {
  const t = useTranslations('Health.alerts')
  const formats = useFormats()
  if (alerts.length === 0)
    return (
      <p className="flex items-center justify-center gap-2 rounded-2xl border border-line bg-surface px-4 py-8 text-center">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" /> {t('none')}
      </p>
    )
  return (
    <ul
      aria-label={t('history')}
      className="max-h-120 divide-y divide-line overflow-y-auto rounded-2xl border border-line bg-surface"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
    >
      {alerts.map((alert) => {
        const isOpen = alert.closed_at === null
        const Icon = isOpen ? CircleAlert : CircleCheck
        return (
          <li key={alert.id} className="flex gap-3 px-4 py-3">
            <Icon
              aria-hidden="true"
              className={cn('mt-0.5 size-5 shrink-0', isOpen ? 'text-alarm' : 'text-leaf')}
            />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{t(`kinds.${alert.kind}`)}</p>
              <p className="figures text-sm text-soft">
                {alert.closed_at === null
                  ? t('since', { time: formats.moment(alert.opened_at) })
                  : t('fromTo', {
                      from: formats.moment(alert.opened_at),
                      to: formats.moment(alert.closed_at),
                    })}
              </p>
              {alert.kind === 'statement' ? null : <p className="text-sm wrap-anywhere">{alert.detail}</p>}
              {alert.mailed_at ? (
                <p className="figures mt-1 flex items-center gap-1.5 text-sm text-soft">
                  <Mail aria-hidden="true" className="size-4 shrink-0" />
                  {t('mailed', { time: formats.moment(alert.mailed_at) })}
                </p>
              ) : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
