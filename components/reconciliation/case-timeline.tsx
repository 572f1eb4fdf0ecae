import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { AdminPayment, CaseEvent } from '#lib/contract/reconciliation/calls.ts'
import { useCaseWords } from './use-case-words.ts'

/** Events of all kinds, oldest first. */
export function CaseTimeline({ kind, events }: { kind: AdminPayment['kind']; events: readonly CaseEvent[] }) {
  const t = useTranslations('AdminPayments')
  const reversedAt = events.findIndex((event) => event.kind === 'statement' && event.title === 'reversal')
  if (events.length === 0) return <p className="mt-3 text-soft">{t('noTimeline')}</p>
  return (
    <ol className="mt-3 border-s-2 border-line ps-5">
      {events.map((event, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events keep their place
        <li key={place} className="relative pb-5 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-2 -start-[1.65rem] size-2.5 rounded-full bg-edge"
          />
          <Event event={event} kind={kind} isReversed={reversedAt !== -1 && reversedAt < place} />
        </li>
      ))}
    </ol>
  )
}

type EventProps = {
  event: CaseEvent
  kind: AdminPayment['kind']
  /** M-Pesa reversed the payment before this event, so admins only reverse what it paid for. */
  isReversed: boolean
}

function Event({ event, kind, isReversed }: EventProps) {
  const t = useTranslations('AdminPayments')
  const formats = useFormats()
  const words = useCaseWords()
  const figures = event.lines.filter(({ label }) => label !== 'note')
  const note = event.lines.find(({ label }) => label === 'note')
  const subject = words.subject(event, kind, isReversed)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{t(`events.${event.kind}`)}</span>
        {subject === null ? (
          <code className="text-sm wrap-anywhere">{event.title}</code>
        ) : subject ? (
          <span className="wrap-anywhere">{subject}</span>
        ) : null}
        <time dateTime={event.at} className="figures text-sm text-soft">
          {formats.moment(event.at)}
        </time>
      </p>
      {event.outcome ? (
        <p className="text-sm wrap-anywhere text-soft">{words.outcome(event.outcome)}</p>
      ) : null}
      {note ? <p className="max-w-md text-sm wrap-anywhere whitespace-pre-wrap">“{note.text}”</p> : null}
      {figures.length > 0 ? (
        <dl className="mt-1 grid max-w-md grid-cols-[1fr_auto] gap-x-4 text-sm">
          {figures.map(({ label, text }) => (
            <div key={`${label} ${text}`} className="contents">
              <dt className="text-soft">{words.label(label)}</dt>
              <dd className="figures text-end wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {event.raw && event.kind === 'alert' ? (
        <p className="text-sm wrap-anywhere">{event.raw}</p>
      ) : event.raw ? (
        <details className="mt-1 text-sm">
          <summary className="tap inline-flex w-fit cursor-pointer items-center text-soft underline">
            {t('raw')}
          </summary>
          <pre className="overflow-x-auto rounded-xl bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
            {event.raw}
          </pre>
        </details>
      ) : null}
    </>
  )
}
