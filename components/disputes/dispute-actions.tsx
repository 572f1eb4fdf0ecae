import { useTranslations } from 'next-intl'
import { BusyButton } from '#components/desk/busy-button.tsx'
import { DayField } from '#components/desk/day-field.tsx'
import { useMe } from '#components/review/use-queue.ts'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import type { DisputeDetail } from '#lib/contract/disputes/calls.ts'
import { disputeStates } from '#lib/contract/disputes/constants.ts'
import { useDisputeWork } from './use-disputes.ts'

export function DisputeActions({ found }: { found: DisputeDetail }) {
  const t = useTranslations('AdminDisputes')
  const work = useDisputeWork()
  const me = useMe()
  const { id, owner, state, due_at } = found
  const isMine = owner !== null && owner.id === me
  // A dispute is due at a midnight; minus 1 ms shows the last day before.
  const dueDay = nairobiToday(new Date(new Date(due_at).getTime() - 1))
  return (
    <section aria-labelledby="dispute-handling" className="rounded-2xl border border-line bg-surface p-5">
      <h3 id="dispute-handling" className="text-lg">
        {t('handling')}
      </h3>
      <p className="mt-1 text-soft">{owner ? t('owner', { name: owner.username }) : t('noOwner')}</p>
      <div className="mt-4 grid gap-4">
        <BusyButton
          isBusy={work.isBusy}
          disabled={me === undefined}
          onClick={() => void work.change(id, { owner: isMine ? null : (me ?? null) })}
        >
          {t(isMine ? 'giveBack' : 'take')}
        </BusyButton>
        <SelectField
          label={t('fields.state')}
          value={state}
          onChange={({ target }) => {
            const chosen = disputeStates.find((one) => one === target.value)
            if (chosen) void work.change(id, { state: chosen })
          }}
          options={disputeStates.map((one) => ({ value: one, words: t(`states.${one}`) }))}
        />
        {found.closed_at ? null : (
          <DayField
            label={t('fields.due')}
            value={dueDay}
            onDay={(day) => {
              if (day && day !== dueDay) void work.change(id, { due_on: day })
            }}
          />
        )}
        <ErrorNote>{work.problem}</ErrorNote>
      </div>
    </section>
  )
}
