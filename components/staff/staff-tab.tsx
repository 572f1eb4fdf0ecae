'use client'

import { UserPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { StaffList } from '#components/desk/staff-list.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { useTableAddress } from '#components/desk/use-table-address.ts'
import { Button } from '#components/ui/button.tsx'
import { type ResetStep, STAFF_PAGE_SIZE } from '#lib/client/overview/admin-api.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { useStaffColumns } from './staff-columns.tsx'
import { TurnDialog } from './turn-dialog.tsx'
import { useRefreshStaff, useStaff } from './use-staff.ts'

/** Who works at the desk (spec 2, section 2, Compliance Staff). */
export default function StaffTab() {
  const t = useTranslations('AdminStaff')
  const address = useTableAddress(['name'])
  const list = useStaff(address.page, address.search)
  const refresh = useRefreshStaff()
  const [isInviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<StaffMember | null>(null)
  const [reset, setReset] = useState<{ member: StaffMember; step: ResetStep } | null>(null)
  const ownId = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.id ?? '',
    () => '',
  )
  const columns = useStaffColumns({
    ownId,
    onTurn: setAsked,
    onReset: (member, step) => setReset({ member, step }),
  })
  useLoadToast(list.isError)
  return (
    <>
      <TabHead title={t('title')} note={t('note')}>
        <Button tone="loud" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" className="size-4" /> {t('invite')}
        </Button>
      </TabHead>
      <div className="mt-5">
        <StaffList
          caption={t('caption')}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          address={address}
          pageSize={STAFF_PAGE_SIZE}
          empty={t('empty')}
          failed={t('failed')}
          searchLabel={t('search')}
        />
      </div>
      {isInviting ? (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={() => {
            refresh()
            setInviting(false)
          }}
        />
      ) : null}
      {asked ? <TurnDialog member={asked} onClose={() => setAsked(null)} /> : null}
      {reset ? <ResetDialog {...reset} onClose={() => setReset(null)} /> : null}
    </>
  )
}
