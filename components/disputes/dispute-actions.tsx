import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { DayField } from '#components/desk/day-field.tsx'
import { useMe } from '#components/review/use-queue.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import type { DisputeDetail } from '#lib/contract/disputes/calls.ts'
import { CloseDispute } from './close-dispute.tsx'
import { useDisputeWork } from './use-disputes.ts'

export function DisputeActions({ found }: { found: DisputeDetail }) {
  const t = useTranslations('AdminDisputes')
  const work = useDisputeWork()
  const me = useMe()
  const [isClosing, setClosing] = useState(false)
  const { id, owner, state, due_at, closed_at } = found
  const done = closed_at === null ? doneSinceOpened(found) : undefined
  const isMine = owner !== null && owner.id === me
  // A dispute is due at a midnight; minus 1 ms shows the last day before.
  const dueDay = nairobiToday(new Date(new Date(due_at).getTime() - 1))
  return (
    <section aria-labelledby="dispute-handling" className="rounded-2xl border border-line bg-surface p-5">
      <h3 id="dispute-handling" className="text-lg">
        {t('handling')}
      </h3>
      <p className="mt-1 text-soft">{owner ? t('owner', { name: owner.username }) : t('noOwner')}</p>
      {done ? (
        <p role="status" className="mt-3 rounded-2xl bg-leaf-wash px-4 py-3 font-semibold">
          {t(`done.${done}`)}
        </p>
      ) : null}
      <div className="mt-4 grid gap-4">
        <BusyButton
          isBusy={work.isBusy}
          disabled={me === undefined}
          onClick={() => void work.change(id, { owner: isMine ? null : (me ?? null) })}
        >
          {t(isMine ? 'giveBack' : 'take')}
        </BusyButton>
        {closed_at ? null : (
          <DayField
            label={t('fields.due')}
            value={dueDay}
            onDay={(day) => {
              if (day && day !== dueDay) void work.change(id, { due_on: day })
            }}
          />
        )}
        <BusyButton
          isBusy={work.isBusy}
          onClick={() => void work.change(id, { state: state === 'open' ? 'waiting' : 'open' })}
        >
          {t(`changeState.${state}`)}
        </BusyButton>
        <ErrorNote>{work.problem}</ErrorNote>
        {closed_at ? null : (
          <Button tone="money" onClick={() => setClosing(true)}>
            {t('close.button')}
          </Button>
        )}
      </div>
      {isClosing ? <CloseDispute found={found} onClose={() => setClosing(false)} /> : null}
    </section>
  )
}

/** The payment's end since the dispute was opened: a reason to close it. */
function doneSinceOpened({ steps, created_at }: DisputeDetail): 'refunded' | 'counted' | undefined {
  const last = steps.findLast(({ at }) => at > created_at)?.step
  return last === 'refunded' || last === 'counted' ? last : undefined
}
