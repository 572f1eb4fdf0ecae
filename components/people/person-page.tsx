import { useTranslations } from 'next-intl'
import { BackLink } from '#components/desk/back-link.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { ApiError } from '#lib/client/http/api.ts'
import type { PersonView } from '#lib/contract/people/calls.ts'
import { personSections } from '#lib/contract/people/constants.ts'
import { MoneyLines } from './money-lines.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonFacts } from './person-facts.tsx'
import { RecordList } from './record-list.tsx'
import { usePerson } from './use-person.ts'

export function PersonPage({ id }: { id: string }) {
  const t = useTranslations('People')
  const query = usePerson(id)
  const isGone = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  return (
    <>
      <BackLink href="?tab=users">{t('back')}</BackLink>
      <TabState query={query} failed={t(isGone ? 'gone' : 'failed')}>
        {(person) => <Page person={person} />}
      </TabState>
    </>
  )
}

const looks = { active: 'text-leaf', unverified: 'text-soft', inactive: 'text-alarm', erased: 'text-soft' }

function Page({ person }: { person: PersonView }) {
  const t = useTranslations('People')
  const users = useTranslations('AdminUsers')
  const formats = useFormats()
  const of = { person: person.id }
  const isMember = person.kyc_status !== null
  return (
    <article aria-labelledby="person-name">
      <header className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="person-name" className="text-2xl wrap-anywhere">
            {person.display_name || person.username}
          </h2>
          <p className="flex flex-wrap gap-x-3">
            <span>{users(`roles.${person.role}`)}</span>
            <span className={cn('font-semibold', looks[person.state])}>
              {users(`states.${person.state}`)}
            </span>
            {person.erased_at ? (
              <span className="text-soft">{t('erased', { time: formats.moment(person.erased_at) })}</span>
            ) : null}
          </p>
        </div>
        <PersonActions person={person} />
      </header>
      {isMember ? (
        <MoneyLines
          of={of}
          lines={person.open_money}
          disputes={person.open_disputes}
          available={person.wallet?.balance ?? 0}
          bars={person.withdrawal_bars}
        />
      ) : null}
      <PersonFacts person={person} />
      <RecordList
        of={of}
        sections={personSections}
        nameOf={(section) => t(section === 'gifts' ? 'sections.giftsReceived' : `sections.${section}`)}
      />
    </article>
  )
}
