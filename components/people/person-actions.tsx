import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActivateDialog, DeactivateDialog } from '#components/accounts/users/turn-dialog.tsx'
import { turnOf } from '#components/accounts/users/use-turned.ts'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { Button } from '#components/ui/button.tsx'
import type { PersonView } from '#lib/contract/people/calls.ts'
import { LetterDialog } from './letter-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useChangedPerson } from './use-person.ts'

type Action = 'deactivate' | 'activate' | 'freeze' | 'unfreeze' | 'revoke' | 'letter'

/** A new action needs a button here and a dialog below. */
export function PersonActions({ person }: { person: PersonView }) {
  const t = useTranslations('People')
  const users = useTranslations('AdminUsers.turn')
  const [asked, setAsked] = useState<Action | null>(null)
  const turn = turnOf(person)
  const isMember = turn !== null
  const canRevoke = isMember && person.kyc_status === 'approved' && person.kyc?.revocation === null
  if (person.state === 'erased') return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('actionsTitle')}</legend>
      <Button size="snug" onClick={() => setAsked('letter')}>
        {t('letter.button')}
      </Button>
      <DeskLink
        href={`?${new URLSearchParams({ tab: 'disputes', new: '1', ...(person.has_phone ? { payer: person.id } : {}) })}`}
        className="inline-flex items-center font-semibold underline underline-offset-4"
      >
        {t('openDispute')}
      </DeskLink>
      {isMember ? (
        <Button
          size="snug"
          tone={person.freeze ? 'plain' : 'danger'}
          onClick={() => setAsked(person.freeze ? 'unfreeze' : 'freeze')}
        >
          {t(person.freeze ? 'unfreeze.button' : 'freeze.button')}
        </Button>
      ) : null}
      {canRevoke ? (
        <Button size="snug" tone="danger" onClick={() => setAsked('revoke')}>
          {t('revoke.button')}
        </Button>
      ) : null}
      {turn ? (
        <Button size="snug" tone={turn === 'deactivate' ? 'danger' : 'plain'} onClick={() => setAsked(turn)}>
          {users(turn)}
        </Button>
      ) : null}
      {asked ? <AskedDialog asked={asked} person={person} onClose={() => setAsked(null)} /> : null}
    </fieldset>
  )
}

type AskedProps = { asked: Action; person: PersonView; onClose: () => void }

function AskedDialog({ asked, person, onClose }: AskedProps) {
  const t = useTranslations('People')
  const { renew } = useChangedPerson()
  const name = person.display_name || person.username
  const turned = () => {
    renew()
    onClose()
  }
  switch (asked) {
    case 'deactivate':
      return <DeactivateDialog user={person} onClose={turned} />
    case 'activate':
      return <ActivateDialog user={person} onClose={turned} />
    case 'letter':
      return <LetterDialog id={person.id} name={name} locale={person.locale} onClose={onClose} />
    case 'revoke':
      return (
        <ReasonDialog
          id={person.id}
          call="POST /admin/people/{id}/revoke-identity/"
          tone="danger"
          words={{
            title: t('revoke.title', { name }),
            detail: t('revoke.detail'),
            confirm: t('revoke.send'),
            hint: t('revoke.reasonHint'),
            done: t('revoke.done'),
          }}
          onClose={onClose}
        />
      )
    default:
      return (
        <ReasonDialog
          id={person.id}
          call={`POST /admin/people/{id}/${asked}-withdrawals/`}
          tone={asked === 'freeze' ? 'danger' : 'loud'}
          words={{
            title: t(`${asked}.title`, { name }),
            detail: t(`${asked}.detail`),
            confirm: t(`${asked}.button`),
            hint: t('reasonRecord'),
            done: t(`${asked}.done`, { name }),
          }}
          onClose={onClose}
        />
      )
  }
}
